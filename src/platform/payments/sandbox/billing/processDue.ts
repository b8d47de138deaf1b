import { days } from '#shared/units.ts'
import { findPrice } from '../catalogue.ts'
import type { CustomerTransaction } from '../customerTransaction.ts'
import { chargeSavedCard, createInvoice, listOpenInvoices } from './invoices.ts'
import { periodEndAfter } from './periods.ts'
import { dropPendingChange } from './planChanges.ts'
import { endSubscription, saveSubscription } from './subscriptions.ts'
import type { CheckoutRow, SubscriptionRow } from '../tables.ts'

/** Days after a declined renewal on which it is retried. On the last one the subscription ends instead. */
const RETRY_DAYS = [1, 3, 5, 7]

type Due = { readonly time: Date; readonly run: (transaction: CustomerTransaction) => Promise<void> }

/** Processes everything that is due on the customer's clock, each at its own time. */
export async function processDue(transaction: CustomerTransaction): Promise<void> {
  const { tx, customer, now } = transaction
  const subscriptions = await tx
    .selectFrom('sandbox_subscription')
    .selectAll()
    .where('customer_id', '=', customer.customer_id)
    .where('status', '!=', 'canceled')
    .orderBy('started_at')
    .execute()
  const checkouts = await tx
    .selectFrom('sandbox_checkout')
    .selectAll()
    .where('customer_id', '=', customer.customer_id)
    .where('status', '=', 'open')
    .where('expires_at', '<=', now)
    .execute()
  for (;;) {
    const next = [...checkouts.flatMap(dueOfCheckout), ...subscriptions.flatMap(dueOfSubscription)]
      .sort((a, b) => a.time.getTime() - b.time.getTime())
      .at(0)
    if (!next || next.time > now) return
    await next.run({ ...transaction, now: next.time })
  }
}

const dueOfCheckout = (checkout: CheckoutRow): Due[] =>
  checkout.status === 'open' ? [{ time: checkout.expires_at, run: (transaction) => closeCheckout(transaction, checkout) }] : []

export async function closeCheckout({ tx, emit }: CustomerTransaction, checkout: CheckoutRow): Promise<void> {
  const { checkout_id: id } = checkout
  checkout.status = 'expired'
  await tx.updateTable('sandbox_checkout').set({ status: 'expired' }).where('checkout_id', '=', id).execute()
  await emit('checkout.session.expired', { kind: 'checkout', id })
}

function dueOfSubscription(subscription: SubscriptionRow): Due[] {
  const { status, pending_until, retry_at, period_end } = subscription
  if (status === 'canceled') return []
  return [
    ...(pending_until ? [{ time: pending_until, run: (tx: CustomerTransaction) => dropPendingChange(tx, subscription) }] : []),
    ...(retry_at ? [{ time: retry_at, run: (tx: CustomerTransaction) => retryPayment(tx, subscription) }] : []),
    { time: period_end, run: (tx) => beginPeriod(tx, subscription) },
  ]
}

/** Begins the next period and charges the saved card, or ends the subscription. */
async function beginPeriod(transaction: CustomerTransaction, subscription: SubscriptionRow): Promise<void> {
  const { currency, status, scheduled_price_id: scheduled, cancel_at_period_end: isCanceled } = subscription
  const hasNoCard = transaction.customer.card_kind === null
  if (isCanceled || (status === 'trialing' && hasNoCard)) return endSubscription(transaction, subscription)
  const { months: earlierMonths } = findPrice(subscription.price_id, currency)
  const { priceId, amount, months } = findPrice(scheduled ?? subscription.price_id, currency)
  const start = subscription.period_end
  const anchor = months === earlierMonths ? subscription.anchor : start
  const end = periodEndAfter(start, anchor, months)
  const invoice = await createInvoice(transaction, subscription, [{ priceId, amount, start, end }])
  const isPaid = await chargeSavedCard(transaction, invoice)
  const period = { price_id: priceId, anchor, period_start: start, period_end: end, scheduled_price_id: null }
  await saveSubscription(transaction, subscription, { ...period, ...(isPaid ? PAID : declined(start, 0)) })
}

/** Retries a declined renewal. After the last attempt the subscription ends. */
async function retryPayment(transaction: CustomerTransaction, subscription: SubscriptionRow): Promise<void> {
  const { retries, period_start: start } = subscription
  if (retries + 1 >= RETRY_DAYS.length) return endSubscription(transaction, subscription)
  for (const invoice of await listOpenInvoices(transaction, subscription))
    if (!(await chargeSavedCard(transaction, invoice)))
      return saveSubscription(transaction, subscription, declined(start, retries + 1))
  await saveSubscription(transaction, subscription, PAID)
}

/** The state of a subscription with no open payment. */
export const PAID = { status: 'active', retry_at: null, retries: 0 } as const

const declined = (start: Date, retries: number) =>
  ({ status: 'past_due', retries, retry_at: new Date(start.getTime() + days(RETRY_DAYS[retries] ?? 0)) }) as const
