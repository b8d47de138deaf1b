import { sql } from 'kysely'
import type { Ground } from '#platform/ground.ts'

export type DeviceRecord = {
  user_id: string
  sn: string
  name: string
  model: string
  version_number: number
  added_at: Date
}

const tables = (ground: Ground) => ground.db.withTables<{ device: DeviceRecord }>()

/** Oldest first, as they were added. */
export const listDevices = async (ground: Ground, userId: string): Promise<DeviceRecord[]> =>
  tables(ground).selectFrom('device').selectAll().where('user_id', '=', userId).orderBy('added_at').orderBy('sn').execute()

/** One change of the user's list after another until the step ends: two that count at once would both find room. */
export const lockDevices = async (step: Ground, userId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`device of ${userId}`}, 0))`.execute(step.db))

/** The recorder as it then is. What is not told ('' or 0) leaves what is known of one that is there already. */
export const upsertDevice = async (step: Ground, row: DeviceRecord): Promise<DeviceRecord> =>
  tables(step)
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

/** False when there was none. */
export async function deleteDevice(ground: Ground, userId: string, sn: string): Promise<boolean> {
  const { numDeletedRows } = await tables(ground)
    .deleteFrom('device')
    .where('user_id', '=', userId)
    .where('sn', '=', sn)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
