import { accountFull } from '#features/files/contract.ts'
import type { File as LibraryFile } from '#features/files/contract.ts'
import { backOff } from '#kit/backOff.ts'
import { Refused, type Client, type Send } from '#kit/client.ts'
import { type Millis, seconds } from '#kit/units.ts'
import { chance } from '#ui/chance.ts'
import { newId } from '#ui/newId.ts'
import { after } from '#ui/time.ts'
import { type Marker, PIECE_PATH, type recorderContract } from '../../contract.ts'
import type { Piece } from './recorderProtocol.ts'

/** Pieces sent in parallel; more than one only while catching up. */
const PARALLEL = 3
const BACK_OFF = { first: seconds(1), longest: seconds(20) }
/** Minimum delay before the next attempt after a refusal because of full storage or a rate limit. */
const PATIENCE = seconds(30)

export type Told = {
  readonly filename: string
  readonly folderId: string | null
  readonly startedAt: Millis
  readonly timezone: number
  readonly markers: readonly Marker[]
}

export type SenderParts = {
  readonly calls: Client<typeof recorderContract>
  readonly send: Send
  /** Returns the stored piece, or null when it is no longer stored. */
  readonly read: (number: number) => Promise<Piece | null>
  readonly told: () => Told
  readonly hear: {
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
export class NotFinished extends Error {
  readonly refusal: unknown
  constructor(refusal: unknown) {
    super('the server makes no file of this recording')
    this.name = 'NotFinished'
    this.refusal = refusal
  }
}

/**
 * Uploads the pieces of a recording, with as many attempts as needed, and creates its file. Network errors are not failures: it
 * retries after a delay, when `retryNow` is called, or when the server responds again.
 */
export class PieceSender {
  serverId: string
  readonly #parts: SenderParts
  readonly #durations = new Map<number, Millis>()
  readonly #arrived = new Set<number>()
  #begun = false
  #last: number | null = null
  #attempt = 0
  #stopWaiting: (() => void) | null = null
  #waiting = false
  #running = false
  #hasLost = false
  #stopped = false
  readonly #done = Promise.withResolvers<SentFile>()

  constructor(serverId: string, parts: SenderParts) {
    this.serverId = serverId
    this.#parts = parts
    this.#done.promise.catch(() => undefined)
  }

  /** Resolves after `finish` once the file exists. Rejects with FinishRefusedError. */
  get file(): Promise<SentFile> {
    return this.#done.promise
  }

  /** True when all added pieces have arrived. */
  get isAllSafe(): boolean {
    return this.#arrived.size === this.#durations.size
  }

  /** Adds a complete piece and sends it, unless a retry delay is running. */
  add(number: number, duration: Millis): void {
    this.#durations.set(number, duration)
    void this.#run()
  }

  /** Marks pieces that the server has already reported as received. */
  noteThere(numbers: readonly number[]): void {
    this.#begun = true
    for (const number of numbers) if (this.#durations.has(number)) this.#arrived.add(number)
    this.#tellSafe()
  }

  /** No more pieces follow: creates a file of this many pieces. */
  finish(pieces: number): void {
    this.#last = pieces
    this.wake()
  }

  /** Cancels the retry delay and tries again. */
  wake(): void {
    this.#stopWaiting?.()
    this.#stopWaiting = null
    this.#waiting = false
    void this.#run()
  }

  /** Stops permanently. */
  stop(): void {
    this.#stopped = true
    this.#stopWaiting?.()
  }

  async #run(): Promise<void> {
    if (this.#running || this.#stopped || this.#waiting) return
    this.#running = true
    try {
      while (!this.#stopped && (await this.#step()));
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#running = false
    }
  }

  /** One round: begin, send missing pieces, create the file. Returns true while there is more to do. */
  async #step(): Promise<boolean> {
    if (!this.#begun) await this.#begin()
    const next = [...this.#durations.keys()].filter((number) => !this.#arrived.has(number)).slice(0, PARALLEL)
    if (next.length > 0) {
      const outcomes = await Promise.allSettled(next.map((number) => this.#sendOne(number)))
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
      return true
    }
    if (this.#last === null) return false
    const file = await this.#makeFile(this.#last)
    this.#reached()
    this.#done.resolve(file)
    this.stop()
    return false
  }

  async #begin(): Promise<void> {
    const { filename, folderId, startedAt, timezone } = this.#parts.told()
    const folder = folderId === null ? null : [folderId]
    const body = { recording_id: this.serverId, filename, start_time: startedAt, timezone, filetag_id_list: folder }
    try {
      await this.#parts.calls.begin({ body }, { quiet: true })
    } catch (error) {
      // The folder was deleted in the meantime: continue without a folder.
      if (!(error instanceof Refused && error.httpStatus === 404 && folder)) throw error
      await this.#parts.calls.begin({ body: { ...body, filetag_id_list: null } }, { quiet: true })
    }
    this.#begun = true
    this.#reached()
  }

  async #sendOne(number: number): Promise<void> {
    const piece = await this.#parts.read(number)
    // It was in memory only, and was released after it had arrived under another id.
    if (!piece) {
      this.#hasLost = true
      return this.#note(number)
    }
    const { httpStatus, body, retryAfter } = await this.#parts.send({
      method: 'PUT',
      address: `/file/recording/${this.serverId}/piece/${number}`,
      headers: { 'content-type': 'audio/mpeg', 'x-piece-md5': piece.md5, 'x-piece-duration': String(piece.duration) },
      body: piece.bytes,
      quiet: true,
      encrypted: false,
      pattern: PIECE_PATH,
    })
    if (httpStatus !== 200) throw new PieceRefused(httpStatus, body, retryAfter)
    this.#note(number)
    this.#reached()
  }

  async #makeFile(pieces: number): Promise<SentFile> {
    const { filename, folderId, markers } = this.#parts.told()
    const count = this.#hasLost ? null : pieces
    const body = { pieces: count, filename, markers: [...markers], filetag_id_list: folderId === null ? [] : [folderId] }
    try {
      return (await this.#parts.calls.finish({ params: { recording_id: this.serverId }, body })).data_file
    } catch (error) {
      const { refusals } = this.#parts.calls.finish.route
      if (!(error instanceof Refused)) throw error
      if (error.status === refusals.tooShort.status) return null
      // Sends all pieces again; those already on the server are accepted.
      if (error.status === refusals.pieceMissing.status) this.#arrived.clear()
      if (error.status === refusals.notSound.status || error.status === refusals.tooLong.status) {
        this.#done.reject(new NotFinished(error))
        this.stop()
      }
      throw error
    }
  }

  #note(number: number): void {
    this.#arrived.add(number)
    this.#parts.hear.onArrived?.(number)
    this.#tellSafe()
  }

  #tellSafe(): void {
    let upTo = 0
    let number = 1
    for (; this.#arrived.has(number); number++) upTo += this.#durations.get(number) ?? 0
    this.#parts.hear.onSafe?.(upTo, number - 1)
  }

  #reached(): void {
    this.#attempt = 0
    this.#parts.hear.onNetwork?.('online')
  }

  #failed(error: unknown): void {
    if (this.#stopped) return
    const { httpStatus, status, retryAfter } = wordsOf(error)
    this.#attempt++
    const pause = Math.max(backOff(this.#attempt, BACK_OFF, chance), seconds(retryAfter ?? 0))
    if (httpStatus === 401) return this.#wait('signedOut', BACK_OFF.longest, error)
    if (status === accountFull.status) return this.#wait('accountFull', PATIENCE, error)
    // Ended elsewhere, or by the server after a day: this browser has more pieces, which become another recording.
    if (httpStatus === 410 || httpStatus === 409 || status === -8) {
      this.#startAnew()
      return this.#wait('online', pause, error)
    }
    // Unknown to the server: begin again and send all pieces.
    if (httpStatus === 404) {
      this.#begun = false
      this.#arrived.clear()
      return this.#wait('retrying', pause, error)
    }
    const isNo = error instanceof Refused && [-13, -429, -507].includes(status ?? 0)
    this.#wait(isNo || httpStatus === 413 || httpStatus === 507 ? 'refused' : 'retrying', isNo ? PATIENCE : pause, error)
  }

  #startAnew(): void {
    this.serverId = newId()
    this.#begun = false
    this.#arrived.clear()
    this.#parts.hear.onServerId?.(this.serverId)
  }

  #wait(network: 'online' | 'retrying' | 'signedOut' | 'refused' | 'accountFull', pause: Millis, error: unknown): void {
    this.#waiting = true
    if (network !== 'online') this.#parts.hear.onNetwork?.(network, error)
    this.#stopWaiting?.()
    this.#stopWaiting = after(pause, () => this.wake())
  }
}

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

function wordsOf(error: unknown): { httpStatus?: number; status?: number; retryAfter?: number | undefined } {
  if (error instanceof PieceRefused) return { httpStatus: error.httpStatus, status: error.status, retryAfter: error.retryAfter }
  if (error instanceof Refused) return { httpStatus: error.httpStatus, status: error.status, retryAfter: error.retryAfter }
  return {}
}
