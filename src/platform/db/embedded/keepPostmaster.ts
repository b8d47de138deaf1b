import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Clock } from '#platform/clock/clock.ts'
import type { Place } from '#platform/db/embedded/choosePlace.ts'
import { EmbeddedProblem } from '#platform/db/embedded/EmbeddedProblem.ts'
import { OWNER } from '#platform/db/embedded/initialiseCluster.ts'
import { isCode } from '#platform/db/embedded/isCode.ts'
import { launchPostmaster, type LaunchOptions } from '#platform/db/embedded/launchPostmaster.ts'
import { isPostmaster, processesOf, readPostmasterFile } from '#platform/db/embedded/postmasterFile.ts'
import { isAway } from '#platform/db/isAway.ts'
import { openClient } from '#platform/db/pool.ts'
import { seconds } from '#kit/units.ts'

/** A postmaster that answers. `lost` resolves, saying why, when it does so no longer. */
export type Running = {
  readonly pid: number
  readonly adopted: boolean
  readonly lost: Promise<string>
  /** Ends our own connection to it. */
  readonly letGo: () => Promise<void>
}

/** The address of the database for every process on this machine; there is no password in it. */
export const urlOf = (place: Pick<Place, 'socketDir'>, database: string = OWNER): string =>
  `postgresql://${OWNER}@localhost/${database}?host=${encodeURIComponent(place.socketDir)}`

/** Adopts the postmaster that is running, or clears away what a dead one left and starts one. */
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

/** Ends a postmaster: gently, and after 20 s at once (recovery then brings back all that was acknowledged). */
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
 * Resolves when no process of the cluster lives. The children of a postmaster that was killed notice it sooner or later and
 * still write until then; those that have not after two seconds are told as their postmaster would have told them.
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
 * Removes the files that name a dead postmaster: postgres would take a zombie, or whoever has inherited the number, for a
 * living one. Safe only for the owner of the folder.
 */
async function clearAway({ place, clock, signal }: LaunchOptions): Promise<void> {
  await untilNobodyIsLeft(place, clock, signal)
  await rm(join(place.cluster, 'postmaster.pid'), { force: true })
  const sockets = (await readdir(place.socketDir)).filter((name) => name.startsWith('.s.PGSQL.'))
  for (const name of sockets) await rm(join(place.socketDir, name), { force: true })
}

/** One connection that is kept, or null when nothing listens there: its end is the first sign of a crash, also of a postmaster that is not our child. */
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
      // Recovering after the crash of one backend, or every place taken for a moment: the postmaster itself is well.
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
