import { randomUUID } from 'node:crypto'
import { startEmbedded } from '#platform/db/embedded/startEmbedded.ts'
import { openClient } from '#platform/db/pool.ts'
import { quietLog } from '#platform/log/log.ts'

/** A PostgreSQL of the tests' own. `adminUrl` leads to a database nobody clones; it is text and crosses processes. */
export type TestCluster = { readonly adminUrl: string; readonly stop: () => Promise<void> }

/** A database for one test file, dropped when disposed (`await using`). */
export type TestDatabase = AsyncDisposable & { readonly name: string; readonly url: string }

/** Starts a cluster under `dir`, quick and careless of power cuts. `stop` leaves the folder; the caller removes it. */
export const startTestCluster = async (dir: string): Promise<TestCluster> => {
  const embedded = await startEmbedded({
    dataDir: dir,
    log: quietLog,
    careless: true,
    settings: { max_connections: '200', shared_buffers: '64MB', max_wal_size: '512MB', checkpoint_timeout: '30min' },
  })
  return { adminUrl: embedded.url, stop: embedded.stop }
}

/** The address of another database in the same cluster. */
export const databaseUrl = (adminUrl: string, name: string): string => {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.toString()
}

/** Makes an empty database and answers its address. */
export const createDatabase = async (adminUrl: string, name: string): Promise<string> => {
  await command(adminUrl, `create database "${name}"`)
  return databaseUrl(adminUrl, name)
}

/** Copies `template` (nobody may be connected to it) as `name` and answers the copy's address. */
export const cloneDatabase = async (adminUrl: string, template: string, name: string): Promise<string> => {
  await command(adminUrl, `create database "${name}" template "${template}" strategy file_copy`)
  return databaseUrl(adminUrl, name)
}

/** Drops a database, ending whatever is still connected to it. */
export const dropDatabase = async (adminUrl: string, name: string): Promise<void> => {
  await command(adminUrl, `drop database if exists "${name}" with (force)`)
}

/** A fresh copy under a name of its own: `await using db = await takeDatabase(inject('cluster'))`. */
export const takeDatabase = async (from: { adminUrl: string; template: string }): Promise<TestDatabase> => {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const url = await cloneDatabase(from.adminUrl, from.template, name)
  return { name, url, [Symbol.asyncDispose]: async () => await dropDatabase(from.adminUrl, name) }
}

async function command(adminUrl: string, sql: string): Promise<void> {
  const client = openClient(adminUrl)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
