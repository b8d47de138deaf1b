import { mkdir, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemClock, type Clock } from '#platform/clock/clock.ts'
import type { Ids } from '#platform/db/embedded/chooseAccount.ts'
import { chooseLocation, type ClusterLocation, type LocationOptions } from '#platform/db/embedded/chooseLocation.ts'
import { findNativeDir } from '#platform/db/embedded/findBinaries.ts'
import { lockDataDir, type DataDirLock } from '#platform/db/embedded/lockDataDir.ts'
import { initialiseCluster } from '#platform/db/embedded/initialiseCluster.ts'
import { databaseUrl } from '#platform/db/embedded/postmaster.ts'
import { supervisePostmaster, type SupervisedPostmaster } from '#platform/db/embedded/supervisePostmaster.ts'
import { carelessSettings, postgresSettings, type PostgresSettings } from '#platform/db/embedded/postgresSettings.ts'
import { startGuard } from '#platform/db/embedded/startGuard.ts'
import type { Log } from '#platform/log/log.ts'

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
  readonly careless?: boolean
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
    await initialiseCluster(location, options.careless ?? false)
    return await run(location, options, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function run(location: ClusterLocation, options: EmbeddedOptions, lock: DataDirLock): Promise<Embedded> {
  const { log, clock = systemClock, careless = false, beforeStart } = options
  const folder = dirname(location.cluster)
  const settings = { ...postgresSettings(location.socketDir), ...(careless ? carelessSettings : {}), ...options.settings }
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
