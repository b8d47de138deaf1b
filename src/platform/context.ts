import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Compute } from '#platform/compute/compute.ts'
import type { Config } from '#platform/config/config.ts'
import type { DiskSpace } from '#platform/disk/DiskSpace.ts'
import type { Db } from '#platform/db/db.ts'
import type { Events } from '#platform/events/events.ts'
import type { Identity } from '#platform/identity/identity.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Limits } from '#platform/limits/limits.ts'
import type { Live } from '#platform/live/live.ts'
import type { OpenLlm } from '#platform/llm/openLlm.ts'
import type { Log } from '#platform/log/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { PaymentGateway } from '#platform/payments/payments.ts'
import type { QrPayments } from '#platform/payments/qr/qrPayments.ts'
import type { ModelManager } from '#platform/speech/models/modelManager.ts'
import type { SpeechEngine } from '#platform/speech/speech.ts'
import type { ResponseKeys } from './crypto/responseKeys.ts'
import type { FieldEncryption } from './crypto/fieldEncryption.ts'
import type { HashCost } from './crypto/hashes.ts'
import type { Signing } from './crypto/signing.ts'

/**
 * The first argument of every use case. It holds mechanisms only and knows no feature. Features are imported, never injected, so
 * that *go to definition* works.
 */
export type AppContext = {
  readonly config: Config
  /** Keys that never leave the process, for session tokens and the setup link. */
  readonly secrets: {
    readonly signing: Signing
    readonly setupKey: Uint8Array
    /** Encrypts database values that must be unreadable in the database, such as refresh tokens of identity providers. */
    readonly fieldEncryption: FieldEncryption
    /** The key pair with which clients wrap the keys for their encrypted responses. */
    readonly responseKeys: ResponseKeys
  }
  /** Cost of a password hash. */
  readonly hashCost: HashCost
  readonly log: Log
  readonly clock: Clock
  readonly db: Db
  readonly jobs: Jobs
  readonly events: Events
  readonly live: Live
  readonly blobs: Blobs
  /** Returns whether the server is read-only because its disk is almost full. */
  readonly disk: Pick<DiskSpace, 'isReadOnly'>
  /** Rate limits. They count immediately, even if the transaction is rolled back. */
  readonly limits: Limits
  /** Runs work whose size a user controls in threads, so that it cannot block the event loop. */
  readonly compute: Compute
  readonly mail: Mailer
  readonly identity: Identity
  /** The card payment provider. Null when nothing is sold by card on this server. */
  readonly payments: PaymentGateway | null
  /** The QR code payment channels. Null when nothing is sold through them on this server. */
  readonly qrPayments: QrPayments | null
  readonly speech: SpeechEngine
  /** The same engine in its own process for the words shown during a recording, which therefore do not wait for transcriptions. */
  readonly liveSpeech: SpeechEngine
  /** The installed speech models. */
  readonly models: ModelManager
  /** Returns the language model of a server. `chooseModel` of language-models decides which server is used. */
  readonly openLlm: OpenLlm
  /**
   * Runs `work` in a transaction: with a context whose `db`, `jobs`, `events` and `live` belong to it. Written rows, queued jobs
   * and published events take effect together or not at all. A returned refusal (`{ refused: 'nameTaken' }`) rolls them back, as a
   * thrown error does. Within another transaction only what `work` has written is rolled back.
   */
  readonly transaction: <T>(work: (ctx: AppContext) => Promise<T>) => Promise<T>
}
