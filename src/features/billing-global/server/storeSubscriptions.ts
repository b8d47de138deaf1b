import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import { json, type JsonTable } from '#platform/db/json.ts'
import type { InvoiceLine, Payment, Subscription } from '#platform/payments/payments.ts'
import { LIVE_STATUSES } from '../rules.ts'

/** A copy of a subscription at the provider. */
export type SubscriptionRecord = {
  subscription_id: string
  /** Null after the account is deleted. */
  user_id: string | null
  customer_id: string
  status: Subscription['status']
  price_id: string
  currency: string
  trial_start: Date | null
  trial_end: Date | null
  period_start: Date
  period_end: Date
  cancel_at_period_end: boolean
  ended_at: Date | null
  has_pending_change: boolean
  scheduled_price_id: string | null
  scheduled_at: Date | null
  /** A second subscription beside a running one: ended and refunded. */
  is_duplicate: boolean
  /** Its card was already used for another trial, so it was ended. */
  is_trial_refused: boolean
  /** Whether the card of its trial was compared with those of other trials. */
  is_card_checked: boolean
  /** The copy with the highest order wins: it was requested last. */
  read_order: number
  made_at: Date
}

/** A copy of an invoice at the provider. */
export type InvoiceRecord = {
  invoice_id: string
  user_id: string | null
  subscription_id: string | null
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  currency: string
  amount_due: number
  amount_paid: number
  hosted_url: string | null
  payment_id: string | null
  /** Times are ISO texts. */
  lines: readonly InvoiceLine[]
  refunded: number
  dispute: Payment['dispute']
  read_order: number
  /** The `read_order` of the payment, which is read separately from the invoice; 0 for none. */
  payment_order: number
  made_at: Date
}

const tables = (ctx: AppContext) =>
  ctx.db.withTables<{ billing_subscription: SubscriptionRecord; billing_invoice: JsonTable<InvoiceRecord, 'lines'> }>()

/** Returns a number higher than that of every earlier read. Call it before the provider. */
export async function nextReadOrder(ctx: AppContext): Promise<number> {
  const { rows } = await sql<{ n: number }>`select nextval('billing_read_order') as n`.execute(ctx.db)
  return Number(rows[0]?.n)
}

/** Makes later reads get higher numbers than those in a restored backup. */
export const CONTINUE_READ_ORDER = `
  select setval('billing_read_order', 1 + coalesce((
    select max(read_order) from (
      select read_order from billing_subscription
      union all select greatest(read_order, payment_order) from billing_invoice
      union all select read_order from billing_pack
    ) as used(read_order)
  ), 0))`

export const findSubscription = async (ctx: AppContext, subscriptionId: string): Promise<SubscriptionRecord | undefined> =>
  tables(ctx).selectFrom('billing_subscription').selectAll().where('subscription_id', '=', subscriptionId).executeTakeFirst()

/** Returns the running subscription, while which no other one can be bought. */
export const findLiveSubscription = async (ctx: AppContext, userId: string): Promise<SubscriptionRecord | undefined> =>
  tables(ctx)
    .selectFrom('billing_subscription')
    .selectAll()
    .where('user_id', '=', userId)
    .where('is_duplicate', '=', false)
    .where('status', 'in', [...LIVE_STATUSES])
    .executeTakeFirst()

/** Returns whether another subscription of the user, duplicates excluded, was running at some time between `start` and `end`. */
export async function hasOtherBetween(
  ctx: AppContext,
  { userId, subscriptionId, start, end }: { userId: string; subscriptionId: string; start: Date; end: Date },
): Promise<boolean> {
  const others = await tables(ctx)
    .selectFrom('billing_subscription')
    .select(['status', 'made_at', 'ended_at'])
    .where('user_id', '=', userId)
    .where('subscription_id', '!=', subscriptionId)
    .where('is_duplicate', '=', false)
    .where('made_at', '<', end)
    .execute()
  return others.some((other) => isLive(other) || (other.ended_at !== null && other.ended_at > start))
}

