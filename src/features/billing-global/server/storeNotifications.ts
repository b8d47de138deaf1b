import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import type { ObjectRef } from '#platform/payments/payments.ts'

export type NotificationRecord = {
  event_id: string
  type: string
  objects: ObjectRef[]
  received_at: Date
  handled_at: Date | null
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ billing_notification: NotificationRecord }>()

/** Returns false when it was received before. */
export async function insertNotification(tx: AppContext, row: Omit<NotificationRecord, 'handled_at'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('billing_notification')
    .values({ ...row, objects: sql<ObjectRef[]>`${JSON.stringify(row.objects)}::jsonb`, handled_at: null })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findNotification = async (ctx: AppContext, eventId: string): Promise<NotificationRecord | undefined> =>
  tables(ctx).selectFrom('billing_notification').selectAll().where('event_id', '=', eventId).executeTakeFirst()

export const markHandled = async (tx: AppContext, eventId: string): Promise<void> =>
  void (await tables(tx)
    .updateTable('billing_notification')
    .set({ handled_at: tx.clock.now() })
    .where('event_id', '=', eventId)
    .execute())

/** Returns those that were received before then and are not handled, oldest first. */
export const listUnhandled = async (ctx: AppContext, before: Date): Promise<NotificationRecord[]> =>
  tables(ctx)
    .selectFrom('billing_notification')
    .selectAll()
    .where('handled_at', 'is', null)
    .where('received_at', '<', before)
    .orderBy('received_at')
    .execute()

/** Deletes handled ones of before then. The provider sends none of them again. */
export const deleteHandled = async (ctx: AppContext, before: Date): Promise<void> =>
  void (await tables(ctx).deleteFrom('billing_notification').where('handled_at', '<', before).execute())
