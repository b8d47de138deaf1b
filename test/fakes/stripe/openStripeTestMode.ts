import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { TestRunner } from 'vitest'
import { hours, seconds, unixSeconds } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { quietLog } from '#platform/log/log.ts'
import { listCataloguePrices } from '#platform/payments/sandbox/catalogue.ts'
import { openStripe } from '#platform/payments/stripe/openStripe.ts'
import type { GatewayHarness, RawNotification, TestCard } from '#test/payments/GatewayHarness.ts'
import { WEBHOOK_SECRET } from './openTestStripe.ts'

/** Stripe's equivalents of the test card numbers. */
const TOKENS: Readonly<Record<TestCard, string>> = {
  good: 'tok_visa',
  declined: 'tok_chargeDeclined',
  needs3ds: 'tok_threeDSecure2Required',
  failsLater: 'tok_chargeCustomerFail',
}
const KEYS = ['600-month', '600-year', 'unlimited-month', 'unlimited-year', 'hourlypacket']

/** An invoice remains a draft for an hour after its period ends. */
const AFTER_PERIOD = hours(3)

/** Skips the running test because a step can only be done on a Stripe page or at a bank. */
function skipTest(reason: string): never {
  TestRunner.getCurrentTest()?.context.skip(reason)
  throw new Error(reason)
}

/**
 * Opens the test mode of a real account. Each customer has a separate clock, which is deleted together with the customer. The
 * prices remain in the account. Notifications are read from its list of events and signed here, because Stripe cannot reach this
 * machine.
 */
export async function openStripeTestMode(secretKey: string): Promise<GatewayHarness> {
  if (!secretKey.startsWith('sk_test_')) throw new Error('this is not a test mode key')
  const client = new Stripe(secretKey, { maxNetworkRetries: 3, telemetry: false })
  const config = { provider: 'stripe', secretKey, webhookSecret: WEBHOOK_SECRET, apiBase: null } as const
  const gateway = openStripe(config, { log: quietLog })
  await createMissingPrices(client, gateway)
  const clocks = new Map<string, string>()
  const clockOf = async (customerId: string) => await client.testHelpers.testClocks.retrieve(clocks.get(customerId) ?? '')
  const createUser = () => ({ userId: randomUUID(), email: 'anna@example.com' })
  return {
    gateway,
    createUser,
    createCustomer: async () => {
      const { userId, email } = createUser()
      const { id: clock } = await client.testHelpers.testClocks.create({ frozen_time: unixSeconds(systemClock.now()) })
      const { id } = await client.customers.create({ email, metadata: { user_id: userId }, test_clock: clock })
      clocks.set(id, clock)
      return { userId, customerId: id }
    },
    now: async (customerId) => new Date((await clockOf(customerId)).frozen_time * 1000),
    payCheckout: async (id, card) => await payCheckout(client, id, card),
    payInvoice: async (id, card) => await payInvoice(client, id, card),
    setCard: async (customerId, card) => await setCard(client, customerId, card),
    cancelAtPeriodEnd: async (id) => void (await client.subscriptions.update(id, { cancel_at_period_end: true })),
    advance: async (customerId, to) => {
      const clock = await clockOf(customerId)
      const time =
        to === 'day' ? clock.frozen_time + hours(24) / 1000 : (await nextDue(client, customerId, to)) + AFTER_PERIOD / 1000
      await client.testHelpers.testClocks.advance(clock.id, { frozen_time: time })
      while ((await clockOf(customerId)).status === 'advancing') await systemClock.wait(seconds(2))
    },
    dispute: async () => skipTest('Stripe disputes a payment only when it was made with a card for it'),
    nextNotification: createNotificationReader(client, unixSeconds(systemClock.now())),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...clocks.values()].map(async (clock) => await client.testHelpers.testClocks.del(clock)))
    },
  }
}