export const isLive = ({ status }: Pick<SubscriptionRecord, 'status'>): boolean =>
  (LIVE_STATUSES as readonly string[]).includes(status)

/** Returns whether the plan can be changed now: it is paid or in trial, and no other change waits for its payment. */
export const isChangeable = ({ status, has_pending_change }: SubscriptionRecord): boolean =>
  !has_pending_change && (status === 'trialing' || status === 'active')

/** Returns the running subscriptions of all users, those of deleted accounts first. */
export const listLiveSubscriptions = async (ctx: AppContext): Promise<SubscriptionRecord[]> =>
  tables(ctx)
    .selectFrom('billing_subscription')
    .selectAll()
    .where('status', 'in', [...LIVE_STATUSES])
    .orderBy(sql`user_id nulls first`)
    .execute()

/** Saves a copy, unless a later one is stored. Returns whether it was saved. */
export async function saveSubscription(tx: AppContext, row: SubscriptionRecord): Promise<boolean> {
  const { made_at: _, ...change } = row
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('billing_subscription')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('subscription_id').doUpdateSet(change).where('billing_subscription.read_order', '<', row.read_order),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type NewInvoice = Omit<InvoiceRecord, 'refunded' | 'dispute' | 'payment_order'>

/** Saves a copy, unless a later one is stored. The payment state is kept. */
export async function saveInvoice(tx: AppContext, { lines, ...row }: NewInvoice): Promise<void> {
  const values = { ...row, lines: json(lines) }
  await tables(tx)
    .insertInto('billing_invoice')
    .values({ ...values, refunded: 0, dispute: 'none', payment_order: 0 })
    .onConflict((conflict) =>
      conflict.column('invoice_id').doUpdateSet(values).where('billing_invoice.read_order', '<', row.read_order),
    )
    .execute()
}

export const findInvoice = async (ctx: AppContext, invoiceId: string): Promise<InvoiceRecord | undefined> =>
  tables(ctx).selectFrom('billing_invoice').selectAll().where('invoice_id', '=', invoiceId).executeTakeFirst()

export const listInvoicesOfSubscription = async (ctx: AppContext, subscriptionId: string): Promise<InvoiceRecord[]> =>
  tables(ctx).selectFrom('billing_invoice').selectAll().where('subscription_id', '=', subscriptionId).orderBy('made_at').execute()

/** Returns the invoices of a user, newest first. */
export const listInvoicesOfUser = async (ctx: AppContext, userId: string): Promise<InvoiceRecord[]> =>
  tables(ctx).selectFrom('billing_invoice').selectAll().where('user_id', '=', userId).orderBy('made_at', 'desc').execute()

export const findInvoiceOfPayment = async (ctx: AppContext, paymentId: string): Promise<InvoiceRecord | undefined> =>
  tables(ctx).selectFrom('billing_invoice').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()

/** Updates the payment state, unless a later copy is stored. Returns whether it was written. */
export async function updateInvoicePayment(
  tx: AppContext,
  invoiceId: string,
  change: Pick<InvoiceRecord, 'refunded' | 'dispute' | 'payment_order'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('billing_invoice')
    .set(change)
    .where('invoice_id', '=', invoiceId)
    .where('payment_order', '<', change.payment_order)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Serializes billing changes of one user until the end of the transaction. */
export const lockBilling = async (tx: AppContext, userId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`billing of ${userId}`}, 0))`.execute(tx.db))

/** Deletes the copy of an ended subscription of a deleted account. Its invoices stay. */
export const deleteSubscription = async (ctx: AppContext, subscriptionId: string): Promise<void> =>
  void (await tables(ctx)
    .deleteFrom('billing_subscription')
    .where('subscription_id', '=', subscriptionId)
    .where('user_id', 'is', null)
    .execute())
