import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { quietLog, type Log } from '#platform/log/log.ts'
import { seconds, type Millis } from '#shared/units.ts'

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

/** For `boss.send(name, data, { db: sqlExecutor(tx) })`: the job exists only if the transaction commits. */
export const sqlExecutor = (db: Db): SqlExecutor => ({
  executeSql: async (text, values) => await executeSql(db, text, values),
})

const INT8 = 20
// int8 is returned as text by default. All numbers of this app (bytes, ms, counts) are below 2^53.
pg.types.setTypeParser(INT8, Number)

/** API connections have a statement timeout; those of workers and migrations do not. */
type ConnectionUse = 'api' | 'worker'

type PoolOptions = {
  readonly use: ConnectionUse
  readonly log?: Log
  /** Maximum number of connections. The server allows 100 for all processes together. */
  readonly connections?: number
}

const STATEMENT_TIMEOUT: Millis = seconds(30)
const IDLE_IN_TRANSACTION_TIMEOUT: Millis = seconds(60)
const CONNECT_TIMEOUT: Millis = seconds(10)

/**
 * Returns a pool that survives a restart of the database: running queries reject, broken connections are discarded, and the next
 * query reconnects.
 * @NOTE The timeouts are startup parameters: PgBouncer must list them in `ignore_startup_parameters`.
 */
export const openPool = (url: string, { use, log = quietLog, connections = 10 }: PoolOptions): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    application_name: `earshot ${use}`,
    ...(use === 'api'
      ? { statement_timeout: STATEMENT_TIMEOUT, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT }
      : {}),
  })
  const logLostConnection = (error: Error): void => {
    log.warn({ err: error }, 'a connection to the database was lost')
  }
  pool.on('error', logLostConnection)
  // A checked-out client emits errors itself, not through the pool. Without a listener an error ends the process.
  pool.on('connect', (client) => {
    client.on('error', logLostConnection)
  })
  return pool
}

/** Returns a single connection for locks, migrations and LISTEN. It is not connected yet, and the caller closes it. */
export const openClient = (url: string, onLost: (error: Error) => void = () => {}): pg.Client => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT, keepAlive: true })
  client.on('error', onLost)
  return client
}
