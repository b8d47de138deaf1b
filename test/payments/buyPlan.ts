import { minutes } from '#shared/units.ts'
import type { Checkout, NewCheckout, Subscription } from '#platform/payments/payments.ts'
import type { GatewayHarness, TestCard } from './GatewayHarness.ts'

type Purchase = { key?: string; currency?: string; trialDays?: number; card?: TestCard }
type Customer = { userId: string; customerId: string }

export async function priceIdOf({ gateway }: Pick<GatewayHarness, 'gateway'>, key: string): Promise<string> {
  const [price] = await gateway.listPrices([key])
  if (!price) throw new Error(`there is no price ${key}`)
  return price.priceId
}

/** Returns the amount of a price. */
export async function amountOf({ gateway }: GatewayHarness, key: string, currency = 'usd'): Promise<number> {
  const [price] = await gateway.listPrices([key])
  return price?.amounts[currency] ?? Number.NaN
}

let intents = 0

/** Returns the request for the checkout of a plan, or of minutes for the keys of packs. */
export async function newCheckout(
  harness: GatewayHarness,
  customer: Customer,
  { key = '600-month', currency = 'usd', trialDays = 0 }: Purchase = {},
): Promise<NewCheckout> {
  const now = await harness.now(customer.customerId)
  return {
    ...customer,
    intentId: `${customer.userId}-${++intents}`,
    priceId: await priceIdOf(harness, key),
    mode: key.startsWith('hourlypacket') ? 'payment' : 'subscription',
    currency,
    trialDays,
    expiresAt: new Date(now.getTime() + minutes(40)),
    successUrl: 'https://earshot.test/paid?session={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://earshot.test/plans',
  }
}

/** Buys something on a page as a new customer. */
export async function buy(
  harness: GatewayHarness,
  purchase: Purchase = {},
  by?: Customer,
): Promise<{ customer: Customer; checkout: Checkout }> {
  const customer = by ?? (await harness.createCustomer())
  const { id } = await harness.gateway.createCheckout(await newCheckout(harness, customer, purchase))
  await harness.payCheckout(id, purchase.card ?? 'good')
  return { customer, checkout: await harness.gateway.getCheckout(id) }
}

/** Buys a plan as a new customer. Returns the subscription. */
export async function subscribe(
  harness: GatewayHarness,
  purchase: Purchase = {},
): Promise<{ customer: Customer; customerId: string; subscription: Subscription }> {
  const { customer, checkout } = await buy(harness, purchase)
  const subscription = await harness.gateway.getSubscription(checkout.subscriptionId ?? 'none')
  return { customer, customerId: customer.customerId, subscription }
}

/** Returns a change of a subscription at the current time. */
export async function changeTo(harness: GatewayHarness, { id, customerId }: Subscription, key: string) {
  return { subscriptionId: id, priceId: await priceIdOf(harness, key), at: await harness.now(customerId) }
}
