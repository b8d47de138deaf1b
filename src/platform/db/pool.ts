import pg from 'pg'
import { quietLog, type Log } from '#platform/log/log.ts'
import { seconds, type Millis } from '#shared/units.ts'

const INT8 = 20
// int8 is returned as text by default. All numbers of this app (bytes, ms, counts) are below 2^53.
pg.types.setTypeParser(INT8, Number)

/** API connections have a statement timeout; those of workers and migrations do not. */
export type ConnectionUse = 'api' | 'worker'

export type PoolOptions = {
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
