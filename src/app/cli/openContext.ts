import { join } from 'node:path'
import { readConfig, type Config } from '#platform/config/config.ts'
import { environment } from '#platform/config/environment.ts'
import type { AppContext } from '#platform/context.ts'
import { createContext } from '#platform/createContext.ts'
import { clusterFolders } from '#platform/db/embedded/chooseLocation.ts'
import { databaseUrl } from '#platform/db/embedded/postmaster.ts'
import { isPostmaster, readPostmasterFile } from '#platform/db/embedded/postmasterFile.ts'
import { quietLog } from '#platform/log/log.ts'
import { CommandError, EXIT } from './runCommand.ts'

/**
 * Runs `work` with the context of the running server, on its database, and a direct address of it. Throws CommandError when the
 * server does not run.
 */
export async function withServerContext<T>(work: (ctx: AppContext, directUrl: string) => Promise<T>): Promise<T> {
  const config = readConfig(environment())
  const databaseUrl = await findDatabase(config)
  const { ctx, close } = await createContext({ config, databaseUrl, log: quietLog, supervise: false })
  try {
    return await work(ctx, config.databaseDirectUrl ?? databaseUrl)
  } finally {
    await close()
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
