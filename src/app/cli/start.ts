import { once } from 'node:events'
import { checkStore } from '#platform/blobs/checkStore.ts'
import { type Clock, systemClock } from '#platform/clock/clock.ts'
import { type Config, describeConfig, readConfig } from '#platform/config/config.ts'
import { environment } from '#platform/config/environment.ts'
import { DiskReserve } from '#platform/disk/DiskReserve.ts'
import { EmbeddedProblem } from '#platform/db/embedded/EmbeddedProblem.ts'
import { type Embedded, startEmbedded } from '#platform/db/embedded/startEmbedded.ts'
import { type Log, createLog } from '#platform/log/log.ts'
import { checkDataDir } from './checkDataDir.ts'
import { buildWeb } from './buildWeb.ts'
import { CommandError, EXIT } from './exitCodes.ts'
import { greeting } from './greeting.ts'
import { type KeptRole, keepRole } from './keepRole.ts'
import { prepareDatabase } from './prepareDatabase.ts'

/**
 * `earshot start`: starts PostgreSQL (without DATABASE_URL), migrates the database, builds the page, and runs API and workers,
 * each restarted when it exits. SIGINT or SIGTERM stops them in the opposite order.
 */
export async function start(): Promise<number> {
  const clock = systemClock
  const begun = clock.now()
  const config = readConfig(environment())
  const log = createLog({ level: config.logLevel }).child({ role: 'start' })
  log.debug(describeConfig(config), 'settings')
  const stopAsked = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await checkDataDir(config.dataDir)
  const database = await openDatabase(config, { log, clock })
  const parts: KeptRole[] = []
  try {
    const databaseUrl = config.databaseUrl ?? database?.url ?? ''
    const directUrl = config.databaseDirectUrl ?? databaseUrl
    const [webDir] = await Promise.all([
      config.role === 'worker' ? '' : buildWeb({ log, assets: config.site.assets }),
      prepareDatabase(directUrl, log),
      checkStore(config.blobs, log),
    ])
    parts.push(...startParts(config, { databaseUrl, directUrl, databaseDir: database?.folder ?? '', webDir, log, clock }))
    const served = await Promise.race([Promise.all(parts.map((part) => part.ready)), stopAsked.then(() => null)])
    if (served === null) return EXIT.ok
    const setupLink = served.find((part) => part.setupLink !== null)?.setupLink ?? null
    process.stdout.write(greeting(config, setupLink, clock.now().getTime() - begun.getTime()))
    await stopAsked
    return EXIT.ok
  } finally {
    await Promise.all(parts.map((part) => part.stop()))
    await database?.stop()
  }
}

/** Starts the embedded PostgreSQL with its disk reserve. Returns null when DATABASE_URL is set. */
async function openDatabase(config: Config, { log, clock }: { log: Log; clock: Clock }): Promise<Embedded | null> {
  if (config.databaseUrl !== null) return null
  const reserveIn = (dir: string) => new DiskReserve({ dir, size: config.diskReserve, log, clock })
  try {
    const { dataDir, runAs } = config
    const database = await startEmbedded({ dataDir, log, runAs, beforeStart: (folder) => reserveIn(folder).giveBackWhenLow() })
    const ending = new AbortController()
    const keeping = reserveIn(database.folder).keep(ending.signal)
    const stop = async () => {
      ending.abort()
      await keeping
      await database.stop()
    }
    return { ...database, stop }
  } catch (error) {
    if (!(error instanceof EmbeddedProblem)) throw error
    throw new CommandError(error.kind === 'already-running' ? EXIT.busy : EXIT.unavailable, error.message)
  }
}

type Parts = { databaseUrl: string; directUrl: string; databaseDir: string; webDir: string; log: Log; clock: Clock }

function startParts(config: Config, { databaseUrl, directUrl, databaseDir, webDir, log, clock }: Parts): KeptRole[] {
  const env = {
    ...environment(),
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_URL_FILE: undefined,
    DATABASE_DIRECT_URL_FILE: undefined,
  }
  const kinds = config.role === 'all' ? (['api', 'worker'] as const) : [config.role]
  return kinds.map((kind) => keepRole(kind, { args: [webDir, databaseDir], env: env as NodeJS.ProcessEnv, clock, log }))
}
