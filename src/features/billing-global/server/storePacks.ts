import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import type { Payment } from '#platform/payments/payments.ts'

/** A paid pack of minutes. */
export type PackRecord = {
  checkout_id: string
  user_id: string | null
  key: string
  amount: number
  currency: string
  payment_id: string | null
  refunded: number
  dispute: Payment['dispute']
  /** Seconds that had been used at the time of the refund, which the operator loses. */
  used_at_refund: number | null
  read_order: number
  made_at: Date
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ billing_pack: PackRecord }>()

/** Inserts a pack. Returns false when it exists. */
export async function insertPack(tx: AppContext, row: PackRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('billing_pack')
    .values(row)
    .onConflict((conflict) => conflict.column('checkout_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const listPacksOfUser = async (ctx: AppContext, userId: string): Promise<PackRecord[]> =>
  tables(ctx).selectFrom('billing_pack').selectAll().where('user_id', '=', userId).orderBy('made_at', 'desc').execute()

export const findPackOfPayment = async (ctx: AppContext, paymentId: string): Promise<PackRecord | undefined> =>
  tables(ctx).selectFrom('billing_pack').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()

type PackChange = Pick<PackRecord, 'refunded' | 'dispute' | 'read_order'>

/** Updates the payment state, unless a later copy is stored. Returns whether it was written. */
export async function updatePackPayment(tx: AppContext, checkoutId: string, change: PackChange): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('billing_pack')
    .set(change)
    .where('checkout_id', '=', checkoutId)
    .where('read_order', '<', change.read_order)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Records the used seconds, the first time only. */
export const recordUseAtRefund = async (tx: AppContext, checkoutId: string, seconds: number): Promise<void> =>
  void (await tables(tx)
    .updateTable('billing_pack')
    .set({ used_at_refund: sql`coalesce(used_at_refund, ${seconds})` })
    .where('checkout_id', '=', checkoutId)
    .execute())
