import { hours } from '#shared/units.ts'
import { type ChangePreview, PaymentError } from '../../payments.ts'
import { findPrice } from '../catalogue.ts'
import { type CustomerTransaction, wholeSeconds } from '../customerTransaction.ts'
import { chargeSavedCard, closeInvoice, createInvoice, listOpenInvoices, settleTotal, sumOf } from './invoices.ts'
import { type Change, computeChange } from './periods.ts'
import { isPendingChange, NO_PENDING_CHANGE, saveSubscription } from './subscriptions.ts'
import type { InvoiceRow, SubscriptionRow } from '../tables.ts'

/** How long a change waits for its payment. */
const PENDING_LIFETIME = hours(23)

type Target = { readonly priceId: string; readonly at: Date }

export function previewChange({ customer }: CustomerTransaction, subscription: SubscriptionRow, target: Target): ChangePreview {
  const at = toCustomerTime(target.at, customer.clock_offset_ms)
  const { lines } = changeOf(subscription, { priceId: target.priceId, at })
  const { amountDue } = settleTotal(sumOf(lines), customer.balance)
  return { amountDue, amountLeft: 0 - sumOf(lines.filter(({ amount }) => amount < 0)), currency: subscription.currency }
}

/**
 * Changes the price and charges the saved card. If that fails, the change waits for its payment. A change that is done or waiting
 * is not repeated.
 */
export async function applyChange(
  transaction: CustomerTransaction,
  subscription: SubscriptionRow,
  target: Target,
): Promise<InvoiceRow> {
  const { customer, now } = transaction
  const earlier = await findChangeTo(transaction, subscription, target.priceId)
  if (earlier) return earlier
  const at = toCustomerTime(target.at, customer.clock_offset_ms)
  const change = changeOf(subscription, { priceId: target.priceId, at })
  await dropPendingChange(transaction, subscription)
  const invoice = await createInvoice(transaction, subscription, change.lines)
  if (await chargeSavedCard(transaction, invoice)) {
    await putInEffect(transaction, subscription, { priceId: target.priceId, change })
    return invoice
  }
  const until = Math.min(now.getTime() + PENDING_LIFETIME, subscription.period_end.getTime())
  await saveSubscription(transaction, subscription, {
    pending_price_id: target.priceId,
    pending_at: at,
    pending_invoice_id: invoice.invoice_id,
    pending_until: new Date(until),
  })
  return invoice
}

/** Returns the invoice of a completed or pending change. */
async function findChangeTo(
  { tx }: CustomerTransaction,
  { subscription_id, price_id, pending_price_id, status }: SubscriptionRow,
  priceId: string,
): Promise<InvoiceRow | undefined> {
  if (status === 'canceled' || (price_id !== priceId && pending_price_id !== priceId)) return undefined
  return tx
    .selectFrom('sandbox_invoice')
    .selectAll()
    .where('subscription_id', '=', subscription_id)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Applies a pending change whose invoice has been paid. */
export async function completePendingChange(transaction: CustomerTransaction, subscription: SubscriptionRow): Promise<void> {
  const { pending_price_id: priceId, pending_at: at } = subscription
  if (priceId === null || at === null) return
  const change = changeOf(subscription, { priceId, at })
  await putInEffect(transaction, subscription, { priceId, change }, 'customer.subscription.pending_update_applied')
}

/** Discards an unpaid change. Does nothing when there is none. */
export async function dropPendingChange(transaction: CustomerTransaction, subscription: SubscriptionRow): Promise<void> {
  if (subscription.pending_invoice_id === null) return
  for (const invoice of await listOpenInvoices(transaction, subscription))
    if (isPendingChange(subscription, invoice)) await closeInvoice(transaction, invoice, 'void')
  await saveSubscription(transaction, subscription, NO_PENDING_CHANGE, 'customer.subscription.pending_update_expired')
}

async function putInEffect(
  transaction: CustomerTransaction,
  subscription: SubscriptionRow,
  { priceId, change }: { priceId: string; change: Change },
  type?: string,
): Promise<void> {
  const { period, anchor } = change
  const changes = {
    ...NO_PENDING_CHANGE,
    status: 'active' as const,
    price_id: priceId,
    period_start: period.start,
    period_end: period.end,
    anchor,
    scheduled_price_id: null,
    ...(subscription.status === 'trialing' && { trial_end: period.start }),
  }
  await saveSubscription(transaction, subscription, changes, type)
}

/** Schedules a price change for the end of the period. The subscription then continues, even if the customer had canceled it. */
export async function scheduleChange(
  transaction: CustomerTransaction,
  subscription: SubscriptionRow,
  priceId: string,
): Promise<void> {
  if (subscription.status === 'canceled') throw new PaymentError('invalid', 'a subscription that has ended cannot change')
  checkRenewable(findPrice(priceId, subscription.currency))
  await saveSubscription(transaction, subscription, { scheduled_price_id: priceId, cancel_at_period_end: false })
}

function checkRenewable({ priceId, months }: { priceId: string; months: number }): void {
  if (months === 0) throw new PaymentError('invalid', `the price ${priceId} is paid once`)
}

/** Throws PaymentError `invalid` when the subscription cannot change now, or `at` is not in its period. */
function changeOf(subscription: SubscriptionRow, { priceId, at }: Target): Change {
  const { status, period_start: start, period_end: end, anchor, currency } = subscription
  if (status !== 'trialing' && status !== 'active')
    throw new PaymentError('invalid', `a subscription that is ${status} cannot change`)
  if (at < start || at > end) throw new PaymentError('invalid', 'the time of the change is not in the paid period')
  const price = findPrice(subscription.price_id, currency)
  const to = findPrice(priceId, currency)
  checkRenewable(to)
  return computeChange({ price, period: { start, end }, anchor, isTrial: status === 'trialing' }, to, at)
}

/** Converts a time of the server's clock to the customer's. */
const toCustomerTime = (at: Date, offset: number): Date => wholeSeconds(at.getTime() + offset)
