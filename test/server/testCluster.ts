import { randomUUID } from 'node:crypto'
import { startEmbedded } from '#platform/db/embedded/startEmbedded.ts'
import { openClient } from '#platform/db/db.ts'
import { quietLog } from '#platform/log/log.ts'

/**
 * A PostgreSQL cluster for the tests. `adminUrl` is the URL of a database that is never cloned; as text, it can be passed to other
 * processes.
 */
export type TestCluster = { readonly adminUrl: string; readonly stop: () => Promise<void> }

/** A database for one test file, dropped when disposed (`await using`). */
export type TestDatabase = AsyncDisposable & { readonly name: string; readonly url: string }

/** Starts a cluster under `dir`, fast and without durability. `stop` leaves the folder, which the caller removes. */
export const startTestCluster = async (dir: string): Promise<TestCluster> => {
  const postgres = await startEmbedded({
    dataDir: dir,
    log: quietLog,
    nonDurable: true,
    settings: { max_connections: '200', shared_buffers: '64MB', max_wal_size: '512MB', checkpoint_timeout: '30min' },
  })
  return { adminUrl: postgres.url, stop: postgres.stop }
}

/** Returns the URL of another database in the same cluster. */
export const databaseUrl = (adminUrl: string, name: string): string => {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.toString()
}

/** Creates an empty database and returns its URL. */
export const createDatabase = async (adminUrl: string, name: string): Promise<string> => {
  await runSql(adminUrl, `create database "${name}"`)
  return databaseUrl(adminUrl, name)
}

/** Copies `template` as `name` and returns the URL of the copy. There must be no open connection to the template. */
export const cloneDatabase = async (adminUrl: string, template: string, name: string): Promise<string> => {
  await runSql(adminUrl, `create database "${name}" template "${template}" strategy file_copy`)
  return databaseUrl(adminUrl, name)
}

/** Drops a database and closes its connections. */
export const dropDatabase = async (adminUrl: string, name: string): Promise<void> => {
  await runSql(adminUrl, `drop database if exists "${name}" with (force)`)
}

/** Returns a new copy with a unique name: `await using db = await createTestDatabase(inject('cluster'))`. */
export const createTestDatabase = async (cluster: { adminUrl: string; template: string }): Promise<TestDatabase> => {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const url = await cloneDatabase(cluster.adminUrl, cluster.template, name)
  return { name, url, [Symbol.asyncDispose]: async () => await dropDatabase(cluster.adminUrl, name) }
}

const runSql = async (adminUrl: string, sql: string): Promise<void> => void (await queryDatabase(adminUrl, sql))

/** Returns the rows of one statement, using a separate connection. */
export async function queryDatabase<Row = Record<string, unknown>>(url: string, sql: string): Promise<Row[]> {
  const client = openClient(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows as Row[]
  } finally {
    await client.end()
  }
}
