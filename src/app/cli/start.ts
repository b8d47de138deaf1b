import { once } from 'node:events'
import { checkS3Access } from '#platform/blobs/s3/checkS3Access.ts'
import { type Clock, systemClock } from '#platform/clock/clock.ts'
import { type Config, describeConfig, readConfig } from '#platform/config/config.ts'
import { environment } from '#platform/config/environment.ts'
import { DiskReserve } from '#platform/disk/DiskReserve.ts'
import { EmbeddedError } from '#platform/db/embedded/EmbeddedError.ts'
import { type Embedded, startEmbedded } from '#platform/db/embedded/startEmbedded.ts'
import { type Log, createLog } from '#platform/log/log.ts'
import { backupBeforeMigration } from './backupBeforeMigration.ts'
import { checkDataDir } from './checkDataDir.ts'
import { buildWeb } from './buildWeb.ts'
import { CommandError, EXIT } from './runCommand.ts'
import { type SupervisedRole, superviseRole } from './superviseRole.ts'
import { openDb } from '#platform/db/db.ts'
import { checkInstanceMode } from '#platform/db/instanceMode.ts'
import { migrate, type MigrateOptions } from '#platform/db/migrate.ts'
import { installJobs } from '#platform/jobs/pgBossJobs.ts'
import { VERSION } from '#platform/config/version.ts'
import type { Millis } from '#shared/units.ts'

/**
 * `earshot start`: starts PostgreSQL (without DATABASE_URL), migrates the database, builds the page, and runs the API and the
 * workers, which are restarted when they exit. SIGINT or SIGTERM stops them in reverse order.
 */
export async function start(): Promise<number> {
  const clock = systemClock
  const startedAt = clock.now()
  const config = readConfig(environment())
  const log = createLog({ level: config.logLevel }).child({ role: 'start' })
  log.debug(describeConfig(config), 'settings')
  const stopRequested = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await checkDataDir(config.dataDir)
  const database = await openDatabase(config, { log, clock })
  const roles: SupervisedRole[] = []
  try {
    const databaseUrl = config.databaseUrl ?? database?.url ?? ''
    const directUrl = config.databaseDirectUrl ?? databaseUrl
    const [webDir] = await Promise.all([
      config.role === 'worker' ? '' : buildWeb({ log, assets: config.site.assets, api: config.site.api }),
      prepareDatabase(directUrl, log, database && backupBeforeMigration({ config, databaseUrl: directUrl, log, clock })),
      checkS3Access(config.blobs, log),
    ])
    await checkMode(config, directUrl)
    roles.push(...startRoles(config, { databaseUrl, directUrl, databaseDir: database?.folder ?? '', webDir, log, clock }))
    const readyParts = await Promise.race([Promise.all(roles.map((role) => role.ready)), stopRequested.then(() => null)])
    if (readyParts === null) return EXIT.ok
    const setupLink = readyParts.find((role) => role.setupLink !== null)?.setupLink ?? null
    process.stdout.write(readyMessage(config, setupLink, clock.now().getTime() - startedAt.getTime()))
    await stopRequested
    return EXIT.ok
  } finally {
    await Promise.all(roles.map((role) => role.stop()))
    await database?.stop()
  }
}

/**
 * Starts the embedded PostgreSQL with its disk reserve. Returns null when DATABASE_URL is set. Throws CommandError when it is
 * already running or cannot run.
 */
export async function openDatabase(config: Config, { log, clock }: { log: Log; clock: Clock }): Promise<Embedded | null> {
  if (config.databaseUrl !== null) return null
  const createReserve = (dir: string) => new DiskReserve({ dir, size: config.diskReserve, log, clock })
  try {
    const { dataDir, runAs } = config
    const database = await startEmbedded({ dataDir, log, runAs, beforeStart: (folder) => createReserve(folder).releaseWhenLow() })
    const stopping = new AbortController()
    const reserveLoop = createReserve(database.folder).run(stopping.signal)
    const stop = async () => {
      stopping.abort()
      await reserveLoop
      await database.stop()
    }
    return { ...database, stop }
  } catch (error) {
    if (!(error instanceof EmbeddedError)) throw error
    throw new CommandError(error.kind === 'already-running' ? EXIT.busy : EXIT.unavailable, error.message)
  }
}

/** Throws ConfigError when the database belongs to a server in another mode; a restart would not help. */
async function checkMode({ instanceMode }: Config, directUrl: string): Promise<void> {
  const db = openDb(directUrl, { use: 'worker', connections: 1 })
  try {
    await checkInstanceMode(db, instanceMode)
  } finally {
    await db.destroy()
  }
}

type RoleOptions = { databaseUrl: string; directUrl: string; databaseDir: string; webDir: string; log: Log; clock: Clock }

function startRoles(config: Config, { databaseUrl, directUrl, databaseDir, webDir, log, clock }: RoleOptions): SupervisedRole[] {
  const env = {
    ...environment(),
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_URL_FILE: undefined,
    DATABASE_DIRECT_URL_FILE: undefined,
  }
  const kinds = config.role === 'all' ? (['api', 'worker'] as const) : [config.role]
  return kinds.map((kind) => superviseRole(kind, { args: [webDir, databaseDir], env: env as NodeJS.ProcessEnv, clock, log }))
}

/**
 * Migrates a database to this version: first the tables of the app, then those of the job queue. `before` is called when there is
 * anything to migrate. Throws MigrationError.
 */
export async function prepareDatabase(
  directUrl: string,
  log: Log,
  before: MigrateOptions['before'] | null = null,
): Promise<void> {
  await migrate(directUrl, { log, ...(before && { before }) })
  await installJobs(directUrl)
}

const describePayments = ({ payments: { provider }, instanceMode }: Config): string =>
  instanceMode === 'demo' ? `${provider}, TEST MODE: no money moves` : provider

/** Returns the message that `earshot start` prints when the server is ready. Its last line is the URL. */
export function readyMessage(config: Config, setupLink: string | null, startupTime: Millis): string {
  const lines = [
    '',
    `Earshot ${VERSION} is ready (${(startupTime / 1000).toFixed(1)} s). Press Ctrl-C to stop.`,
    `  Data       ${config.dataDir}`,
    `  Database   ${config.databaseUrl === null ? 'built-in PostgreSQL, in the data folder' : 'from DATABASE_URL'}`,
    `  Speech     ${config.scripted.speech ? 'TEST MODE: sample text instead of real transcripts' : 'Whisper base, on this computer'}`,
    `  Summaries  ${config.llm.server?.model ?? 'the language model chosen in the settings, else quotes from the transcript'}`,
    ...(config.payments.provider === 'none' ? [] : [`  Payments   ${describePayments(config)}`]),
    ...(setupLink ? ['', 'No account exists yet. Create the first one here:', `  ${setupLink}`] : []),
    '',
    config.publicUrl,
    '',
  ]
  return lines.join('\n')
}