async function createMissingPrices(client: Stripe, { listPrices }: GatewayHarness['gateway']): Promise<void> {
  const existing = new Set((await listPrices(KEYS)).map(({ key }) => key))
  for (const { key, interval, amounts } of listCataloguePrices(KEYS.filter((wanted) => !existing.has(wanted)))) {
    const { usd, ...others } = amounts
    await client.prices.create({
      product_data: { name: `Earshot test ${key}` },
      lookup_key: key,
      currency: 'usd',
      unit_amount: usd ?? 0,
      currency_options: Object.fromEntries(
        Object.entries(others).map(([currency, amount]) => [currency, { unit_amount: amount }]),
      ),
      ...(interval !== 'once' && { recurring: { interval } }),
    })
  }
}

async function createCard(client: Stripe, card: TestCard): Promise<string> {
  const billing = { email: 'anna@example.com', name: 'Anna' }
  const { id } = await client.paymentMethods.create({ type: 'card', card: { token: TOKENS[card] }, billing_details: billing })
  return id
}

/** Confirms the page with the undocumented request that Stripe's command line uses for it. */
async function payCheckout(client: Stripe, id: string, card: TestCard): Promise<void> {
  if (card === 'needs3ds') skipTest('3-D Secure can only be passed on a page of Stripe')
  const session = await client.checkout.sessions.retrieve(id)
  const method = await createCard(client, card === 'failsLater' ? 'good' : card)
  const params = { payment_method: method, expected_amount: session.amount_total ?? 0 }
  await unlessDeclined(client.rawRequest('POST', `/v1/payment_pages/${id}/confirm`, params))
  const customerId = typeof session.customer === 'string' ? session.customer : ''
  if (card === 'failsLater') await setCard(client, customerId, card)
}

/** Pays with a card that requires nothing where 3-D Secure would be passed; the invoice is paid in the same way. */
async function payInvoice(client: Stripe, id: string, card: TestCard): Promise<void> {
  const { customer } = await client.invoices.retrieve(id)
  const method = await createCard(client, card === 'declined' ? 'failsLater' : 'good')
  await client.paymentMethods.attach(method, { customer: typeof customer === 'string' ? customer : '' })
  await unlessDeclined(client.invoices.pay(id, { payment_method: method }))
}

async function unlessDeclined(answer: Promise<unknown>): Promise<void> {
  try {
    await answer
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
  }
}

async function setCard(client: Stripe, customerId: string, card: TestCard | null): Promise<void> {
  const { data: earlier } = await client.customers.listPaymentMethods(customerId)
  for (const { id } of earlier) await client.paymentMethods.detach(id)
  if (card === null) return
  const method = await createCard(client, card)
  await client.paymentMethods.attach(method, { customer: customerId })
  await client.customers.update(customerId, { invoice_settings: { default_payment_method: method } })
  const { data: subscriptions } = await client.subscriptions.list({ customer: customerId })
  for (const { id } of subscriptions) await client.subscriptions.update(id, { default_payment_method: method })
}

async function nextDue(client: Stripe, customerId: string, to: 'renewal' | 'trialEnd'): Promise<number> {
  const { data } = await client.subscriptions.list({ customer: customerId })
  const [subscription] = data
  const time = to === 'trialEnd' ? subscription?.trial_end : subscription?.items.data[0]?.current_period_end
  if (!time) throw new Error(`customer ${customerId} has no subscription with a ${to}`)
  return time
}

/** Returns a function that returns each event once. Events appear in the list some seconds after they occurred. */
function createNotificationReader(client: Stripe, since: number): GatewayHarness['nextNotification'] {
  const seen = new Set<string>()
  const unread: Stripe.Event[] = []
  const readNew = async () => {
    const events = await client.events.list({ created: { gte: since }, limit: 100 }).autoPagingToArray({ limit: 5000 })
    const fresh = events.filter(({ id }) => !seen.has(id)).toSorted((a, b) => a.created - b.created)
    for (const event of fresh) seen.add(event.id)
    unread.push(...fresh)
  }
  return async () => {
    for (let tries = 0; unread.length === 0 && tries < 30; tries++) {
      await systemClock.wait(seconds(1))
      await readNew()
    }
    const event = unread.shift()
    if (!event) throw new Error('there is no further notification')
    return sign(event)
  }
}

function sign(event: Stripe.Event): RawNotification {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
  return { headers: { 'stripe-signature': signature }, body: new TextEncoder().encode(payload) }
}
