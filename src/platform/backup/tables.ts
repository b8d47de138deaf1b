import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Bytes } from '#shared/units.ts'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { BackupError, type BackupTable } from './manifest.ts'

/** The table of applied migrations. A restore does not load it: migrating fills it. */
const MIGRATION_TABLE = 'migration'

type TableRow = { name: string; columns: string[]; referenced: string[] }

/**
 * Returns the tables of the app except those in `derived`, each after the tables it references, with their columns except generated
 * ones.
 */
export async function listTables(client: pg.Client, derived: readonly string[]): Promise<BackupTable[]> {
  const { rows } = await client.query<TableRow>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
             where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as referenced
     from pg_class c join pg_namespace s on s.oid = c.relnamespace
     where s.nspname = 'public' and c.relkind = 'r' and c.relname <> $1 and c.relname <> all($2)
     order by 1`,
    [MIGRATION_TABLE, derived],
  )
  return inLoadingOrder(rows).map(({ name, columns }) => ({ name, columns }))
}

/** Returns the bytes that the rows of these tables take in the database, without indexes. A backup compresses them. */
export async function measureTables(client: pg.Client, derived: readonly string[]): Promise<Bytes> {
  const names = (await listTables(client, derived)).map(({ name }) => `public.${client.escapeIdentifier(name)}`)
  const { rows } = await client.query<{ bytes: string | null }>(
    'select sum(pg_table_size(name::regclass)) as bytes from unnest($1::text[]) as name',
    [names],
  )
  return Number(rows[0]?.bytes ?? 0)
}

/** Returns whether a table exists and has rows. */
export async function hasRows(client: pg.Client, table: string): Promise<boolean> {
  const name = client.escapeIdentifier(table)
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [`public.${name}`])
  return rows[0]?.found ? (await client.query(`select from ${name} limit 1`)).rowCount === 1 : false
}

/** Sorts tables so that each comes after the tables it references. Throws when references form a cycle. */
export function inLoadingOrder<T extends { name: string; referenced: readonly string[] }>(tables: readonly T[]): T[] {
  const ordered: T[] = []
  const waiting = [...tables]
  while (waiting.length > 0) {
    const isFree = (table: T) => waiting.every(({ name }) => !table.referenced.includes(name))
    const index = waiting.findIndex(isFree)
    if (index < 0) throw new Error(`these tables refer to each other: ${waiting.map(({ name }) => name).join(', ')}`)
    ordered.push(...waiting.splice(index, 1))
  }
  return ordered
}

/** Deletes all rows, including those inserted by migrations. */
export async function emptyTables(client: pg.Client): Promise<void> {
  const names = (await listTables(client, [])).map(({ name }) => client.escapeIdentifier(name))
  await client.query(`truncate ${names.join(', ')}`)
}

/** Returns the names of the applied migrations, in their order. */
export async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select name from ${MIGRATION_TABLE} order by number`)
  return rows.map(({ name }) => name)
}

/** Returns the rows of a table as COPY writes them. */
export const readTable = (client: pg.Client, { name, columns }: BackupTable): Readable =>
  client.query(copyTo(`copy (select ${columnList(client, columns)} from ${client.escapeIdentifier(name)}) to stdout`))

/** Inserts rows in the format of `readTable` and returns their number. Triggers do not run. */
export async function loadTable(client: pg.Client, { name, columns }: BackupTable, rows: Readable): Promise<number> {
  const table = client.escapeIdentifier(name)
  await client.query(`alter table ${table} disable trigger user`)
  const copy = client.query(copyFrom(`copy ${table} (${columnList(client, columns)}) from stdin`))
  await pipeline(rows, copy).catch((cause: unknown) => {
    throw new BackupError(`The rows of ${name} in this backup cannot be loaded.`, cause)
  })
  await client.query(`alter table ${table} enable trigger user`)
  return copy.rowCount
}

/** Sets the sequences of these tables to continue after the highest value. */
export async function advanceSequences(client: pg.Client, tables: readonly BackupTable[]): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and is_identity = 'YES' and table_name = any($1)`,
    [tables.map(({ name }) => name)],
  )
  for (const { table, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence(${client.escapeLiteral(table)}, ${client.escapeLiteral(column)}),
         coalesce(max(${client.escapeIdentifier(column)}), 0) + 1, false) from ${client.escapeIdentifier(table)}`,
    )
}

const columnList = (client: pg.Client, columns: readonly string[]): string =>
  columns.map((column) => client.escapeIdentifier(column)).join(', ')
