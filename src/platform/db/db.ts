import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { openPool, type PoolOptions } from '#platform/db/pool.ts'

type NoTables = Record<never, never>

/**
 * The database without tables. A feature names its own: `db.withTables<{ folder: FolderTable }>()`. A transaction is a `Db` too,
 * so a use case does not need to know whether it runs in one.
 */
export type Db = Kysely<NoTables>

/** Returns a `Db` over a connection pool. The first query connects; `db.destroy()` closes all connections. */
export const openDb = (url: string, options: PoolOptions): Db =>
  new Kysely<NoTables>({ dialect: new PostgresDialect({ pool: openPool(url, options) }) })

/** The type of the `db` option of pg-boss, for a pool or a transaction. */
export type SqlExecutor = { executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }> }

/** Runs SQL text unchanged, in the transaction when `db` is one. Several statements in one text return no rows. */
export const executeSql = async <Row = unknown>(
  db: Db,
  text: string,
  values: readonly unknown[] = [],
): Promise<{ rows: Row[] }> => {
  const result = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
  return { rows: result.rows ?? [] }
}

/** For `boss.send(name, data, { db: sqlExecutor(tx) })`: the job exists if and only if the transaction commits. */
export const sqlExecutor = (db: Db): SqlExecutor => ({
  executeSql: async (text, values) => await executeSql(db, text, values),
})
