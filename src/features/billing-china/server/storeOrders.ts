import { sql } from 'kysely'
import type { Millis } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { PayPlatform } from '#platform/payments/qr/qrPayments.ts'
import type { OrderState, ProductKey } from '../rules.ts'

export type OrderRecord = {
  order_id: string
  /** Null after the account is deleted. */
  user_id: string | null
  platform: PayPlatform
  sku: ProductKey
  amount: number
  state: OrderState
  qrcode: string | null
  /** Null for charges of an agreement. */
  expire_time: Date | null
  replaces: string | null
  sub_id: string | null
  period: number | null
  try: number | null
  period_start: Date | null
  period_end: Date | null
  /** The channel can take no more money for this order. */
  is_settled: boolean
  /** The payment has no effect and is refunded. */
  pays_back: boolean
  asked_at: Date | null
  transaction_id: string | null
  refunded: number
  used_at_refund: number | null
  paid_at: Date | null
  made_at: Date
}

/** The fields of an order before its channel is first called. */
export const UNASKED = {
  is_settled: false,
  pays_back: false,
  asked_at: null,
  transaction_id: null,
  refunded: 0,
  used_at_refund: null,
  paid_at: null,
} as const satisfies Partial<OrderRecord>

const tables = (ctx: AppContext) => ctx.db.withTables<{ billing_qr_order: OrderRecord }>()

export const findOrder = async (ctx: AppContext, orderId: string): Promise<OrderRecord | undefined> =>
  tables(ctx).selectFrom('billing_qr_order').selectAll().where('order_id', '=', orderId).executeTakeFirst()

/** Returns the order of a user whose QR code is open. */
export const findOpenOrder = async (ctx: AppContext, userId: string): Promise<OrderRecord | undefined> =>
  tables(ctx)
    .selectFrom('billing_qr_order')
    .selectAll()
    .where('user_id', '=', userId)
    .where('sub_id', 'is', null)
    .where('state', 'in', ['creating', 'pending'])
    .executeTakeFirst()

/** Returns the latest order of a pack by a user. */
export const findLastOrder = async (ctx: AppContext, userId: string, sku: ProductKey): Promise<OrderRecord | undefined> =>
  tables(ctx)
    .selectFrom('billing_qr_order')
    .selectAll()
    .where('user_id', '=', userId)
    .where('sku', '=', sku)
    .where('sub_id', 'is', null)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Inserts an order. Returns false when the user has an open one, or when this charge already exists. */
export async function insertOrder(ctx: AppContext, row: OrderRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(ctx)
    .insertInto('billing_qr_order')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export type OrderChange = Partial<
  Pick<
    OrderRecord,
    'state' | 'qrcode' | 'is_settled' | 'pays_back' | 'transaction_id' | 'refunded' | 'used_at_refund' | 'paid_at'
  >
>

export const updateOrder = async (ctx: AppContext, orderId: string, change: OrderChange): Promise<void> =>
  void (await tables(ctx).updateTable('billing_qr_order').set(change).where('order_id', '=', orderId).execute())

/** Claims a check of an order at its channel. Returns false when it was checked after `since`. */
export async function claimOrderCheck(ctx: AppContext, orderId: string, since: Date): Promise<boolean> {
  const { numUpdatedRows } = await tables(ctx)
    .updateTable('billing_qr_order')
    .set({ asked_at: ctx.clock.now() })
    .where('order_id', '=', orderId)
    .where(({ eb, or }) => or([eb('asked_at', 'is', null), eb('asked_at', '<=', since)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the chain of refreshed orders that contains an order, itself included. */
export async function listRefreshed(ctx: AppContext, orderId: string): Promise<OrderRecord[]> {
  const { rows } = await sql<OrderRecord>`
    with recursive chain as (
      select order_id, replaces from billing_qr_order where order_id = ${orderId}
      union
      select other.order_id, other.replaces from billing_qr_order as other, chain
      where other.order_id = chain.replaces or other.replaces = chain.order_id
    )
    select billing_qr_order.* from billing_qr_order join chain using (order_id) order by made_at`.execute(ctx.db)
  return rows
}

export const listOrdersOfAgreement = async (ctx: AppContext, subId: string): Promise<OrderRecord[]> =>
  tables(ctx).selectFrom('billing_qr_order').selectAll().where('sub_id', '=', subId).orderBy('period').orderBy('try').execute()

/** Returns the paid charges of all agreements of a user, in the order of their periods. */
export const listPaidCharges = async (ctx: AppContext, userId: string): Promise<OrderRecord[]> =>
  tables(ctx)
    .selectFrom('billing_qr_order')
    .selectAll()
    .where('user_id', '=', userId)
    .where('sub_id', 'is not', null)
    .where('state', '=', 'paid')
    .where('pays_back', '=', false)
    .orderBy('period')
    .execute()

/** Returns the ids of payments that still have to be refunded. */
export const listUnreturned = async (ctx: AppContext): Promise<string[]> =>
  (
    await tables(ctx)
      .selectFrom('billing_qr_order')
      .select('order_id')
      .where('pays_back', '=', true)
      .whereRef('refunded', '<', 'amount')
      .execute()
  ).map(({ order_id }) => order_id)

/** Returns the paid orders of a user, newest first. */
export const listPaidOrders = async (ctx: AppContext, userId: string): Promise<OrderRecord[]> =>
  tables(ctx)
    .selectFrom('billing_qr_order')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'paid')
    .orderBy('paid_at', 'desc')
    .execute()

/** Returns the orders that were paid since a time and not refunded. */
export const listPaidSince = async (ctx: AppContext, since: Date): Promise<Pick<OrderRecord, 'order_id'>[]> =>
  tables(ctx)
    .selectFrom('billing_qr_order')
    .select('order_id')
    .where('state', '=', 'paid')
    .where('paid_at', '>=', since)
    .whereRef('refunded', '<', 'amount')
    .execute()

/** Returns the orders before a time for which the channel may still take money, oldest first. */
export const listUnsettledOrders = async (ctx: AppContext, before: Date): Promise<OrderRecord[]> =>
  tables(ctx)
    .selectFrom('billing_qr_order')
    .selectAll()
    .where('is_settled', '=', false)
    .where('made_at', '<', before)
    .orderBy('made_at')
    .limit(1000)
    .execute()

/** Moves the periods of an agreement back. */
export const movePeriods = async (tx: AppContext, subId: string, by: Millis): Promise<void> => {
  const interval = sql`make_interval(secs => ${by / 1000}::double precision)`
  await sql`
    update billing_qr_order set period_start = period_start - ${interval}, period_end = period_end - ${interval}
    where sub_id = ${subId}`.execute(tx.db)
}
