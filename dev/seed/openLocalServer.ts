import { prepareDatabase } from '#app/cli/start.ts'
import { type Server, createAppServer } from '#app/server/createAppServer.ts'
import { seconds } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { EmbeddedError } from '#platform/db/embedded/EmbeddedError.ts'
import { findRunningUrl } from '#platform/db/embedded/postmaster.ts'
import { startEmbedded } from '#platform/db/embedded/startEmbedded.ts'
import { createLog } from '#platform/log/log.ts'

type Database = { url: string; isAlreadyRunning: boolean; stop: () => Promise<void> }

/** Time limit for a starting server to have its database ready. */
const START_TIMEOUT = seconds(30)

/**
 * Opens a server on a data folder for this process only, whether or not another one is running there. Access to the folder is
 * sufficient: sign-up is open and calls are not limited.
 */
export async function openLocalServer(
  config: Config,
): Promise<{ server: Server; isAlreadyRunning: boolean; close: () => Promise<void> }> {
  const log = createLog({ level: 'warn' })
  const database = await openDatabase(config)
  const openConfig = { ...config, role: 'api', signUp: 'open', callsPerMinute: 0, countries: null, movedTo: null } as const
  try {
    // A running server has migrated its database. This process must not change it.
    if (!database.isAlreadyRunning) await prepareDatabase(config.databaseDirectUrl ?? database.url, log)
    const options = { databaseUrl: database.url, log, checksReplies: false, supervise: false, webDir: null }
    const server = await createAppServer({ config: openConfig, ...options })
    await server.start({ processJobs: false })
    const close = async () => {
      await server.close()
      await database.stop()
    }
    return { server, isAlreadyRunning: database.isAlreadyRunning, close }
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function openDatabase(config: Config): Promise<Database> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, isAlreadyRunning: false, stop: async () => undefined }
  try {
    const { url, stop } = await startEmbedded({ dataDir: config.dataDir, log: createLog({ level: 'warn' }), runAs: config.runAs })
    return { url, isAlreadyRunning: false, stop }
  } catch (error) {
    if (!(error instanceof EmbeddedError) || error.kind !== 'already-running') throw error
    for (let elapsed = 0; elapsed < START_TIMEOUT; elapsed += 200) {
      const url = await findRunningUrl(config.dataDir)
      if (url !== null) return { url, isAlreadyRunning: true, stop: async () => undefined }
      await systemClock.wait(200)
    }
    throw error
  }
}
