import { join } from 'node:path'
import { openBlobs } from '#platform/blobs/openBlobs.ts'
import type { ServedBlobs } from '#platform/blobs/ServedBlobs.ts'
import { type Clock, systemClock } from '#platform/clock/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { loadAnswerKey, loadSecrets } from '#platform/config/secrets.ts'
import type { Disk } from '#platform/disk/disk.ts'
import { DiskSpace } from '#platform/disk/DiskSpace.ts'
import { type Db, executeSql, openDb, sqlExecutor } from '#platform/db/db.ts'
import { openEvents } from '#platform/events/events.ts'
import { openJobs } from '#platform/jobs/bossJobs.ts'
import { openIdentity } from '#platform/identity/openIdentity.ts'
import { openLimits } from '#platform/limits/limits.ts'
import { openLive } from '#platform/live/live.ts'
import type { Llm } from '#platform/llm/llm.ts'
import { openaiCompatible } from '#platform/llm/openaiCompatible.ts'
import type { Log } from '#platform/log/log.ts'
import { bundledModelsDir, openSpeechEngine } from '#platform/speech/engine.ts'
import { scriptedSpeech } from '#platform/speech/scripted.ts'
import type { SpeechEngine } from '#platform/speech/speech.ts'
import { type Mail, openMail } from '#platform/mail/mail.ts'
import { openAnswerKeys } from './answerKeys.ts'
import { openFieldSeal } from './fieldSeal.ts'
import type { Ground } from './ground.ts'
import { openSigning } from './signing.ts'

/** Replacements for tests. */
export type Replacements = {
  clock?: Clock
  speech?: SpeechEngine
  llm?: Llm | null
  mail?: Mail
  disk?: (dir: string) => Promise<Disk>
}

export type GroundOptions = {
  readonly config: Config
  readonly databaseUrl: string
  /** Folder of the database. Null or absent when it is not on a disk of this machine. */
  readonly databaseDir?: string | null
  readonly log: Log
  readonly supervise: boolean
}

export type OpenGround = { ground: Ground; blobs: ServedBlobs; close: () => Promise<void> }

/**
 * Opens all mechanisms on a migrated database. With `supervise`, this process maintains the job queue. Jobs and the live channel
 * start with `ctx.jobs.start` and `ctx.live.start`.
 */
export async function openGround(
  { config, databaseUrl, databaseDir = null, log, supervise }: GroundOptions,
  replaced: Replacements = {},
): Promise<OpenGround> {
  const clock = replaced.clock ?? systemClock
  const directUrl = config.databaseDirectUrl ?? databaseUrl
  const secrets = await loadSecrets(config.dataDir)
  const db = openDb(databaseUrl, { use: config.role === 'worker' ? 'worker' : 'api', log })
  const jobs = openJobs({ url: directUrl, clock, log, supervise })
  const events = openEvents(jobs)
  const live = openLive({ url: directUrl, execute: (sql, values) => executeSql(db, sql, values), log })
  const dir = join(config.dataDir, 'blobs')
  const disk = new DiskSpace({ dir, databaseDir, clock, log, read: replaced.disk })
  const blobs = await openBlobs(config.blobs, { dir, disk, clock, secret: secrets.blobHmac, ...blobOptions(config) })
  const speech = replaced.speech ?? openSpeech(config, log)
  const llm = replaced.llm === undefined ? openLlm(config, log) : replaced.llm

  const limits = openLimits(db, clock)
  const mail = replaced.mail ?? openMail(config, log)
  const identity = openIdentity(config, log, clock)
  const field = openFieldSeal(secrets.fieldKey)
  const answers = openAnswerKeys(() => loadAnswerKey(config.dataDir))

  const onDb = (its: Db): Ground => {
    const { executeSql: execute } = sqlExecutor(its)
    const inStep = its !== db
    const stepJobs = inStep ? jobs.withTransaction(execute) : jobs
    const ground: Ground = {
      config,
      secrets: { signing, setupKey: secrets.blobHmac, field, answers },
      log,
      clock,
      db: its,
      jobs: stepJobs,
      events: inStep ? events.withSend(stepJobs.send) : events,
      live: inStep ? live.withExecute(execute) : live,
      blobs,
      disk,
      limits,
      mail,
      identity,
      speech,
      llm,
      // A nested transaction joins the outer one.
      inOneStep: (work) => (inStep ? work(ground) : db.transaction().execute((step) => work(onDb(step)))),
    }
    return ground
  }
  const signing = await openSigning(secrets.signingKey)
  const close = async () => {
    await jobs.stop()
    await live.stop()
    await speech.close()
    await db.destroy()
  }
  return { ground: onDb(db), blobs, close }
}

const blobOptions = ({ publicUrl, uploads }: Config) => ({ publicUrl, maxBytes: uploads.mostBytes })

function openSpeech(config: Config, log: Log): SpeechEngine {
  if (config.scripted.speech) return scriptedSpeech()
  return openSpeechEngine({
    modelsDir: config.models ?? bundledModelsDir,
    threads: config.speechThreads,
    log: (says, facts) => log.info(facts, says),
  })
}

function openLlm({ llm }: Config, log: Log): Llm | null {
  if (!llm.baseUrl || !llm.model) return null
  return openaiCompatible({ baseUrl: llm.baseUrl, model: llm.model, log, ...(llm.apiKey && { apiKey: llm.apiKey }) })
}
