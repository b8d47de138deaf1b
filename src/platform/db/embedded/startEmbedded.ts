import { mkdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemClock, type Clock } from '#platform/clock/clock.ts'
import type { Ids } from '#platform/db/embedded/chooseAccount.ts'
import { chooseLocation, type ClusterLocation, type LocationOptions } from '#platform/db/embedded/chooseLocation.ts'
import { findNativeDir } from '#platform/db/embedded/findBinaries.ts'
import { initialiseCluster } from '#platform/db/embedded/initialiseCluster.ts'
import { databaseUrl } from '#platform/db/embedded/postmaster.ts'
import { supervisePostmaster, type SupervisedPostmaster } from '#platform/db/embedded/supervisePostmaster.ts'
import { nonDurableSettings, postgresSettings, type PostgresSettings } from '#platform/db/embedded/launchPostmaster.ts'
import { startGuard } from '#platform/db/embedded/startGuard.ts'
import type { Log } from '#platform/log/log.ts'
import { EmbeddedError } from '#platform/db/embedded/EmbeddedError.ts'

export type EmbeddedOptions = Pick<LocationOptions, 'namespaces' | 'elsewhere'> & {
  readonly dataDir: string
  readonly log: Log
  readonly clock?: Clock
  /** PUID and PGID: the account for root where user namespaces are forbidden. */
  readonly runAs?: Ids | null
  /** Additional or overriding settings. */
  readonly settings?: PostgresSettings
  /** Awaited before every start of PostgreSQL with the folder of the cluster, to free space on its disk. */
  readonly beforeStart?: (folder: string) => Promise<void>
  /** Tests only: disables fsync. */
  readonly nonDurable?: boolean
  /** Tests only: uses PostgreSQL from this folder instead of the installed package. */
  readonly native?: string
}

/** The embedded PostgreSQL, kept running until `stop` is called. */
export type Embedded = SupervisedPostmaster & {
  /** URL for `openDb` in any process on this machine. Stays the same over restarts. */
  readonly url: string
  /** The folder that contains the cluster. */
  readonly folder: string
}

/**
 * Starts or takes over the PostgreSQL of a data folder and restarts it whenever it dies. Throws EmbeddedError, with kind
 * `already-running` when another process owns the folder, which is then not changed.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const lock = lockDataDir(dataDir)
  try {
    const location = await chooseLocation({ ...options, dataDir, native: options.native ?? findNativeDir() })
    await initialiseCluster(location, options.nonDurable ?? false)
    return await run(location, options, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function run(location: ClusterLocation, options: EmbeddedOptions, lock: DataDirLock): Promise<Embedded> {
  const { log, clock = systemClock, nonDurable = false, beforeStart } = options
  const folder = dirname(location.cluster)
  const settings = { ...postgresSettings(location.socketDir), ...(nonDurable ? nonDurableSettings : {}), ...options.settings }
  const guard = startGuard(location.cluster)
  try {
    const postmaster = await supervisePostmaster({
      location,
      guard,
      log,
      clock,
      settings,
      beforeStart: () => beforeStart?.(folder) ?? Promise.resolve(),
    })
    let stopped: Promise<void> | null = null
    const stop = async (): Promise<void> => {
      await postmaster.stop()
      guard.stop()
      lock.release()
    }
    return { ...postmaster, folder, url: databaseUrl(location), stop: async () => await (stopped ??= stop()) }
  } catch (error) {
    guard.stop()
    throw error
  }
}

type DataDirLock = { readonly release: () => void }

/**
 * Locks a data folder for this process, before anything in it is read. Throws `already-running`.
 *
 * An advisory lock in PostgreSQL would come too late: only one process at a time may remove a stale postmaster.pid. Node has no
 * file locks, but its SQLite takes one (fcntl) on an empty file. The kernel releases it when the process dies, and it also works
 * between containers that share a volume and cannot see each other's processes.
 * @NOTE Closing any other handle on `owner.lock` in this process would drop the lock. Never read or copy that file.
 */
const lockDataDir = (dataDir: string): DataDirLock => {
  const lock = new DatabaseSync(join(dataDir, 'owner.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error) || !/locked|busy/i.test(error.message)) throw error
    throw new EmbeddedError(
      'already-running',
      `Earshot is already running on ${dataDir}. Stop it first, or give this one another DATA_DIR. Nothing was changed.`,
      error,
    )
  }
  return { release: () => lock.close() }
}
