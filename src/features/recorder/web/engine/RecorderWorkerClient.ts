import type { Millis } from '#shared/units.ts'
import type { Piece, RecorderResponse, RecorderRequest, RecordingMetadata } from './recorderProtocol.ts'

export type WorkerEvents = {
  readonly onKept: (upTo: Millis) => void
  readonly onPiece: (number: number, duration: Millis) => void
  readonly onFull: () => void
  /** The worker crashed or can no longer encode. Stored audio stays stored. */
  readonly onBroken: (message: string) => void
}

/** The worker could not be started. */
export class RecorderWorkerError extends Error {}

/** The page's side of the worker that encodes and stores the audio. */
export class RecorderWorkerClient {
  readonly #worker = startRecorderWorker()
  readonly #events: WorkerEvents
  readonly #reads = new Map<number, ((piece: Piece | null) => void)[]>()
  #begun = Promise.withResolvers<'disk' | 'memory'>()
  #finished = Promise.withResolvers<number>()
  #audio = Promise.withResolvers<Blob>()
  #removed = Promise.withResolvers<void>()

  constructor(events: WorkerEvents) {
    this.#events = events
    for (const deferred of [this.#begun, this.#finished, this.#audio]) deferred.promise.catch(() => undefined)
    this.#worker.onmessage = ({ data }: MessageEvent<RecorderResponse>) => this.#onMessage(data)
    this.#worker.onerror = ({ message }) => this.#fail(message)
  }

  /** Starts storing and returns where. Rejects with RecorderWorkerError. */
  begin(options: Omit<Extract<RecorderRequest, { type: 'begin' }>, 'type'>): Promise<'disk' | 'memory'> {
    this.#post({ type: 'begin', ...options })
    return this.#begun.promise
  }

  connectInput(port: MessagePort): void {
    this.#worker.postMessage({ type: 'sound', port } satisfies RecorderRequest, [port])
  }

  saveMetadata(metadata: RecordingMetadata): void {
    this.#post({ type: 'note', saveMetadata: metadata })
  }

  /** Returns the total number of pieces. */
  finish(): Promise<number> {
    this.#post({ type: 'finish' })
    return this.#finished.promise
  }

  read(number: number): Promise<Piece | null> {
    return new Promise((resolve) => {
      this.#reads.set(number, [...(this.#reads.get(number) ?? []), resolve])
      this.#post({ type: 'read', number })
    })
  }

  arrived(number: number): void {
    this.#post({ type: 'arrived', number })
  }

  readAudio(): Promise<Blob> {
    this.#audio = Promise.withResolvers<Blob>()
    this.#post({ type: 'soundOf' })
    return this.#audio.promise
  }

  /** Deletes the stored recording and terminates the worker. */
  async remove(): Promise<void> {
    this.#post({ type: 'remove' })
    await this.#removed.promise
    this.end()
  }

  end(): void {
    this.#worker.terminate()
  }

  #post(request: RecorderRequest): void {
    this.#worker.postMessage(request)
  }

  #onMessage(answer: RecorderResponse): void {
    switch (answer.type) {
      case 'begun':
        return this.#begun.resolve(answer.keptIn)
      case 'kept':
        return this.#events.onKept(answer.upTo)
      case 'piece':
        return this.#events.onPiece(answer.number, answer.duration)
      case 'full':
        return this.#events.onFull()
      case 'finished':
        return this.#finished.resolve(answer.pieces)
      case 'soundOf':
        return this.#audio.resolve(answer.audio)
      case 'removed':
        return this.#removed.resolve()
      case 'failed':
        return this.#fail(answer.message)
      case 'read': {
        const [resolveFirst, ...remaining] = this.#reads.get(answer.number) ?? []
        this.#reads.set(answer.number, remaining)
        return resolveFirst?.(answer.piece)
      }
    }
  }

  #fail(message: string): void {
    const error = new RecorderWorkerError(message)
    this.#begun.reject(error)
    this.#finished.reject(error)
    this.#removed.resolve()
    this.#events.onBroken(message)
  }
}

/** Starts the worker that encodes and stores the audio. */
const startRecorderWorker = (): Worker => new Worker(new URL('./worker/recorderWorker.ts', import.meta.url), { type: 'module' })
