import { ConfigError } from '#platform/config/environment.ts'
import type { InstanceMode } from '#platform/config/paymentSettings.ts'
import type { Db } from '#platform/db/db.ts'

type InstanceRecord = { only_row: boolean; mode: InstanceMode }

/** Returns the mode with which a database was created, or null when no server has used it. */
export async function readInstanceMode(db: Db): Promise<InstanceMode | null> {
  const tables = db.withTables<{ instance: InstanceRecord }>()
  return (await tables.selectFrom('instance').select('mode').executeTakeFirst())?.mode ?? null
}

/**
 * Stores the mode of this server in a new database. Throws ConfigError when the database was created in the other mode: demo
 * purchases must not be mixed with real ones.
 */
export async function checkInstanceMode(db: Db, mode: InstanceMode): Promise<void> {
  const tables = db.withTables<{ instance: InstanceRecord }>()
  await tables
    .insertInto('instance')
    .values({ only_row: true, mode })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await tables.selectFrom('instance').select('mode').executeTakeFirstOrThrow()
  if (stored.mode === mode) return
  throw new ConfigError([
    `INSTANCE_MODE is ${mode}, but this database was created with ${stored.mode}. The mode of a database never changes: use INSTANCE_MODE=${stored.mode}, or a new database.`,
  ])
}
