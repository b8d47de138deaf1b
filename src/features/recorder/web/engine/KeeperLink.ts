import type { Millis } from '#kit/units.ts'
import type { Piece, RecorderAnswer, RecorderRequest } from './recorderProtocol.ts'
import type { Note } from './soundLog.ts'
import { startRecorderWorker } from './startRecorderWorker.ts'

export type KeeperNews = {
  readonly onKept: (upTo: Millis) => void
  readonly onPiece: (number: number, duration: Millis) => void
  readonly onFull: () => void
  /** The worker crashed or can no longer encode. Stored audio stays stored. */
  readonly onBroken: (says: string) => void
}

/** The worker could not be started. */
export class KeeperError extends Error {}

/** The page's side of the worker that encodes and stores the audio. */
export class KeeperLink {
  readonly #worker = startRecorderWorker()
  readonly #news: KeeperNews
  readonly #reads = new Map<number, ((piece: Piece | null) => void)[]>()
  #begun = Promise.withResolvers<'disk' | 'memory'>()
  #finished = Promise.withResolvers<number>()
  #sound = Promise.withResolvers<Blob>()
  #removed = Promise.withResolvers<void>()

  constructor(news: KeeperNews) {
    this.#news = news
    for (const waiting of [this.#begun, this.#finished, this.#sound]) waiting.promise.catch(() => undefined)
    this.#worker.onmessage = ({ data }: MessageEvent<RecorderAnswer>) => this.#hear(data)
    this.#worker.onerror = ({ message }) => this.#break(message)
  }

  /** Starts storing and returns where. Rejects with RecorderWorkerError. */
  begin(asked: Omit<Extract<RecorderRequest, { type: 'begin' }>, 'type'>): Promise<'disk' | 'memory'> {
    this.#ask({ type: 'begin', ...asked })
    return this.#begun.promise
  }

  listenTo(port: MessagePort): void {
    this.#worker.postMessage({ type: 'sound', port } satisfies RecorderRequest, [port])
  }

  note(metadata: Note): void {
    this.#ask({ type: 'note', note: metadata })
  }

  /** Returns the total number of pieces. */
  finish(): Promise<number> {
    this.#ask({ type: 'finish' })
    return this.#finished.promise
  }

  read(number: number): Promise<Piece | null> {
    return new Promise((resolve) => {
      this.#reads.set(number, [...(this.#reads.get(number) ?? []), resolve])
      this.#ask({ type: 'read', number })
    })
  }

  arrived(number: number): void {
    this.#ask({ type: 'arrived', number })
  }

  sound(): Promise<Blob> {
    this.#sound = Promise.withResolvers<Blob>()
    this.#ask({ type: 'soundOf' })
    return this.#sound.promise
  }

  /** Deletes the stored recording and terminates the worker. */
  async remove(): Promise<void> {
    this.#ask({ type: 'remove' })
    await this.#removed.promise
    this.end()
  }

  end(): void {
    this.#worker.terminate()
  }

  #ask(request: RecorderRequest): void {
    this.#worker.postMessage(request)
  }

  #hear(answer: RecorderAnswer): void {
    switch (answer.type) {
      case 'begun':
        return this.#begun.resolve(answer.keptIn)
      case 'kept':
        return this.#news.onKept(answer.upTo)
      case 'piece':
        return this.#news.onPiece(answer.number, answer.duration)
      case 'full':
        return this.#news.onFull()
      case 'finished':
        return this.#finished.resolve(answer.pieces)
      case 'soundOf':
        return this.#sound.resolve(answer.sound)
      case 'removed':
        return this.#removed.resolve()
      case 'failed':
        return this.#break(answer.says)
      case 'read': {
        const [first, ...others] = this.#reads.get(answer.number) ?? []
        this.#reads.set(answer.number, others)
        return first?.(answer.piece)
      }
    }
  }

  #break(says: string): void {
    const error = new KeeperError(says)
    this.#begun.reject(error)
    this.#finished.reject(error)
    this.#removed.resolve()
    this.#news.onBroken(says)
  }
}
