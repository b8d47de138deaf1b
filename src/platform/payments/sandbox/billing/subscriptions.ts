import { days } from '#shared/units.ts'
import { findPrice } from '../catalogue.ts'
import { createId, type CustomerTransaction } from '../customerTransaction.ts'
import { closeInvoice, createInvoice, listOpenInvoices, markPaid } from './invoices.ts'
import { periodEndAfter } from './periods.ts'
import type { CheckoutRow, InvoiceRow, SubscriptionRow } from '../tables.ts'

/** Starts a subscription after its payment or with a trial. Returns its id. */
export async function startSubscription(
  transaction: CustomerTransaction,
  { price_id, currency, trial_days }: Pick<CheckoutRow, 'price_id' | 'currency' | 'trial_days'>,
): Promise<string> {
  const { sandbox, tx, customer, now, emit } = transaction
  const { amount, months } = findPrice(price_id, currency)
  const trialEnd = trial_days > 0 ? new Date(now.getTime() + days(trial_days)) : null
  const end = trialEnd ?? periodEndAfter(now, now, months)
  const subscription = await tx
    .insertInto('sandbox_subscription')
    .values({
      subscription_id: createId('sub', sandbox.clock),
      customer_id: customer.customer_id,
      price_id,
      currency,
      status: trialEnd ? 'trialing' : 'active',
      started_at: now,
      trial_start: trialEnd && now,
      trial_end: trialEnd,
      period_start: now,
      period_end: end,
      anchor: trialEnd ?? now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await emit('customer.subscription.created', { kind: 'subscription', id: subscription.subscription_id })
  // A trial has an invoice too, with an amount of 0.
  const line = { priceId: price_id, amount: trialEnd ? 0 : amount, start: now, end }
  await markPaid(transaction, await createInvoice(transaction, subscription, [line]))
  return subscription.subscription_id
}

/** Updates the row and the object. */
export async function saveSubscription(
  { tx, emit }: CustomerTransaction,
  subscription: SubscriptionRow,
  changes: Partial<SubscriptionRow>,
  type = 'customer.subscription.updated',
): Promise<void> {
  Object.assign(subscription, changes)
  const { subscription_id: id } = subscription
  await tx.updateTable('sandbox_subscription').set(changes).where('subscription_id', '=', id).execute()
  await emit(type, { kind: 'subscription', id })
}

export const NO_PENDING_CHANGE = { pending_price_id: null, pending_at: null, pending_invoice_id: null, pending_until: null }

/** Ends a subscription now. Its open invoices are no longer demanded. */
export async function endSubscription(transaction: CustomerTransaction, subscription: SubscriptionRow): Promise<void> {
  for (const invoice of await listOpenInvoices(transaction, subscription))
    await closeInvoice(transaction, invoice, isPendingChange(subscription, invoice) ? 'void' : 'uncollectible')
  const nothingDue = { retry_at: null, retries: 0, scheduled_price_id: null, cancel_at_period_end: false, ...NO_PENDING_CHANGE }
  const changes = { status: 'canceled', ended_at: transaction.now, ...nothingDue } as const
  await saveSubscription(transaction, subscription, changes, 'customer.subscription.deleted')
}

export const isPendingChange = (subscription: SubscriptionRow, { invoice_id }: Pick<InvoiceRow, 'invoice_id'>): boolean =>
  subscription.pending_invoice_id === invoice_id
