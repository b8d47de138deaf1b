import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { openPool, type PoolOptions } from '#platform/db/pool.ts'

type NoTables = Record<never, never>

/**
 * The database as the ground sees it: no tables. A feature names its own: `db.withTables<{ folder: FolderTable }>()`.
 * A transaction is a `Db` too, so a use case does not know whether it runs in one.
 */
export type Db = Kysely<NoTables>

/** Opens a pool behind a `Db`; nothing connects before the first query. `db.destroy()` ends every connection. */
export const openDb = (url: string, options: PoolOptions): Db =>
  new Kysely<NoTables>({ dialect: new PostgresDialect({ pool: openPool(url, options) }) })

/** The shape pg-boss wants in its `db` option, bound to whatever `db` is: a pool or a transaction. */
export type SqlExecutor = { executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }> }

/** Runs SQL text as it is, inside the transaction when `db` is one. Several statements at once yield no rows. */
export const executeSql = async <Row = unknown>(
  db: Db,
  text: string,
  values: readonly unknown[] = [],
): Promise<{ rows: Row[] }> => {
  const result = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
  return { rows: result.rows ?? [] }
}

/** `boss.send(name, data, { db: sqlExecutor(trx) })`: the job exists if and only if the transaction commits. */
export const sqlExecutor = (db: Db): SqlExecutor => ({
  executeSql: async (text, values) => await executeSql(db, text, values),
})
