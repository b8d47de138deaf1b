import type pg from 'pg'
import type {
  CheckoutRow,
  CustomerRow,
  EventRow,
  InvoiceLineRow,
  InvoiceRow,
  PaymentRow,
  SubscriptionRow,
} from '#platform/payments/sandbox/tables.ts'

/** Our copies. Only what the checks compare. */
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
export type Membership = {
  membership_id: string
  user_id: string
  tier: string
  start_time: Date
  expire_time: Date | null
  paid_until: Date | null
  source: string
  source_ref: string
  renewal: string | null
  made_at: Date
}
export type Grant = {
  grant_id: string
  user_id: string
  kind: string
  source: string
  source_ref: string
  membership_id: string | null
  is_unlimited: boolean
  seconds_total: number
  seconds_left: number
  seconds_held: number
  seconds_used: number
  seconds_void: number
  valid_until: Date | null
  voided_at: Date | null
}
export type Entry = { user_id: string; kind: string; seconds: number; source: string }
export type HeldPart = { grant_id: string; seconds: number; status: string }
export type Notification = { event_id: string; handled_at: Date | null; received_at: Date }

/** Everything that the checks need, as it was at one moment. */
export type Books = {
  readonly now: Date
  /** The account of each customer. */
  readonly userOf: ReadonlyMap<string, string>
  readonly customers: readonly CustomerRow[]
  readonly subscriptions: readonly SubscriptionRow[]
  readonly invoices: readonly InvoiceRow[]
  readonly lines: readonly InvoiceLineRow[]
  readonly payments: readonly PaymentRow[]
  readonly checkouts: readonly CheckoutRow[]
  readonly events: readonly EventRow[]
  readonly ourSubscriptions: readonly OurSubscription[]
  readonly ourInvoices: readonly OurInvoice[]
  readonly ourPacks: readonly OurPack[]
  readonly ourCheckouts: readonly OurCheckout[]
  readonly memberships: readonly Membership[]
  readonly grants: readonly Grant[]
  readonly entries: readonly Entry[]
  readonly heldParts: readonly HeldPart[]
  readonly notifications: readonly Notification[]
}

/** Reads both sides, the sandbox and ours, in one snapshot. */
export async function readBooks(pool: pg.Pool): Promise<Books> {
  const client = await pool.connect()
  const all = async <Row>(text: string): Promise<Row[]> => (await client.query(text)).rows as Row[]
  try {
    await client.query('begin isolation level repeatable read read only')
    const links = await all<{ customer_id: string; user_id: string }>('select customer_id, user_id from billing_customer')
    const books: Books = {
      now: (await all<{ now: Date }>('select now()'))[0]!.now,
      userOf: new Map(links.map(({ customer_id, user_id }) => [customer_id, user_id])),
      customers: await all('select * from sandbox_customer'),
      subscriptions: await all('select * from sandbox_subscription order by started_at'),
      invoices: await all('select * from sandbox_invoice order by n'),
      lines: await all('select * from sandbox_invoice_line order by invoice_id, n'),
      payments: await all('select * from sandbox_payment order by created_at'),
      checkouts: await all('select * from sandbox_checkout order by created_at'),
      events: await all('select * from sandbox_event order by n'),
      ourSubscriptions: await all('select * from billing_subscription'),
      ourInvoices: await all('select * from billing_invoice'),
      ourPacks: await all('select * from billing_pack'),
      ourCheckouts: await all('select * from billing_checkout'),
      memberships: await all('select * from membership order by start_time'),
      grants: await all('select * from minute_grant order by made_at'),
      entries: await all('select user_id, kind, seconds, source from minute_entry'),
      heldParts: await all(
        'select grant_id, seconds, status from minute_reservation_part join minute_reservation using (task_id)',
      ),
      notifications: await all('select event_id, handled_at, received_at from payment_notification'),
    }
    await client.query('commit')
    return books
  } finally {
    client.release()
  }
}

/** Whether all of a payment has gone back, or the bank holds it. */
export const isPaidBack = ({ amount, refunded, dispute }: Pick<PaymentRow, 'amount' | 'refunded' | 'dispute'>): boolean =>
  refunded >= amount || dispute === 'open' || dispute === 'lost'
