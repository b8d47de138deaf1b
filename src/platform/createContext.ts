import { join } from 'node:path'
import type { Seconds } from '#shared/units.ts'
import type { BlobBackend } from '#platform/blobs/BlobBackend.ts'
import { type LocalBlobsOptions, openLocalBlobs } from '#platform/blobs/local/openLocalBlobs.ts'
import { type Clock, systemClock } from '#platform/clock/clock.ts'
import { createCompute, type OpenCompute } from '#platform/compute/createCompute.ts'
import type { BlobsConfig } from '#platform/config/storageSettings.ts'
import type { Config } from '#platform/config/config.ts'
import { loadResponseKey, loadSecrets, type Secrets } from '#platform/config/secrets.ts'
import type { Disk } from '#platform/disk/DiskSpace.ts'
import { DiskSpace } from '#platform/disk/DiskSpace.ts'
import { type Db, executeSql, openDb, sqlExecutor } from '#platform/db/db.ts'
import { runNested, runTransaction } from '#platform/db/transaction.ts'
import { createEvents } from '#platform/events/events.ts'
import { createJobs } from '#platform/jobs/pgBossJobs.ts'
import { createIdentity } from '#platform/identity/createIdentity.ts'
import { createLimits, scheduleLimitDeletion } from '#platform/limits/limits.ts'
import { createLive } from '#platform/live/live.ts'
import { createOpenLlm, type OpenLlm } from '#platform/llm/openLlm.ts'
import type { Log } from '#platform/log/log.ts'
import { measureSpeed } from '#platform/speech/models/measureSpeed.ts'
import { createModelManager, type ModelManager } from '#platform/speech/models/modelManager.ts'
import { openPayments } from '#platform/payments/openPayments.ts'
import type { PaymentsOptions } from '#platform/payments/paymentsOptions.ts'
import { openQrPayments } from '#platform/payments/qr/openQrPayments.ts'
import { bundledDir, openConfiguredLiveSpeech, openConfiguredModels, openConfiguredSpeech } from '#platform/speech/openSpeech.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import type { SpeechEngine } from '#platform/speech/speech.ts'
import { type Mailer, createMailer } from '#platform/mail/mail.ts'
import { createResponseKeys } from './crypto/responseKeys.ts'
import { createFieldEncryption } from './crypto/fieldEncryption.ts'
import { HASH_COST, type HashCost } from './crypto/hashes.ts'
import type { AppContext } from './context.ts'
import { importSigningKey } from './crypto/signing.ts'

/** Replacements for tests. */
export type Replacements = {
  clock?: Clock
  speech?: SpeechEngine
  models?: ModelManager
  openLlm?: OpenLlm
  mail?: Mailer
  compute?: OpenCompute
  disk?: (dir: string) => Promise<Disk>
  hashCost?: HashCost
  jobPollInterval?: Seconds
}

export type ContextOptions = {
  readonly config: Config
  readonly databaseUrl: string
  /** Folder of the database. Null or absent when it is not on a disk of this machine. */
  readonly databaseDir?: string | null
  readonly log: Log
  readonly supervise: boolean
}

export type OpenContext = { ctx: AppContext; blobs: BlobBackend; close: () => Promise<void> }

/**
 * Opens all mechanisms on a migrated database. With `supervise`, this process maintains the job queue. Jobs and the live channel
 * start with `ctx.jobs.start` and `ctx.live.start`.
 */
