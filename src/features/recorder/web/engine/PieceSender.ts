import { accountFull } from '#features/files/contract.ts'
import type { File as LibraryFile } from '#features/files/contract.ts'
import { backOff } from '#shared/backOff.ts'
import { address, Refused, type Client, type Send, isNotFound } from '#shared/client.ts'
import { type Millis, seconds } from '#shared/units.ts'
import { random, newId } from '#browser/random/random.ts'
import { after } from '#browser/timers/time.ts'
import { type Marker, recorderBytes, type recorderContract } from '../../contract.ts'
import type { Piece } from './recorderProtocol.ts'

/** Pieces sent in parallel; more than one only while catching up. */
const PARALLEL_PIECES = 3
const BACK_OFF = { initial: seconds(1), max: seconds(20) }
/** Minimum delay before the next attempt after a refusal because of full storage or a rate limit. */
const REFUSED_RETRY_DELAY = seconds(30)

export type RecordingDetails = {
  readonly filename: string
  readonly folderId: string | null
  readonly startedAt: Millis
  readonly timezone: number
  readonly markers: readonly Marker[]
}

export type SenderOptions = {
  readonly calls: Client<typeof recorderContract>
  readonly send: Send
  /** Returns the stored piece, or null when it is no longer stored. */
  readonly read: (number: number) => Promise<Piece | null>
  readonly getDetails: () => RecordingDetails
  /** Whether live words are shown for the recording. False by default. */
  readonly hasLiveWords?: () => boolean
  readonly events: {
    /** Duration of the audio on the server, from the beginning without a gap. */
    readonly onSafe?: (upTo: Millis, pieces: number) => void
    readonly onArrived?: (number: number) => void
    readonly onNetwork?: (network: 'online' | 'retrying' | 'signedOut' | 'refused' | 'accountFull', error?: unknown) => void
    /** The server had ended this recording: it starts again under this id, with all pieces. */
    readonly onServerId?: (serverId: string) => void
  }
}

/** Null when the recording was shorter than a second and was discarded. */
export type SentFile = LibraryFile | null

/** The server permanently refuses to create the file. */
export class FinishRefusedError extends Error {
  readonly refusal: unknown
  constructor(refusal: unknown) {
    super('the server makes no file of this recording')
    this.name = 'FinishRefusedError'
    this.refusal = refusal
  }
}

/**
 * Uploads the pieces of a recording, retrying as often as needed, and creates its file. Network errors are not failures: it retries
 * after a delay, when `retryNow` is called, or when the server responds again.
 */
export class PieceSender {
  serverId: string
  readonly #options: SenderOptions
  readonly #durations = new Map<number, Millis>()
  readonly #arrived = new Set<number>()
  #hasBegun = false
  #lastPiece: number | null = null
  #attempt = 0
  #stopWaiting: (() => void) | null = null
  #isRunning = false
  #hasMissingPieces = false
  #isStopped = false
  readonly #result = Promise.withResolvers<SentFile>()

  constructor(serverId: string, options: SenderOptions) {
    this.serverId = serverId
    this.#options = options
    this.#result.promise.catch(() => undefined)
  }

  /** Resolves after `finish` once the file exists. Rejects with FinishRefusedError. */
  get file(): Promise<SentFile> {
    return this.#result.promise
  }

  /** True when all added pieces have arrived. */
  get isAllSafe(): boolean {
    return this.#arrived.size === this.#durations.size
  }

  /** Adds a complete piece and sends it, unless a retry delay is running. */
  add(number: number, duration: Millis): void {
    this.#durations.set(number, duration)
    void this.#sendAll()
  }

