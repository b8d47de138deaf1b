import type { AppContext } from '../../context.ts'
import { json, type JsonTable } from '../../db/json.ts'

/** A reference to an object of the provider. */
export type ObjectRef = { readonly kind: string; readonly id: string }

export type NotificationRecord<Ref = ObjectRef> = {
  event_id: string
  type: string
  objects: Ref[]
  received_at: Date
  handled_at: Date | null
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ payment_notification: JsonTable<NotificationRecord, 'objects'> }>()

/** Stores a notification. Returns false when it was received before. */
export async function insertNotification(tx: AppContext, row: Omit<NotificationRecord, 'handled_at'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('payment_notification')
    .values({ ...row, objects: json(row.objects), handled_at: null })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findNotification = async <Ref>(ctx: AppContext, eventId: string): Promise<NotificationRecord<Ref> | undefined> =>
  ctx.db
    .withTables<{ payment_notification: JsonTable<NotificationRecord<Ref>, 'objects'> }>()
    .selectFrom('payment_notification')
    .selectAll()
    .where('event_id', '=', eventId)
    .executeTakeFirst()

export const markHandled = async (ctx: AppContext, eventId: string): Promise<void> =>
  void (await tables(ctx)
    .updateTable('payment_notification')
    .set({ handled_at: ctx.clock.now() })
    .where('event_id', '=', eventId)
    .execute())

/** Returns the ids of unhandled notifications received before a time, oldest first. */
export const listUnhandled = async (ctx: AppContext, before: Date): Promise<string[]> =>
  (
    await tables(ctx)
      .selectFrom('payment_notification')
      .select('event_id')
      .where('handled_at', 'is', null)
      .where('received_at', '<', before)
      .orderBy('received_at')
      .limit(1000)
      .execute()
  ).map(({ event_id }) => event_id)

/** Deletes handled notifications received before a time, which no provider sends again. */
export const deleteHandled = async (ctx: AppContext, before: Date): Promise<void> =>
  void (await tables(ctx).deleteFrom('payment_notification').where('handled_at', '<', before).execute())
