import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Clock } from '#platform/clock/clock.ts'
import type { Place } from '#platform/db/embedded/choosePlace.ts'
import { EmbeddedProblem } from '#platform/db/embedded/EmbeddedProblem.ts'
import { OWNER } from '#platform/db/embedded/initialiseCluster.ts'
import { isCode } from '#platform/db/errors.ts'
import { launchPostmaster, type LaunchOptions } from '#platform/db/embedded/launchPostmaster.ts'
import { isPostmaster, processesOf, readPostmasterFile } from '#platform/db/embedded/postmasterFile.ts'
import { isAway } from '#platform/db/isAway.ts'
import { openClient } from '#platform/db/pool.ts'
import { seconds } from '#kit/units.ts'

/** A running postmaster. `lost` resolves with the reason when it stops responding. */
export type Running = {
  readonly pid: number
  readonly adopted: boolean
  readonly lost: Promise<string>
  /** Closes the connection that watches it. */
  readonly letGo: () => Promise<void>
}

/** Returns the database URL for every process on this machine. It contains no password. */
export const urlOf = (place: Pick<Place, 'socketDir'>, database: string = OWNER): string =>
  `postgresql://${OWNER}@localhost/${database}?host=${encodeURIComponent(place.socketDir)}`

/** Takes over a running postmaster, or removes the files of a dead one and starts a new one. */
export const bringUp = async (options: LaunchOptions): Promise<Running> => {
  const adopted = await adopt(options)
  if (adopted) return adopted
  await clearAway(options)
  await options.beforeStart?.()
  const { pid, ended } = await launchPostmaster(options)
  try {
    const connection = await connect(options, pid)
    if (connection) return runningOn(pid, false, connection, ended)
  } catch (error) {
    await endPostmaster(pid, options.place, options.clock)
    throw error
  }
  await endPostmaster(pid, options.place, options.clock)
  throw new EmbeddedProblem('start-failed', `PostgreSQL did not answer after its start. ${await ended}`)
}

/** Stops a postmaster: a fast shutdown first, an immediate one after 20 s. Recovery then restores all committed data. */
export const endPostmaster = async (pid: number, place: Place, clock: Clock): Promise<void> => {
  const started = clock.now().getTime()
  let hard = false
  if (await isPostmaster(pid, place.cluster)) signalTo(pid, 'SIGINT')
  while (await isPostmaster(pid, place.cluster)) {
    if (!hard && clock.now().getTime() - started > seconds(20)) {
      hard = true
      signalTo(pid, 'SIGQUIT')
    }
    await clock.wait(10)
  }
  await untilNobodyIsLeft(place, clock)
}

/**
 * Resolves when no process of the cluster is left. The children of a killed postmaster may write until they notice; those that
 * are left after two seconds get the signal that their postmaster would have sent.
 */
export const untilNobodyIsLeft = async (place: Place, clock: Clock, signal?: AbortSignal): Promise<void> => {
  const started = clock.now().getTime()
  for (let told = false; ;) {
    const left = await processesOf(place.cluster)
    if (left.length === 0) return
    if (!told && clock.now().getTime() - started > seconds(2)) {
      told = true
      for (const pid of left) signalTo(pid, 'SIGQUIT')
    }
    await clock.wait(10, signal)
  }
}

async function adopt(options: LaunchOptions): Promise<Running | null> {
  const { place, guard, log, clock, signal } = options
  for (;;) {
    const file = await readPostmasterFile(place.cluster)
    if (!file || !(await isPostmaster(file.pid, place.cluster))) return null
    if (file.status === 'ready') {
      guard.watch(file.pid)
      const connection = file.socketDir === place.socketDir ? await connect(options, file.pid) : null
      if (connection) {
        log.info({ pid: file.pid }, 'PostgreSQL was still running and is taken over')
        return runningOn(file.pid, true, connection)
      }
      await endPostmaster(file.pid, place, clock)
    }
    await clock.wait(20, signal)
  }
}

/**
 * Removes the files of a dead postmaster: postgres would take a zombie, or another process with the same pid, for a running
 * postmaster. Safe only for the owner of the data folder.
 */
async function clearAway({ place, clock, signal }: LaunchOptions): Promise<void> {
  await untilNobodyIsLeft(place, clock, signal)
  await rm(join(place.cluster, 'postmaster.pid'), { force: true })
  const sockets = (await readdir(place.socketDir)).filter((name) => name.startsWith('.s.PGSQL.'))
  for (const name of sockets) await rm(join(place.socketDir, name), { force: true })
}

/**
 * Returns an open connection, or null when no socket accepts connections. Its end is the first sign of a crash, even of a
 * postmaster that is not a child of this process.
 */
async function connect({ place, clock, signal }: LaunchOptions, pid: number): Promise<pg.Client | null> {
  while (await isPostmaster(pid, place.cluster)) {
    const client = openClient(urlOf(place, 'postgres'))
    try {
      await client.connect()
      await createOwnDatabase(client)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (isCode(error, 'ENOENT', 'ECONNREFUSED')) return null
      // During recovery or while all connections are taken, the postmaster itself is healthy: try again.
      else if (!isAway(error) && !isCode(error, '53300')) throw error
    }
    await clock.wait(20, signal)
  }
  return null
}

async function createOwnDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [OWNER])
  if (rowCount === 0) await client.query(`create database ${OWNER}`)
}

function runningOn(pid: number, adopted: boolean, connection: pg.Client, ended?: Promise<string>): Running {
  const { promise: lost, resolve } = Promise.withResolvers<string>()
  connection.once('end', () => resolve('the connection to PostgreSQL broke off'))
  void ended?.then(resolve)
  return { pid, adopted, lost, letGo: async () => await connection.end().catch(() => {}) }
}

function signalTo(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!isCode(error, 'ESRCH')) throw error
  }
}
