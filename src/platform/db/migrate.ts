import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type pg from 'pg'
import { openClient } from '#platform/db/db.ts'
import { quietLog, type Log } from '#platform/log/log.ts'

export type MigrateOptions = {
  /** The folder that contains `platform/db/migrations` and `features`; by default the source tree. */
  readonly root?: string
  readonly log?: Log
  /** Names of the migrations to apply; all by default. */
  readonly only?: ReadonlySet<string>
  /**
   * Called with the names of the pending migrations before the first one is applied; not when there are none. If it rejects, none
   * is applied.
   */
  readonly before?: (pending: readonly string[]) => Promise<void>
}

/** Key of the advisory lock, the same in every process that migrates. */
const MIGRATION_LOCK = 4_310_001

/**
 * Migrates the database at `url` (a direct address, not that of a pooler) to this version and returns the names of the applied
 * migrations. Of several concurrent calls, one migrates while the others wait and find nothing left to do. Throws MigrationError
 * without changing anything when the files do not match the applied migrations.
 */
export const migrate = async (
  url: string,
  { root = sourceRoot, log = quietLog, only, before }: MigrateOptions = {},
): Promise<string[]> => {
  const migrations = (await findMigrations(root)).filter(({ name }) => !only || only.has(name))
  const client = openClient(url)
  await client.connect()
  try {
    // The lock belongs to the connection, so it is released even if this process is killed.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const pending = await findPending(client, migrations)
    if (pending.length > 0) await before?.(pending.map(({ name }) => name))
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

type Migration = {
  readonly number: number
  /** The file name without `.sql`: `0007-folders`. */
  readonly name: string
  /**
   * Checksum of the text with
   *  line breaks, so that a checkout on Windows does not look edited.
   */
  readonly checksum: string
  readonly sql: string
}

/** Thrown when the files do not match the applied migrations, or when a migration fails. One sentence per problem. */
class MigrationError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[], cause?: unknown) {
    super(problems.join('\n'), { cause })
    this.name = 'MigrationError'
    this.problems = problems
  }
}

/** The `src` folder of this code. */
export const sourceRoot = join(import.meta.dirname, '..', '..')

/**
 * Returns all migrations under `root` in the order of their numbers. They are in `platform/db/migrations` and
 * `features/<name>/server/migrations`. Throws MigrationError for a duplicate number or a name that is not `NNNN-name.sql`.
 */
export const findMigrations = async (root: string): Promise<Migration[]> => {
  const features = await listNames(join(root, 'features'))
  const folders = [
    join(root, 'platform', 'db', 'migrations'),
    ...features.map((feature) => join(root, 'features', feature, 'server', 'migrations')),
  ]
  const files = (await Promise.all(folders.map(listSqlFiles))).flat()
  const invalidNames = files.filter((file) => !NAME_PATTERN.test(file))
  if (invalidNames.length > 0) {
    throw new MigrationError(invalidNames.map((file) => `${relative(root, file)} must be called NNNN-what-it-does.sql.`))
  }
  const migrations = await Promise.all(files.map(readMigration))
  migrations.sort((a, b) => a.number - b.number || a.name.localeCompare(b.name))
  const duplicates = migrations.filter((migration, i) => migrations[i - 1]?.number === migration.number)
  if (duplicates.length > 0) {
    throw new MigrationError(
      duplicates.map(({ number, name }) => `${name}: the number ${number} is already taken by another migration.`),
    )
  }
  return migrations
}

const NAME_PATTERN = /[/\\](\d{4})-([a-z0-9]+(?:-[a-z0-9]+)*)\.sql$/

async function readMigration(file: string): Promise<Migration> {
  const sql = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
  const name = relative(dirname(file), file).slice(0, -'.sql'.length)
  return { number: Number(name.slice(0, 4)), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

async function listSqlFiles(folder: string): Promise<string[]> {
  return (await listNames(folder)).filter((name) => name.endsWith('.sql')).map((name) => join(folder, name))
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return []
    throw error
  }
}
