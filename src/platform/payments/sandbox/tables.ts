import type { Generated, GeneratedAlways, Insertable, Selectable, Transaction } from 'kysely'
import type { JsonTable } from '#platform/db/json.ts'
import type { Checkout, ObjectRef, Payment } from '../payments.ts'
import type { PayPlatform, QrRef } from '../qr/qrPayments.ts'
import type { CardKind } from './cards.ts'

/** The objects that notifications name: those of card payments, and QR code orders and agreements. */
export type SandboxRef = ObjectRef | QrRef
export const OBJECT_KINDS = ['checkout', 'subscription', 'invoice', 'payment', 'prices', 'order', 'agreement'] as const

type CustomerTable = {
  customer_id: string
  user_hash: Buffer
  clock_offset_ms: Generated<number>
  card_kind: CardKind | null
  card_last_digits: string | null
  card_fingerprint: string | null
  balance: Generated<number>
  balance_currency: string | null
  sends_duplicates: Generated<boolean>
  sends_late_first: Generated<boolean>
  sends_nothing: Generated<boolean>
  delay_seconds: Generated<number>
  created_at: Date
}

type SubscriptionTable = {
  subscription_id: string
  customer_id: string
  price_id: string
  currency: string
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  started_at: Date
  trial_start: Date | null
  trial_end: Date | null
  period_start: Date
  period_end: Date
  anchor: Date
  cancel_at_period_end: Generated<boolean>
  ended_at: Date | null
  scheduled_price_id: string | null
  pending_price_id: string | null
  pending_at: Date | null
  pending_invoice_id: string | null
  pending_until: Date | null
  retry_at: Date | null
  retries: Generated<number>
}

type InvoiceTable = {
  invoice_id: string
  n: GeneratedAlways<number>
  customer_id: string
  subscription_id: string
  status: 'open' | 'paid' | 'uncollectible' | 'void'
  currency: string
  amount_due: number
  amount_paid: Generated<number>
  balance_used: Generated<number>
  payment_id: string | null
  created_at: Date
}

type InvoiceLineTable = { invoice_id: string; n: number; price_id: string; amount: number; start_at: Date; end_at: Date }

type PaymentTable = {
  payment_id: string
  customer_id: string
  amount: number
  refunded: Generated<number>
  currency: string
  dispute: Generated<Payment['dispute']>
  created_at: Date
}

type CheckoutTable = {
  checkout_id: string
  customer_id: string
  intent_id: string
  price_id: string
  mode: Checkout['mode']
  currency: string
  amount: number
  trial_days: number
  success_url: string
  cancel_url: string
  expires_at: Date
  status: Generated<Checkout['status']>
  subscription_id: string | null
  payment_id: string | null
  created_at: Date
}

type PortalTable = { portal_id: string; customer_id: string; return_url: string; created_at: Date }

type IdempotencyKeyTable = { key: string; request: string; object_id: string; created_at: Date }

type EventTable = {
  event_id: string
  n: GeneratedAlways<number>
  customer_id: string
  type: string
  objects: SandboxRef[]
  attempts: Generated<number>
  delivered_at: Date | null
  created_at: Date
}

type QrOrderTable = {
  order_no: string
  customer_id: string
  platform: PayPlatform
  /** Set for charges of an agreement; null for orders with a QR code. */
  agreement_no: string | null
  title: string
  amount: number
  refunded: Generated<number>
  state: Generated<'pending' | 'paid' | 'closed' | 'failed'>
  expires_at: Date | null
  created_at: Date
}

type QrAgreementTable = {
  agreement_no: string
  customer_id: string
  platform: PayPlatform
  title: string
  amount: number
  months: number
  state: Generated<'pending' | 'signed' | 'ended'>
  /** One of the test controls. */
  declines: Generated<boolean>
  announced_at: Date | null
  starts_at: Date
  expires_at: Date
  created_at: Date
}

export type SandboxTables = {
  sandbox_customer: CustomerTable
  sandbox_subscription: SubscriptionTable
  sandbox_invoice: InvoiceTable
  sandbox_invoice_line: InvoiceLineTable
  sandbox_payment: PaymentTable
  sandbox_checkout: CheckoutTable
  sandbox_portal: PortalTable
  sandbox_idempotency_key: IdempotencyKeyTable
  sandbox_event: JsonTable<EventTable, 'objects'>
  sandbox_qr_order: QrOrderTable
  sandbox_qr_agreement: QrAgreementTable
}

export type CustomerRow = Selectable<CustomerTable>
export type SubscriptionRow = Selectable<SubscriptionTable>
export type InvoiceRow = Selectable<InvoiceTable>
export type InvoiceLineRow = Selectable<InvoiceLineTable>
export type PaymentRow = Selectable<PaymentTable>
export type CheckoutRow = Selectable<CheckoutTable>
export type NewCheckoutRow = Insertable<CheckoutTable>
export type EventRow = Selectable<EventTable>
export type QrOrderRow = Selectable<QrOrderTable>
export type QrAgreementRow = Selectable<QrAgreementTable>

export type SandboxTransaction = Transaction<SandboxTables>
