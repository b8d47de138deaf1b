import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createEmulator } from 'emulate'
import { Stripe } from 'stripe'
import { startListener } from '#test/fakes/idp/startListener.ts'
import { WEBHOOK_SECRET } from './openTestStripe.ts'

/** A notification as it would arrive from Stripe. */
export type SignedNotification = {
  readonly headers: { readonly 'stripe-signature': string }
  readonly body: Uint8Array
  readonly type: string
}

export type EmulatedStripe = AsyncDisposable & {
  readonly url: string
  readonly notifications: readonly SignedNotification[]
  /** Adds a product with one price in US dollars, in cents. */
  readonly createPrice: (price: { key: string; amount: number; interval?: 'month' | 'year' }) => Promise<void>
  /** Pays on a checkout page. Returns the URL to which the customer is redirected. */
  readonly pay: (checkoutUrl: string) => Promise<string>
}

type Fields = Record<string, unknown>

const EMULATOR_SECRET = 'whsec_of_the_emulator'

/**
 * Starts a third-party emulator of Stripe, and a proxy in front of it that adds what the emulator lacks: most fields of prices and
 * checkouts, the filter by lookup keys, idempotency keys, and the id, time and version of notifications, which are signed again.
 */
export async function startEmulatedStripe(): Promise<EmulatedStripe> {
  const front = await startListener()
  const webhooks = [{ url: `${front.url}/notified`, events: ['*'], secret: EMULATOR_SECRET }]
  const emulator = await createEmulator({ service: 'stripe', port: 0, seed: { stripe: { webhooks } } })
  const additions = createAdditions()
  const notifications: SignedNotification[] = []
  const answered = new Map<string, { status: number; text: string }>()

  const forward = async (request: IncomingMessage, body: string): Promise<{ status: number; text: string }> => {
    const key = request.headers['idempotency-key']
    const earlier = typeof key === 'string' ? answered.get(key) : undefined
    if (earlier) return earlier
    const { authorization = '', 'content-type': type = '' } = request.headers
    const init = {
      method: request.method ?? 'GET',
      headers: { authorization, 'content-type': type },
      ...(body !== '' && { body }),
    }
    const response = await fetch(new URL(request.url ?? '', emulator.url), init)
    const object = (await response.json()) as Fields
    const answer = {
      status: response.status,
      text: JSON.stringify(additions.complete(object, request.url ?? '', new URLSearchParams(body))),
    }
    if (typeof key === 'string' && response.ok) answered.set(key, answer)
    return answer
  }

  front.setListener((request, response) => {
    void readText(request)
      .then(async (body) => {
        if (request.url === '/notified') notifications.push(resign(request, body, additions))
        else await sendAnswer(response, forward(request, body))
        response.end()
      })
      .catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  return {
    url: front.url,
    notifications,
    createPrice: (price) => createPrice(front.url, price),
    pay: async (checkoutUrl) => {
      const response = await fetch(`${checkoutUrl}/complete`, { method: 'POST', redirect: 'manual' })
      return response.headers.get('location') ?? ''
    },
    [Symbol.asyncDispose]: async () => {
      await emulator.close()
      await front[Symbol.asyncDispose]()
    },
  }
}

async function createPrice(
  url: string,
  { key, amount, interval }: { key: string; amount: number; interval?: 'month' | 'year' },
): Promise<void> {
  const { hostname: host, port } = new URL(url)
  const client = new Stripe('sk_test_earshot', { host, port, protocol: 'http', telemetry: false })
  const { id: product } = await client.products.create({ name: key })
  const price = { product, currency: 'usd', unit_amount: amount, lookup_key: key }
  await client.prices.create({ ...price, ...(interval && { recurring: { interval } }) })
}

async function sendAnswer(response: ServerResponse, answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer
  response.writeHead(status, { 'content-type': 'application/json' }).write(text)
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Returns functions that record the fields sent with an object, and add them to later responses. */
function createAdditions() {
  const sent = new Map<string, URLSearchParams>()
  const amounts = new Map<string, number>()

  const price = (object: Fields): Fields => {
    const form = sent.get(String(object['id']))
    const interval = form?.get('recurring[interval]')
    amounts.set(String(object['id']), Number(object['unit_amount']))
    return {
      ...object,
      lookup_key: form?.get('lookup_key') ?? null,
      recurring: interval ? { interval, interval_count: 1 } : null,
    }
  }
  const session = (object: Fields): Fields => {
    const form = sent.get(String(object['id']))
    const isPaid = object['payment_status'] === 'paid'
    return {
      ...object,
      client_reference_id: form?.get('client_reference_id') ?? null,
      currency: form?.get('currency') ?? null,
      amount_total: amounts.get(form?.get('line_items[0][price]') ?? '') ?? null,
      subscription: isPaid && object['mode'] === 'subscription' ? 'sub_emulated' : null,
      payment_intent: isPaid && object['mode'] === 'payment' ? 'pi_emulated' : null,
    }
  }
  const fill = (object: Fields): Fields =>
    object['object'] === 'price' ? price(object) : object['object'] === 'checkout.session' ? session(object) : object
  return {
    fill,
    /** Adds the missing fields to a response, or to a list of prices, of which the emulator always sends all. */
    complete: (object: Fields, url: string, form: URLSearchParams): Fields => {
      if (form.size > 0 && typeof object['id'] === 'string' && !sent.has(object['id'])) sent.set(object['id'], form)
      if (object['object'] !== 'list') return fill(object)
      const keys = [...new URL(url, 'http://stripe.test').searchParams].flatMap(([name, value]) =>
        name.startsWith('lookup_keys') ? [value] : [],
      )
      const data = (object['data'] as Fields[]).map(fill)
      return { ...object, data: keys.length > 0 ? data.filter((item) => keys.includes(String(item['lookup_key']))) : data }
    },
  }
}

/** Verifies the signature of the emulator, and signs the notification that Stripe would send. */
function resign(request: IncomingMessage, body: string, { fill }: { fill: (object: Fields) => Fields }): SignedNotification {
  const received = Stripe.webhooks.constructEvent(body, request.headers['stripe-signature'] ?? '', EMULATOR_SECRET)
  const timestamp = Math.floor(Date.now() / 1000)
  const event = {
    ...received,
    id: `evt_${randomUUID()}`,
    object: 'event',
    created: timestamp,
    api_version: Stripe.API_VERSION,
    livemode: false,
    data: { object: fill({ ...received.data.object }) },
  }
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp })
  return { headers: { 'stripe-signature': signature }, body: new TextEncoder().encode(payload), type: received.type }
}
