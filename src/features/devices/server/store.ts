import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'

export type DeviceRecord = {
  user_id: string
  sn: string
  name: string
  model: string
  version_number: number
  added_at: Date
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ device: DeviceRecord }>()

/** Returns the recorders in the order they were added, oldest first. */
export const listDevices = async (ctx: AppContext, userId: string): Promise<DeviceRecord[]> =>
  tables(ctx).selectFrom('device').selectAll().where('user_id', '=', userId).orderBy('added_at').orderBy('sn').execute()

/** Locks the user's recorders until the transaction ends, so that concurrent additions cannot exceed the maximum. */
export const lockDevices = async (tx: AppContext, userId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`device of ${userId}`}, 0))`.execute(tx.db))

/** Inserts or updates a recorder and returns its row. An empty model ('') or version (0) keeps the existing value. */
export const upsertDevice = async (tx: AppContext, row: DeviceRecord): Promise<DeviceRecord> =>
  tables(tx)
    .insertInto('device')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'sn']).doUpdateSet({
        name: row.name,
        ...(row.model !== '' && { model: row.model }),
        ...(row.version_number !== 0 && { version_number: row.version_number }),
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** Returns false if the user has no such recorder. */
export async function deleteDevice(ctx: AppContext, userId: string, sn: string): Promise<boolean> {
  const { numDeletedRows } = await tables(ctx)
    .deleteFrom('device')
    .where('user_id', '=', userId)
    .where('sn', '=', sn)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
