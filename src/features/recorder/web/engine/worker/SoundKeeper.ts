import { Md5 } from '#kit/Md5.ts'
import type { Bytes, Millis } from '#kit/units.ts'
import { PIECE_DURATION } from '../../../contract.ts'
import { keptFile, keptFolder, removeKept } from '../keptFolder.ts'
import type { Piece } from '../recorderProtocol.ts'
import {
  FRAME_BYTES,
  FRAME_DURATION,
  type Note,
  type Range,
  SOUND_AT,
  durationOf,
  joinBytes,
  noteRecord,
  soundRecord,
} from '../soundLog.ts'

/** Bytes of the whole frames of one piece. */
const PIECE = Math.floor(PIECE_DURATION / FRAME_DURATION) * FRAME_BYTES

/** A sync access handle. Only workers have it, so the DOM types do not include it. */
type OpenFile = {
  readonly read: (into: Uint8Array, from: { at: number }) => number
  readonly write: (bytes: Uint8Array, to: { at: number }) => number
  readonly flush: () => void
  readonly close: () => void
  readonly truncate: (size: number) => void
}

export type KeeperNews = {
  readonly onKept: (upTo: Millis) => void
  readonly onPiece: (number: number, duration: Millis) => void
  /** The disk is full: further audio is kept in memory only. */
  readonly onFull: () => void
}

/**
 * Splits the audio into pieces and stores every frame as soon as it is encoded: on the disk, or in memory when the disk is
 * unavailable or full. A piece is reported once all of it is stored.
 */
export class SoundKeeper {
  readonly #names: { account: string; recordingId: string }
  readonly #news: KeeperNews
  #file: OpenFile | null
  #end = 0
  /** Byte ranges of the pieces in the file; pieces in memory are in `#inMemory`. */
  readonly #ranges = new Map<number, Range[]>()
  readonly #held = new Map<number, Uint8Array[]>()
  #number = 1
  #filled: Bytes = 0
  #bytes: Bytes = 0
  #isFull = false

  private constructor(names: { account: string; recordingId: string }, file: OpenFile | null, news: KeeperNews) {
    this.#names = names
    this.#file = file
    this.#news = news
  }

  static async open(names: { account: string; recordingId: string }, news: KeeperNews): Promise<SoundKeeper> {
    return new SoundKeeper(names, await openFile(names), news)
  }

  get keptIn(): 'disk' | 'memory' {
    return this.#file ? 'disk' : 'memory'
  }

  note(metadata: Note): void {
    this.#append(noteRecord(metadata))
  }

  /** Stores whole frames, in order. */
  take(frames: Uint8Array): void {
    for (let from = 0; from < frames.length;) {
      const some = frames.subarray(from, from + PIECE - this.#filled)
      from += some.length
      this.#keep(some)
      this.#bytes += some.length
      this.#filled += some.length
      if (this.#filled === PIECE) this.#complete()
    }
    this.#news.onKept(durationOf(this.#bytes))
  }

  /** Completes the last piece, which may be shorter. Returns the number of pieces. */
  finish(): number {
    if (this.#filled > 0) this.#complete()
    return this.#number - 1
  }

  /** Returns null when the piece was in memory only and has been uploaded. */
  read(number: number): Piece | null {
    const bytes = this.#bytesOf(number)
    if (bytes.length === 0) return null
    return { bytes: bytes.buffer, md5: new Md5().update(bytes).hex(), duration: durationOf(bytes.length) }
  }

  arrived(number: number): void {
    this.#held.delete(number)
  }

  sound(): Blob {
    const numbers = Array.from({ length: this.#number }, (_, n) => n + 1)
    return new Blob(
      numbers.map((number) => this.#bytesOf(number)),
      { type: 'audio/mpeg' },
    )
  }

  async remove(): Promise<void> {
    this.#file?.close()
    this.#file = null
    await removeKept(this.#names.account, this.#names.recordingId)
  }

  #bytesOf(number: number): Uint8Array<ArrayBuffer> {
    const kept = (this.#ranges.get(number) ?? []).map(({ at, length }) => {
      const bytes = new Uint8Array(length)
      this.#file?.read(bytes, { at })
      return bytes
    })
    return joinBytes([...kept, ...(this.#held.get(number) ?? [])])
  }

  #complete(): void {
    this.#news.onPiece(this.#number, durationOf(this.#filled))
    this.#number++
    this.#filled = 0
  }

  #keep(frames: Uint8Array): void {
    const at = this.#append(soundRecord(this.#number, frames))
    const kept = at === null ? this.#held : this.#ranges
    const entry = at === null ? frames.slice() : { at: at + SOUND_AT, length: frames.length }
    ;(kept as Map<number, unknown[]>).set(this.#number, [...(kept.get(this.#number) ?? []), entry])
  }

  /**
   * Appends a record and returns its offset, or null when it is not on the disk. A full disk is not written to again, so that the
   * log stays valid.
   */
  #append(record: Uint8Array): number | null {
    if (!this.#file || this.#isFull) return null
    const at = this.#end
    try {
      if (this.#file.write(record, { at }) < record.length) throw new DOMException('no room', 'QuotaExceededError')
      this.#file.flush()
      this.#end += record.length
      return at
    } catch {
      this.#isFull = true
      this.#news.onFull()
      return null
    }
  }
}

async function openFile({ account, recordingId }: { account: string; recordingId: string }): Promise<OpenFile | null> {
  const folder = await keptFolder(account, { make: true })
  if (!folder) return null
  try {
    const handle = await keptFile(folder, recordingId, true)
    const opened = handle as FileSystemFileHandle & { createSyncAccessHandle?: () => Promise<OpenFile> }
    const file = (await opened.createSyncAccessHandle?.()) ?? null
    file?.truncate(0)
    return file
  } catch {
    return null
  }
}
