import { type Millis, days } from '#shared/units.ts'
import { PaymentError } from '../payments.ts'
import { type Card, outcomeOnPage } from './cards.ts'
import { completeCheckout, saveCard } from './billing/checkouts.ts'
import { type CustomerTransaction, type Sandbox, updateCustomer } from './customerTransaction.ts'
import { listOpenInvoices, markPaid } from './billing/invoices.ts'
import { findSubscription, withCheckout, withInvoice, withPayment, withSubscription } from './objects.ts'
import { completePendingChange } from './billing/planChanges.ts'
import { PAID } from './billing/processDue.ts'
import { isPendingChange, saveSubscription } from './billing/subscriptions.ts'
import { disputePayment, refundPayment } from './billing/refunds.ts'
import type { CustomerRow, InvoiceRow } from './tables.ts'
import { withCustomer } from './withCustomer.ts'

/** The result of an attempt to pay. `closed`: no longer payable. */
export type PayOutcome = 'paid' | 'declined' | 'needs3ds' | 'closed'

/** `isConfirmed` after 3-D Secure. */
export type PaidWith = { readonly card: Card; readonly isConfirmed?: boolean }

/** Pays a checkout, unless it has been paid. */
export const payCheckout = (sandbox: Sandbox, id: string, paidWith: PaidWith): Promise<PayOutcome> =>
  withCheckout(sandbox, id, async (transaction, checkout) => {
    if (checkout.status !== 'open') return checkout.status === 'complete' ? 'paid' : 'closed'
    const outcome = outcomeOf(paidWith)
    if (outcome === 'paid') await completeCheckout(transaction, checkout, paidWith.card)
    return outcome
  })

/** Pays an open invoice and applies what was waiting for it. Saves the card. */
export const payInvoice = (sandbox: Sandbox, id: string, paidWith: PaidWith): Promise<PayOutcome> =>
  withInvoice(sandbox, id, async (transaction, invoice) => {
    if (invoice.status !== 'open') return invoice.status === 'paid' ? 'paid' : 'closed'
    const outcome = outcomeOf(paidWith)
    if (outcome !== 'paid') return outcome
    await saveCard(transaction, paidWith.card)
    await markPaid(transaction, invoice)
    await continueSubscription(transaction, invoice)
    return 'paid'
  })

const outcomeOf = ({ card, isConfirmed }: PaidWith): 'paid' | 'declined' | 'needs3ds' => {
  const outcome = outcomeOnPage(card)
  return outcome === 'needs3ds' && isConfirmed ? 'paid' : outcome
}

async function continueSubscription(transaction: CustomerTransaction, invoice: InvoiceRow): Promise<void> {
  const subscription = await findSubscription(transaction.tx, invoice.subscription_id)
  if (!subscription) return
  if (isPendingChange(subscription, invoice)) return completePendingChange(transaction, subscription)
  const unpaid = await listOpenInvoices(transaction, subscription)
  if (subscription.status === 'past_due' && unpaid.length === 0) await saveSubscription(transaction, subscription, PAID)
}

/** Replaces the saved card; null removes it. */
export const setCard = (sandbox: Sandbox, customerId: string, card: Card | null): Promise<void> =>
  withCustomer(sandbox, customerId, (transaction) => saveCard(transaction, card))

/** Cancels a subscription at the end of its period, or undoes that. */
export const setCancelAtPeriodEnd = (sandbox: Sandbox, subscriptionId: string, isCanceled: boolean): Promise<void> =>
  withSubscription(sandbox, subscriptionId, async (transaction, subscription) => {
    if (subscription.status === 'canceled' || subscription.cancel_at_period_end === isCanceled) return
    const scheduled = isCanceled ? { scheduled_price_id: null } : {}
    await saveSubscription(transaction, subscription, { cancel_at_period_end: isCanceled, ...scheduled })
  })

export const AdvanceTargets = ['day', 'renewal', 'trialEnd'] as const
export type AdvanceTarget = (typeof AdvanceTargets)[number]

/**
 * Advances the clock of a customer and processes what is due until then. Throws PaymentError `invalid` when there is no such time.
 */
export const advance = (sandbox: Sandbox, customerId: string, to: AdvanceTarget): Promise<void> =>
  withCustomer(sandbox, customerId, async (transaction) => {
    const target = await timeOf(transaction, to)
    if (!target) throw new PaymentError('invalid', `this customer has no ${to} ahead`)
    await setForward(transaction, target.getTime() - transaction.now.getTime())
  }).then(() => doWhatIsDue(sandbox, customerId))

/** Like `advance`, by a given duration. */
export const advanceBy = (sandbox: Sandbox, customerId: string, time: Millis): Promise<void> =>
  withCustomer(sandbox, customerId, (transaction) => setForward(transaction, time)).then(() => doWhatIsDue(sandbox, customerId))

const doWhatIsDue = (sandbox: Sandbox, customerId: string): Promise<void> =>
  withCustomer(sandbox, customerId, async () => undefined)

const setForward = async (transaction: CustomerTransaction, time: Millis): Promise<void> =>
  updateCustomer(transaction, { clock_offset_ms: transaction.customer.clock_offset_ms + Math.max(0, time) })

async function timeOf({ tx, customer, now }: CustomerTransaction, to: AdvanceTarget): Promise<Date | null> {
  if (to === 'day') return new Date(now.getTime() + days(1))
  const subscription = await tx
    .selectFrom('sandbox_subscription')
    .select('period_end')
    .where('customer_id', '=', customer.customer_id)
    .where('status', 'in', to === 'trialEnd' ? ['trialing'] : ['active', 'trialing', 'past_due'])
    .orderBy('period_end')
    .executeTakeFirst()
  return subscription?.period_end ?? null
}

/** Refunds a payment in full, as the operator would. */
export const refundByOperator = (sandbox: Sandbox, paymentId: string): Promise<void> =>
  withPayment(sandbox, paymentId, refundPayment)

/** Opens or decides the dispute of a payment, as the bank of the card would. */
export const dispute = (sandbox: Sandbox, paymentId: string, outcome: 'open' | 'won' | 'lost'): Promise<void> =>
  withPayment(sandbox, paymentId, (transaction, payment) => disputePayment(transaction, payment, outcome))

/** How later notifications of a customer are delivered. */
export type Switches = Pick<CustomerRow, 'sends_duplicates' | 'sends_late_first' | 'sends_nothing' | 'delay_seconds'>

export const setSwitches = (sandbox: Sandbox, customerId: string, switches: Partial<Switches>): Promise<void> =>
  withCustomer(sandbox, customerId, (transaction) => updateCustomer(transaction, switches))
