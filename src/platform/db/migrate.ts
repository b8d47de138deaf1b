import type pg from 'pg'
import { findMigrations, MigrationError, sourceRoot, type Migration } from '#platform/db/findMigrations.ts'
import { openClient } from '#platform/db/pool.ts'
import { quietLog, type Log } from '#platform/log/log.ts'

export type MigrateOptions = {
  /** The folder that contains `platform/db/migrations` and `features`; by default the source tree. */
  readonly root?: string
  readonly log?: Log
}

/** Key of the advisory lock, the same in every process that migrates. */
const MIGRATION_LOCK = 4_310_001

/**
 * Migrates the database at `url` (a direct address, not that of a pooler) to this version and returns the names of the applied
 * migrations. Of several concurrent calls, one migrates while the others wait and find nothing left to do. Throws MigrationError
 * without changing anything when the files do not match the applied migrations.
 */
export const migrate = async (url: string, { root = sourceRoot, log = quietLog }: MigrateOptions = {}): Promise<string[]> => {
  const migrations = await findMigrations(root)
  const client = openClient(url)
  await client.connect()
  try {
    // The lock belongs to the connection, so it is released even if this process is killed.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const pending = await findPending(client, migrations)
    for (const migration of pending) {
      await apply(client, migration)
      log.info({ migration: migration.name }, 'database migrated')
    }
    return pending.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

type Applied = { number: number; name: string; checksum: string }

async function findPending(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  await client.query(`create table if not exists migration (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
  const { rows: applied } = await client.query<Applied>('select number, name, checksum from migration order by number')
  const byNumber = new Map(migrations.map((migration) => [migration.number, migration]))
  const problems = applied.flatMap((row) => findProblems(row, byNumber.get(row.number)))
  const appliedNumbers = new Set(applied.map((row) => row.number))
  const pending = migrations.filter((migration) => !appliedNumbers.has(migration.number))
  const last = applied.at(-1)
  for (const outOfOrder of pending.filter((migration) => last && migration.number < last.number)) {
    problems.push(`${outOfOrder.name} comes before ${last?.name}, which has been applied: give it the next free number.`)
  }
  if (problems.length > 0) throw new MigrationError(problems)
  return pending
}

function findProblems(row: Applied, file: Migration | undefined): string[] {
  if (!file) return [`${row.name} has been applied and is not in this version: a newer Earshot has used this database.`]
  if (file.name !== row.name) return [`${row.name} has been applied and is now called ${file.name}: give it its name back.`]
  if (file.checksum !== row.checksum) {
    return [`${row.name} has been edited since it was applied: put it back and write the change as a new migration.`]
  }
  return []
}

async function apply(client: pg.Client, { number, name, checksum, sql }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (number, name, checksum) values ($1, $2, $3)', [number, name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const message = error instanceof Error ? error.message : String(error)
    throw new MigrationError([`${name} failed and was undone: ${message}`], error)
  }
}
