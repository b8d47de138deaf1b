import type { Checkout, Invoice, Payment, Subscription } from '../payments.ts'
import type { CustomerRow, CheckoutRow, InvoiceLineRow, InvoiceRow, PaymentRow, SubscriptionRow } from './tables.ts'

/** The sandbox never charges real money. */
const livemode = false

export const toCheckout = (row: CheckoutRow, publicUrl: string): Checkout => ({
  id: row.checkout_id,
  url: row.status === 'open' ? `${publicUrl}/sandbox/checkout/${row.checkout_id}` : null,
  status: row.status,
  paymentStatus: row.status !== 'complete' ? 'unpaid' : row.trial_days > 0 ? 'no_payment_required' : 'paid',
  mode: row.mode,
  intentId: row.intent_id,
  customerId: row.customer_id,
  subscriptionId: row.subscription_id,
  paymentId: row.payment_id,
  amount: row.amount,
  currency: row.currency,
  livemode,
})

export const toSubscription = (row: SubscriptionRow, customer: CustomerRow): Subscription => ({
  id: row.subscription_id,
  customerId: row.customer_id,
  status: row.status,
  priceId: row.price_id,
  currency: row.currency,
  startedAt: row.started_at,
  trialStart: row.trial_start,
  trialEnd: row.trial_end,
  periodStart: row.period_start,
  periodEnd: row.period_end,
  cancelAtPeriodEnd: row.cancel_at_period_end,
  endedAt: row.ended_at,
  hasPendingChange: row.pending_invoice_id !== null,
  scheduled: row.scheduled_price_id === null ? null : { priceId: row.scheduled_price_id, startsAt: row.period_end },
  clockOffset: customer.clock_offset_ms,
  cardFingerprint: customer.card_fingerprint,
  livemode,
})

export const toInvoice = (row: InvoiceRow, lines: readonly InvoiceLineRow[], publicUrl: string): Invoice => ({
  id: row.invoice_id,
  customerId: row.customer_id,
  subscriptionId: row.subscription_id,
  status: row.status,
  currency: row.currency,
  amountDue: row.amount_due,
  amountPaid: row.amount_paid,
  createdAt: row.created_at,
  hostedUrl: `${publicUrl}/sandbox/invoice/${row.invoice_id}`,
  paymentId: row.payment_id,
  lines: lines
    .filter(({ invoice_id }) => invoice_id === row.invoice_id)
    .map(({ price_id: priceId, amount, start_at: start, end_at: end }) => ({ priceId, amount, start, end })),
  livemode,
})

export const toPayment = (row: PaymentRow): Payment => ({
  id: row.payment_id,
  customerId: row.customer_id,
  amount: row.amount,
  refunded: row.refunded,
  currency: row.currency,
  dispute: row.dispute,
  livemode,
})
