import type { Stripe } from 'stripe'
import type { Price } from '../payments.ts'
import { receiveAll } from './receive.ts'
import type { StripeContext } from './stripeClient.ts'

/** Maximum number of keys per request of the API. */
const MAX_KEYS = 10
/** Maximum number of prices that are searched for a key in their metadata, which the API cannot filter by. */
const MAX_PRICES = 500

const EXPAND = ['data.currency_options']

/** The key of a price is its `lookup_key`, or `key` in its metadata. */
export async function listPrices(stripe: StripeContext, keys: readonly string[]): Promise<Price[]> {
  const wanted = [...new Set(keys)]
  const chunks = Array.from({ length: Math.ceil(wanted.length / MAX_KEYS) }, (_, n) =>
    wanted.slice(n * MAX_KEYS, (n + 1) * MAX_KEYS),
  )
  const byLookupKey = await Promise.all(chunks.map(async (chunk) => await list(stripe, { lookup_keys: chunk }, chunk.length)))
  const found = pick(byLookupKey.flat(), wanted)
  const missing = wanted.filter((key) => !found.has(key))
  const byMetadata = missing.length > 0 ? pick(await list(stripe, {}, MAX_PRICES), missing) : []
  return [...found, ...byMetadata].flatMap(([key, price]) => toPrice(price, key) ?? reportUnusable(stripe, key))
}

const list = async (stripe: StripeContext, params: Stripe.PriceListParams, max: number): Promise<Stripe.Price[]> =>
  await receiveAll('price', (page) => stripe.client.prices.list({ active: true, expand: EXPAND, ...params, ...page }), max)

/** Returns the first price of each key. Lists begin with the newest. */
function pick(prices: readonly Stripe.Price[], keys: readonly string[]): Map<string, Stripe.Price> {
  const picked = new Map<string, Stripe.Price>()
  for (const price of prices) {
    const key = price.lookup_key ?? price.metadata['key']
    if (price.active && key !== undefined && keys.includes(key) && !picked.has(key)) picked.set(key, price)
  }
  return picked
}

function toPrice(price: Stripe.Price, key: string): Price | null {
  const interval = intervalOf(price)
  const options = { [price.currency]: price, ...price.currency_options }
  const amounts = Object.entries(options).flatMap(([currency, { unit_amount: amount }]) =>
    amount === null ? [] : [[currency, amount] as const],
  )
  return interval && amounts.length > 0 ? { priceId: price.id, key, interval, amounts: Object.fromEntries(amounts) } : null
}

export function intervalOf({ recurring }: Stripe.Price): Price['interval'] | null {
  if (!recurring) return 'once'
  const interval = (['month', 'year'] as const).find((known) => known === recurring.interval)
  return (recurring.interval_count === 1 && interval) || null
}

function reportUnusable({ log }: StripeContext, key: string): [] {
  log.warn({ key }, 'a price at Stripe has no whole amount or another interval than a month or a year, and is not sold')
  return []
}
