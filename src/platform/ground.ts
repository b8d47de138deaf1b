import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { DiskSpace } from '#platform/disk/DiskSpace.ts'
import type { Db } from '#platform/db/db.ts'
import type { Events } from '#platform/events/events.ts'
import type { Identity } from '#platform/identity/identity.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Limits } from '#platform/limits/limits.ts'
import type { Live } from '#platform/live/live.ts'
import type { Llm } from '#platform/llm/llm.ts'
import type { Log } from '#platform/log/log.ts'
import type { Mail } from '#platform/mail/mail.ts'
import type { SpeechEngine } from '#platform/speech/speech.ts'
import type { AnswerKeys } from './answerKeys.ts'
import type { FieldSeal } from './fieldSeal.ts'
import type { Signing } from './signing.ts'

/**
 * What every use case stands on, as its first argument. It holds mechanisms only and knows no feature; features are
 * imported, never injected, so that *go to definition* works.
 */
export type Ground = {
  readonly config: Config
  /** Keys that never leave the process: who signs sessions, what the setup link is made from. */
  readonly secrets: {
    readonly signing: Signing
    readonly setupKey: Uint8Array
    /** Seals what must lie in the database but not be read there, such as refresh tokens of providers. */
    readonly field: FieldSeal
    /** Under which clients send the keys their answers are to be encrypted with. */
    readonly answers: AnswerKeys
  }
  readonly log: Log
  readonly clock: Clock
  readonly db: Db
  readonly jobs: Jobs
  readonly events: Events
  readonly live: Live
  readonly blobs: Blobs
  /** How full the disk is, and whether anything may be added. */
  readonly disk: Pick<DiskSpace, 'isReadOnly'>
  /** How often somebody may do something. Counts at once, whether or not a step is committed. */
  readonly limits: Limits
  readonly mail: Mail
  readonly identity: Identity
  readonly speech: SpeechEngine
  /** Null when no language model is configured; summaries are then extractive. */
  readonly llm: Llm | null
  /**
   * Runs `work` on a ground whose `db`, `jobs`, `events` and `live` are one transaction: rows written, jobs queued and
   * events told together, or none of it.
   */
  readonly inOneStep: <T>(work: (ground: Ground) => Promise<T>) => Promise<T>
}
