import { readdir, rm, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Clock } from '#platform/clock/clock.ts'
import type { ClusterLocation } from '#platform/db/embedded/chooseLocation.ts'
import { clusterFolders } from '#platform/db/embedded/chooseLocation.ts'
import { EmbeddedError } from '#platform/db/embedded/EmbeddedError.ts'
import { SUPERUSER } from '#platform/db/embedded/initialiseCluster.ts'
import { hasErrorCode, isDatabaseUnavailable } from '#platform/db/errors.ts'
import { launchPostmaster, type LaunchOptions } from '#platform/db/embedded/launchPostmaster.ts'
import { isPostmaster, listProcesses, readPostmasterFile } from '#platform/db/embedded/postmasterFile.ts'
import { openClient } from '#platform/db/db.ts'
import { seconds } from '#shared/units.ts'

/** A running postmaster. `lost` resolves with the reason when it no longer responds. */
export type RunningPostmaster = {
  readonly pid: number
  readonly isAdopted: boolean
  readonly lost: Promise<string>
  /** Closes the connection that monitors it. */
  readonly release: () => Promise<void>
}

/** Returns the database URL for every process on this machine. It contains no password. */
export const databaseUrl = (location: Pick<ClusterLocation, 'socketDir'>, database: string = SUPERUSER): string =>
  `postgresql://${SUPERUSER}@localhost/${database}?host=${encodeURIComponent(location.socketDir)}`

/** Takes over a running postmaster, or removes the files of a dead one and starts a new one. */
export const startOrAdopt = async (options: LaunchOptions): Promise<RunningPostmaster> => {
  const isAdopted = await adopt(options)
  if (isAdopted) return isAdopted
  await removeStaleFiles(options)
  await options.beforeStart?.()
  const { pid, ended } = await launchPostmaster(options)
  try {
    const connection = await connect(options, pid)
    if (connection) return toRunning(pid, false, connection, ended)
  } catch (error) {
    await stopPostmaster(pid, options.location, options.clock)
    throw error
  }
  await stopPostmaster(pid, options.location, options.clock)
  throw new EmbeddedError('start-failed', `PostgreSQL did not respond after its start. ${await ended}`)
}

/** Stops a postmaster: a fast shutdown first, an immediate one after 20 s. Recovery then restores all committed data. */
export const stopPostmaster = async (pid: number, location: ClusterLocation, clock: Clock): Promise<void> => {
  const startedAt = clock.now().getTime()
  let isImmediate = false
  if (await isPostmaster(pid, location.cluster)) sendSignal(pid, 'SIGINT')
  while (await isPostmaster(pid, location.cluster)) {
    if (!isImmediate && clock.now().getTime() - startedAt > seconds(20)) {
      isImmediate = true
      sendSignal(pid, 'SIGQUIT')
    }
    await clock.wait(10)
  }
  await waitForProcesses(location, clock)
}

/**
 * Resolves when no process of the cluster is left. The children of a killed postmaster may keep writing until they notice. Those
 * left after two seconds get the signal that the postmaster would have sent.
 */
export const waitForProcesses = async (location: ClusterLocation, clock: Clock, signal?: AbortSignal): Promise<void> => {
  const startedAt = clock.now().getTime()
  for (let isSignalled = false; ;) {
    const pids = await listProcesses(location.cluster)
    if (pids.length === 0) return
    if (!isSignalled && clock.now().getTime() - startedAt > seconds(2)) {
      isSignalled = true
      for (const pid of pids) sendSignal(pid, 'SIGQUIT')
    }
    await clock.wait(10, signal)
  }
}

async function adopt(options: LaunchOptions): Promise<RunningPostmaster | null> {
  const { location, guard, log, clock, signal } = options
  for (;;) {
    const file = await readPostmasterFile(location.cluster)
    if (!file || !(await isPostmaster(file.pid, location.cluster))) return null
    if (file.status === 'ready') {
      guard.watch(file.pid)
      const connection = file.socketDir === location.socketDir ? await connect(options, file.pid) : null
      if (connection) {
        log.info({ pid: file.pid }, 'PostgreSQL was still running and is used')
        return toRunning(file.pid, true, connection)
      }
      await stopPostmaster(file.pid, location, clock)
    }
    await clock.wait(20, signal)
  }
}

/**
 * Removes the files of a dead postmaster, because postgres would mistake a zombie, or another process with the same pid, for a
 * running one. Safe only for the owner of the data folder.
 */
async function removeStaleFiles({ location, clock, signal }: LaunchOptions): Promise<void> {
  await waitForProcesses(location, clock, signal)
  await rm(join(location.cluster, 'postmaster.pid'), { force: true })
  const sockets = (await readdir(location.socketDir)).filter((name) => name.startsWith('.s.PGSQL.'))
  for (const name of sockets) await rm(join(location.socketDir, name), { force: true })
}

/**
 * Returns an open connection, or null when no socket accepts connections. When it closes, the postmaster has crashed. This also
 * works for a postmaster that is not a child of this process.
 */
async function connect({ location, clock, signal }: LaunchOptions, pid: number): Promise<pg.Client | null> {
  while (await isPostmaster(pid, location.cluster)) {
    const client = openClient(databaseUrl(location, 'postgres'))
    try {
      await client.connect()
      await createDatabase(client)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (hasErrorCode(error, 'ENOENT', 'ECONNREFUSED')) return null
      // The postmaster is healthy during recovery or while all connections are taken, so retry.
      else if (!isDatabaseUnavailable(error) && !hasErrorCode(error, '53300')) throw error
    }
    await clock.wait(20, signal)
  }
  return null
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [SUPERUSER])
  if (rowCount === 0) await client.query(`create database ${SUPERUSER}`)
}

function toRunning(pid: number, isAdopted: boolean, connection: pg.Client, ended?: Promise<string>): RunningPostmaster {
  const { promise: lost, resolve } = Promise.withResolvers<string>()
  connection.once('end', () => resolve('the connection to PostgreSQL broke off'))
  void ended?.then(resolve)
  return { pid, isAdopted, lost, release: async () => await connection.end().catch(() => {}) }
}

function sendSignal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!hasErrorCode(error, 'ESRCH')) throw error
  }
}

/**
 * Returns the URL of the PostgreSQL that another process runs for a data folder, or null when none is ready. For commands that run
 * alongside a server and neither own nor stop the cluster.
 */
export const findRunningUrl = async (dataDir: string): Promise<string | null> => {
  const cluster = join(clusterFolders(await realpath(dataDir)).current, 'postgres')
  const file = await readPostmasterFile(cluster)
  if (file?.status !== 'ready' || !(await isPostmaster(file.pid, cluster))) return null
  return databaseUrl({ socketDir: file.socketDir })
}