  /** Marks pieces that the server has already reported as received. */
  addArrived(numbers: readonly number[]): void {
    this.#hasBegun = true
    for (const number of numbers) if (this.#durations.has(number)) this.#arrived.add(number)
    this.#notifySafe()
  }

  /** No more pieces follow: creates a file of this many pieces. */
  finish(pieces: number): void {
    this.#lastPiece = pieces
    this.retryNow()
  }

  /** Cancels the retry delay and retries immediately. */
  retryNow(): void {
    this.#stopWaiting?.()
    this.#stopWaiting = null
    void this.#sendAll()
  }

  /** Stops permanently. */
  stop(): void {
    this.#isStopped = true
    this.#stopWaiting?.()
  }

  async #sendAll(): Promise<void> {
    if (this.#isRunning || this.#isStopped || this.#stopWaiting) return
    this.#isRunning = true
    try {
      while (!this.#isStopped && (await this.#runRound()));
    } catch (error) {
      this.#handleError(error)
    } finally {
      this.#isRunning = false
    }
  }

  /** One round: begin, send missing pieces, create the file. Returns true while there is more to do. */
  async #runRound(): Promise<boolean> {
    if (!this.#hasBegun) await this.#begin()
    const missing = [...this.#durations.keys()].filter((number) => !this.#arrived.has(number)).slice(0, PARALLEL_PIECES)
    if (missing.length > 0) {
      const outcomes = await Promise.allSettled(missing.map((number) => this.#sendPiece(number)))
      const rejected = outcomes.find((outcome) => outcome.status === 'rejected')
      if (rejected) throw rejected.reason
      return true
    }
    if (this.#lastPiece === null) return false
    const file = await this.#createFile(this.#lastPiece)
    this.#notifyOnline()
    this.#result.resolve(file)
    this.stop()
    return false
  }

  async #begin(): Promise<void> {
    const body = beginBodyOf(this.serverId, this.#options.getDetails())
    try {
      await this.#options.calls.begin({ body }, { quiet: true })
    } catch (error) {
      // The folder was deleted in the meantime: continue without a folder.
      if (!(isNotFound(error) && body.filetag_id_list)) throw error
      await this.#options.calls.begin({ body: { ...body, filetag_id_list: null } }, { quiet: true })
    }
    this.#hasBegun = true
    this.#notifyOnline()
  }

  async #sendPiece(number: number): Promise<void> {
    const piece = await this.#options.read(number)
    // The piece was in memory only, and was released after it had arrived under another id.
    if (!piece) {
      this.#hasMissingPieces = true
      return this.#markArrived(number)
    }
    const { httpStatus, body, retryAfter } = await this.#options.send({
      method: 'PUT',
      address: address(recorderBytes.takePiece, { params: { recording_id: this.serverId, number } }),
      headers: {
        'content-type': 'audio/mpeg',
        'x-piece-md5': piece.md5,
        'x-piece-duration': String(piece.duration),
        // Once the recording has stopped, its words are no longer shown.
        ...(this.#lastPiece === null && this.#options.hasLiveWords?.() && { 'x-live-words': 'on' }),
      },
      body: piece.bytes,
      quiet: true,
      encrypted: false,
      pattern: recorderBytes.takePiece.path,
    })
    if (httpStatus !== 200) throw new PieceRefused(httpStatus, body, retryAfter)
    this.#markArrived(number)
    this.#notifyOnline()
  }

  async #createFile(pieces: number): Promise<SentFile> {
    const { filename, folderId, markers } = this.#options.getDetails()
    const count = this.#hasMissingPieces ? null : pieces
    const body = { pieces: count, filename, markers: [...markers], filetag_id_list: folderId === null ? [] : [folderId] }
    try {
      return (await this.#options.calls.finish({ params: { recording_id: this.serverId }, body })).data_file
    } catch (error) {
      const { refusals } = this.#options.calls.finish.route
      if (!(error instanceof Refused)) throw error
      if (error.status === refusals.tooShort.status) return null
      // Sends all pieces again; those already on the server are accepted.
      if (error.status === refusals.pieceMissing.status) this.#arrived.clear()
      if (error.status === refusals.notSound.status || error.status === refusals.tooLong.status) {
        this.#result.reject(new FinishRefusedError(error))
        this.stop()
      }
      throw error
    }
  }

  #markArrived(number: number): void {
    this.#arrived.add(number)
    this.#options.events.onArrived?.(number)
    this.#notifySafe()
  }

  #notifySafe(): void {
    let upTo = 0
    let number = 1
    for (; this.#arrived.has(number); number++) upTo += this.#durations.get(number) ?? 0
    this.#options.events.onSafe?.(upTo, number - 1)
  }

  #notifyOnline(): void {
    this.#attempt = 0
    this.#options.events.onNetwork?.('online')
  }

  #handleError(error: unknown): void {
    if (this.#isStopped) return
    const { httpStatus, status, retryAfter } = responseOf(error)
    this.#attempt++
    const pause = Math.max(backOff(this.#attempt, BACK_OFF, random), seconds(retryAfter ?? 0))
    if (httpStatus === 401) return this.#scheduleRetry('signedOut', BACK_OFF.max, error)
    if (status === accountFull.status) return this.#scheduleRetry('accountFull', REFUSED_RETRY_DELAY, error)
    // Ended elsewhere, or by the server after a day. The pieces in this browser become another recording.
    if (httpStatus === 410 || httpStatus === 409 || status === -8) {
      this.#restart()
      return this.#scheduleRetry('online', pause, error)
    }
    // Unknown to the server: begin the recording again and send all pieces.
    if (httpStatus === 404) {
      this.#hasBegun = false
      this.#arrived.clear()
      return this.#scheduleRetry('retrying', pause, error)
    }
    const isRefusal = error instanceof Refused && [-13, -429, -507].includes(status ?? 0)
    this.#scheduleRetry(
      isRefusal || httpStatus === 413 || httpStatus === 507 ? 'refused' : 'retrying',
      isRefusal ? REFUSED_RETRY_DELAY : pause,
      error,
    )
  }

  #restart(): void {
    this.serverId = newId()
    this.#hasBegun = false
    this.#arrived.clear()
    this.#options.events.onServerId?.(this.serverId)
  }

  #scheduleRetry(network: 'online' | 'retrying' | 'signedOut' | 'refused' | 'accountFull', pause: Millis, error: unknown): void {
    if (network !== 'online') this.#options.events.onNetwork?.(network, error)
    this.#stopWaiting?.()
    this.#stopWaiting = after(pause, () => this.retryNow())
  }
}

/** Returns the body of the call that begins a recording on the server. */
export const beginBodyOf = (recordingId: string, { filename, folderId, startedAt, timezone }: RecordingDetails) => ({
  recording_id: recordingId,
  filename,
  start_time: startedAt,
  timezone,
  filetag_id_list: folderId === null ? null : [folderId],
})

class PieceRefused extends Error {
  readonly httpStatus: number
  /** Status number in the body, or 0. */
  readonly status: number
  readonly retryAfter: number | undefined
  constructor(httpStatus: number, body: unknown, retryAfter: number | undefined) {
    super(`the piece was refused: HTTP ${httpStatus}`)
    this.name = 'PieceRefused'
    this.httpStatus = httpStatus
    this.status = Number((body as { status?: unknown } | null)?.status ?? 0)
    this.retryAfter = retryAfter
  }
}

function responseOf(error: unknown): { httpStatus?: number; status?: number; retryAfter?: number | undefined } {
  if (error instanceof PieceRefused) return { httpStatus: error.httpStatus, status: error.status, retryAfter: error.retryAfter }
  if (error instanceof Refused) return { httpStatus: error.httpStatus, status: error.status, retryAfter: error.retryAfter }
  return {}
}
