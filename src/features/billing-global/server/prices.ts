import { minutes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { yearlyDiscount } from '#features/membership/rules.ts'
import type { Price } from '../contract.ts'
import { currencyOfRegion, isPlanKey, PLANS, PRODUCT_KEYS, toWirePriceId } from '../rules.ts'
import { gatewayOf } from './gateway.ts'
import { listActivePrices, type PriceRecord, replaceActivePrices } from './storePrices.ts'

/** Prices older than this are read again. */
const PRICES_AGE = minutes(5)

/** Reads the prices of the provider into the catalogue. */
export async function syncPrices(ctx: AppContext): Promise<void> {
  const gateway = gatewayOf(ctx)
  const prices = await gateway.listPrices(PRODUCT_KEYS)
  const read = { provider: gateway.provider, is_active: true, read_at: ctx.clock.now() }
  const rows = prices.map(({ priceId, key, interval, amounts }) => ({ price_id: priceId, key, interval, amounts, ...read }))
  await ctx.transaction((tx) => replaceActivePrices(tx, gateway.provider, rows.filter(isSellable)))
}

/** A yearly price under the key of a monthly plan would be charged differently than it is shown. */
const isSellable = ({ key, interval }: PriceRecord): boolean =>
  isPlanKey(key) ? PLANS[key].interval === interval : interval === 'once'

/** Returns the offered prices. They are at most five minutes old, or the last known ones when the provider does not respond. */
export async function readPrices(ctx: AppContext): Promise<PriceRecord[]> {
  const { provider } = gatewayOf(ctx)
  const stored = await listActivePrices(ctx, provider)
  const oldest = ctx.clock.now().getTime() - PRICES_AGE
  if (stored.length > 0 && stored.every(({ read_at }) => read_at.getTime() >= oldest)) return stored
  try {
    await syncPrices(ctx)
  } catch (error) {
    ctx.log.warn({ err: error }, 'the prices could not be read; the last ones are offered')
    return stored
  }
  return await listActivePrices(ctx, provider)
}

/** Returns the products offered in a region, in its currency. */
export async function listPrices(ctx: AppContext, region: string | undefined): Promise<Price[]> {
  const currency = currencyOfRegion(region)
  const prices = await readPrices(ctx)
  const amountOf = (key: string) => prices.find((price) => price.key === key)?.amounts[currency]
  return prices.flatMap((price) => {
    const amount = price.amounts[currency]
    if (amount === undefined) return []
    const monthly = price.interval === 'year' ? amountOf(price.key.replace('-year', '-month')) : undefined
    const discount = monthly === undefined ? null : yearlyDiscount(amount, monthly)
    return {
      name: price.key,
      unit_amount: amount,
      currency: currency.toUpperCase(),
      price_id: toWirePriceId(price.price_id, currency),
      type: price.interval === 'once' ? ('one_time' as const) : ('recurring' as const),
      yearly_discount: discount === null ? null : { discount_percentage: discount },
    }
  })
}
