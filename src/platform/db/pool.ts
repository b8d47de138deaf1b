import pg from 'pg'
import { quietLog, type Log } from '#platform/log/log.ts'
import { seconds, type Millis } from '#kit/units.ts'

const INT8 = 20
// int8 arrives as text by default; every number this app keeps (bytes, ms, counts) is below 2^53.
pg.types.setTypeParser(INT8, Number)

/** Connections of the API may not hang on one statement; those of workers and migrations may take long. */
export type ConnectionUse = 'api' | 'worker'

export type PoolOptions = {
  readonly use: ConnectionUse
  readonly log?: Log
  /** Most connections held at once; the server allows 100 for all processes together. */
  readonly connections?: number
}

const STATEMENT_TIMEOUT: Millis = seconds(30)
const IDLE_IN_TRANSACTION_TIMEOUT: Millis = seconds(60)
const CONNECT_TIMEOUT: Millis = seconds(10)

/**
 * A pool that survives a restart of the database: queries under way reject, broken connections are thrown away, the next
 * query connects anew.
 * @NOTE the time limits travel as startup parameters: PgBouncer must list them in `ignore_startup_parameters`.
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
  const lost = (error: Error): void => {
    log.warn({ err: error }, 'a connection to the database was lost')
  }
  pool.on('error', lost)
  // A client that is checked out reports to itself, not to the pool; without a listener that ends the process.
  pool.on('connect', (client) => {
    client.on('error', lost)
  })
  return pool
}

/** One connection of its own, for locks, migrations and LISTEN. Not yet connected; the caller ends it. */
export const openClient = (url: string, onLost: (error: Error) => void = () => {}): pg.Client => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT, keepAlive: true })
  client.on('error', onLost)
  return client
}