export async function createContext(
  { config, databaseUrl, databaseDir = null, log, supervise }: ContextOptions,
  replacements: Replacements = {},
): Promise<OpenContext> {
  const { clock = systemClock, jobPollInterval } = replacements
  const directUrl = config.databaseDirectUrl ?? databaseUrl
  const keys = await loadSecrets(config.dataDir)
  const secrets = await openSecrets(keys, config)
  const db = openDb(databaseUrl, { use: config.role === 'worker' ? 'worker' : 'api', log })
  const jobs = createJobs({ url: directUrl, clock, log, supervise, ...(jobPollInterval && { pollInterval: jobPollInterval }) })
  const events = createEvents(jobs)
  const live = createLive({ url: directUrl, execute: (sql, values) => executeSql(db, sql, values), log })
  const dir = join(config.dataDir, 'blobs')
  const disk = new DiskSpace({ dir, databaseDir, clock, log, readDisk: replacements.disk })
  const blobs = await openBlobs(config.blobs, { dir, disk, clock, secret: keys.blobHmac, ...blobOptions(config) })
  const { models, speech, liveSpeech } = openEngines(config, log, clock, replacements)
  const openLlm = replacements.openLlm ?? createOpenLlm(log, clock)
  const compute = replacements.compute ?? createCompute({ log })
  const limits = createLimits(db, clock)
  scheduleLimitDeletion(jobs, db, clock)
  const payments = await openAllPayments({ config, db, jobs, clock, log, installationKey: keys.blobHmac })
  const mail = replacements.mail ?? createMailer(config, log)

  const contextFor = (contextDb: Db): AppContext => {
    const { executeSql: execute } = sqlExecutor(contextDb)
    const isTransaction = contextDb !== db
    const contextJobs = isTransaction ? jobs.withTransaction(execute) : jobs
    const ctx: AppContext = {
      config,
      secrets,
      hashCost: replacements.hashCost ?? HASH_COST,
      log,
      clock,
      db: contextDb,
      jobs: contextJobs,
      events: isTransaction ? events.withSend(contextJobs.send) : events,
      live: isTransaction ? live.withExecute(execute) : live,
      blobs,
      disk,
      limits,
      compute,
      mail,
      identity: createIdentity(config, log, clock),
      ...payments,
      speech,
      liveSpeech,
      models,
      openLlm,
      transaction: (work) =>
        isTransaction ? runNested(contextDb, () => work(ctx)) : runTransaction(db, (tx) => work(contextFor(tx))),
    }
    return ctx
  }
  const close = async () => {
    await jobs.stop()
    await live.stop()
    await Promise.all([models, compute, speech, liveSpeech].map((mechanism) => mechanism.close()))
    await db.destroy()
  }
  return { ctx: contextFor(db), blobs, close }
}

const openAllPayments = async (options: PaymentsOptions) => ({
  payments: await openPayments(options),
  qrPayments: await openQrPayments(options),
})

const openSecrets = async (keys: Secrets, config: Config): Promise<AppContext['secrets']> => ({
  signing: await importSigningKey(keys.signingKey),
  setupKey: keys.blobHmac,
  fieldEncryption: createFieldEncryption(keys.fieldKey),
  responseKeys: createResponseKeys(() => loadResponseKey(config.dataDir)),
})

/** Opens the configured blob storage. The code for object stores is only loaded when one is configured. */
async function openBlobs(config: BlobsConfig, options: LocalBlobsOptions): Promise<BlobBackend> {
  if (config.kind === 'local') return openLocalBlobs(options)
  const { openS3Blobs } = await import('#platform/blobs/s3/openS3Blobs.ts')
  return openS3Blobs({ ...options, bucketSettings: config, proxy: config.proxy })
}

const blobOptions = ({ publicUrl, uploads }: Config) => ({ publicUrl, maxBytes: uploads.maxBytes })

function openModels(config: Config, clock: Clock): ModelManager {
  const options = { bundledDir: bundledDir(config), threads: config.speechThreads }
  return createModelManager(openConfiguredModels(config), {
    measure: async (model, signal) => await measureSpeed(model, { ...options, signal }),
    now: () => clock.now(),
  })
}

/** Creates the speech engines and the manager of their models. */
function openEngines(config: Config, log: Log, clock: Clock, replacements: Replacements) {
  const models = replacements.models ?? openModels(config, clock)
  return { models, ...openSpeech(config, models, log, replacements.speech) }
}

function openSpeech(config: Config, models: ModelManager, log: Log, replacement?: SpeechEngine) {
  const single = replacement ?? (config.scripted.speech ? scriptedSpeech() : undefined)
  if (single) return { speech: single, liveSpeech: single }
  return {
    speech: openConfiguredSpeech(config, models, (message, fields) => log.info(fields, message)),
    liveSpeech: openConfiguredLiveSpeech(config, models, (message, fields) => log.info(fields, `live words: ${message}`)),
  }
}
