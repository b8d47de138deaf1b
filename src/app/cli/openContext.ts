import { join } from 'node:path'
import { readConfig, type Config } from '#platform/config/config.ts'
import { environment } from '#platform/config/environment.ts'
import type { AppContext } from '#platform/context.ts'
import type { InstanceMode } from '#platform/config/paymentSettings.ts'
import { createContext } from '#platform/createContext.ts'
import { openDb } from '#platform/db/db.ts'
import { readInstanceMode } from '#platform/db/instanceMode.ts'
import { clusterFolders } from '#platform/db/embedded/chooseLocation.ts'
import { databaseUrl } from '#platform/db/embedded/postmaster.ts'
import { isPostmaster, readPostmasterFile } from '#platform/db/embedded/postmasterFile.ts'
import { quietLog } from '#platform/log/log.ts'
import { CommandError, EXIT } from './runCommand.ts'

/**
 * Runs `work` with the context of the running server, connected to its database, and with the direct database URL. Throws
 * CommandError when no server is running.
 */
export async function withServerContext<T>(work: (ctx: AppContext, directUrl: string) => Promise<T>): Promise<T> {
  const config = readConfig(environment())
  const databaseUrl = await findDatabase(config)
  // Commands detect the mode of the running server by themselves.
  const instanceMode = (await readMode(databaseUrl)) ?? config.instanceMode
  const { ctx, close } = await createContext({
    config: { ...config, instanceMode },
    databaseUrl,
    log: quietLog,
    supervise: false,
  })
  try {
    return await work(ctx, config.databaseDirectUrl ?? databaseUrl)
  } finally {
    await close()
  }
}

async function readMode(databaseUrl: string): Promise<InstanceMode | null> {
  const db = openDb(databaseUrl, { use: 'worker', connections: 1 })
  try {
    return await readInstanceMode(db)
  } finally {
    await db.destroy()
  }
}

/** Returns the URL of the database: DATABASE_URL, or the socket of the embedded PostgreSQL that is running. */
async function findDatabase(config: Config): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl
  const cluster = join(clusterFolders(config.dataDir).current, 'postgres')
  const file = await readPostmasterFile(cluster)
  if (file && (await isPostmaster(file.pid, cluster))) return databaseUrl({ socketDir: file.socketDir })
  throw new CommandError(EXIT.unavailable, `Earshot is not running on ${config.dataDir}. Start it first.`)
}
