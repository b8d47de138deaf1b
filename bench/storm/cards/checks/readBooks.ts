import type pg from 'pg'
import type {
  CheckoutRow,
  CustomerRow,
  InvoiceLineRow,
  InvoiceRow,
  PaymentRow,
  SubscriptionRow,
} from '#platform/payments/sandbox/tables.ts'
import { type CommonBooks, inSnapshot, readCommonBooks } from '../../checks/commonBooks.ts'

/** Our copies, with only the fields that the checks compare. */
export type OurSubscription = {
  subscription_id: string
  user_id: string | null
  status: string
  price_id: string
  period_start: Date
  period_end: Date
  cancel_at_period_end: boolean
  has_pending_change: boolean
  scheduled_price_id: string | null
  is_duplicate: boolean
  is_trial_refused: boolean
}
export type OurInvoice = {
  invoice_id: string
  subscription_id: string
  status: string
  currency: string
  amount_paid: number
  payment_id: string | null
  refunded: number
  dispute: string
}
export type OurPack = {
  checkout_id: string
  key: string
  amount: number
  currency: string
  payment_id: string | null
  refunded: number
  dispute: string
}
export type OurCheckout = { intent_id: string; checkout_id: string | null; status: string; expires_at: Date }
/** All data that the checks need, in one snapshot. */
export type Books = CommonBooks & {
  readonly customers: readonly CustomerRow[]
  readonly subscriptions: readonly SubscriptionRow[]
  readonly invoices: readonly InvoiceRow[]
  readonly lines: readonly InvoiceLineRow[]
  readonly payments: readonly PaymentRow[]
  readonly checkouts: readonly CheckoutRow[]
  readonly ourSubscriptions: readonly OurSubscription[]
  readonly ourInvoices: readonly OurInvoice[]
  readonly ourPacks: readonly OurPack[]
  readonly ourCheckouts: readonly OurCheckout[]
}

/** Reads both sides, the sandbox and ours, in one snapshot. */
export const readBooks = (pool: pg.Pool): Promise<Books> =>
  inSnapshot(pool, async (all) => ({
    ...(await readCommonBooks(all, 'select customer_id, user_id from billing_customer')),
    customers: await all('select * from sandbox_customer'),
    subscriptions: await all('select * from sandbox_subscription order by started_at'),
    invoices: await all('select * from sandbox_invoice order by n'),
    lines: await all('select * from sandbox_invoice_line order by invoice_id, n'),
    payments: await all('select * from sandbox_payment order by created_at'),
    checkouts: await all('select * from sandbox_checkout order by created_at'),
    ourSubscriptions: await all('select * from billing_subscription'),
    ourInvoices: await all('select * from billing_invoice'),
    ourPacks: await all('select * from billing_pack'),
    ourCheckouts: await all('select * from billing_checkout'),
  }))

/** Returns whether a payment was fully refunded, or is held by the bank. */
export const isPaidBack = ({ amount, refunded, dispute }: Pick<OurPack, 'amount' | 'refunded' | 'dispute'>): boolean =>
  refunded >= amount || dispute === 'open' || dispute === 'lost'
