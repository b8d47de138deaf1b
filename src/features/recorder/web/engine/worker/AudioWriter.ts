import { type IHasher, createMD5 } from 'hash-wasm'
import type { Bytes, Millis } from '#shared/units.ts'
import { PIECE_DURATION } from '../../../rules.ts'
import { openRecordingFile, openRecordingsFolder, removeRecordingFile } from '../recordingFiles.ts'
import type { Piece, RecordingMetadata } from '../recorderProtocol.ts'
import {
  FRAME_BYTES,
  FRAME_DURATION,
  type ByteRange,
  AUDIO_OFFSET,
  durationOfBytes,
  concatBytes,
  encodeMetadataRecord,
  encodeAudioRecord,
} from '../recordingLog.ts'

/** Bytes of the whole frames of one piece. */
const BYTES_PER_PIECE = Math.floor(PIECE_DURATION / FRAME_DURATION) * FRAME_BYTES

/** A sync access handle. Only workers have it, so the DOM types do not include it. */
type SyncAccessHandle = {
  readonly read: (into: Uint8Array, from: { at: number }) => number
  readonly write: (bytes: Uint8Array, to: { at: number }) => number
  readonly flush: () => void
  readonly close: () => void
  readonly truncate: (size: number) => void
}

type RecordingIds = { readonly account: string; readonly recordingId: string }

export type AudioWriterEvents = {
  readonly onKept: (upTo: Millis) => void
  readonly onPiece: (number: number, duration: Millis) => void
  /** The disk is full: further audio is kept in memory only. */
  readonly onFull: () => void
}

/**
 * Splits the audio into pieces and stores every frame as soon as it is encoded: on the disk, or in memory when the disk is
 * unavailable or full. A piece is reported once all of it is stored.
 */
export class AudioWriter {
  readonly #ids: RecordingIds
  readonly #md5: IHasher
  readonly #events: AudioWriterEvents
  #file: SyncAccessHandle | null
  #fileEnd = 0
  /** Byte ranges of the pieces in the file; pieces in memory are in `#inMemory`. */
  readonly #ranges = new Map<number, ByteRange[]>()
  readonly #inMemory = new Map<number, Uint8Array[]>()
  #number = 1
  #pieceBytes: Bytes = 0
  #totalBytes: Bytes = 0
  #isFull = false

  private constructor(ids: RecordingIds, tools: { file: SyncAccessHandle | null; md5: IHasher }, events: AudioWriterEvents) {
    this.#ids = ids
    this.#file = tools.file
    this.#md5 = tools.md5
    this.#events = events
  }

  static async open(ids: RecordingIds, events: AudioWriterEvents): Promise<AudioWriter> {
    const [file, md5] = await Promise.all([openFile(ids), createMD5()])
    return new AudioWriter(ids, { file, md5 }, events)
  }

  get keptIn(): 'disk' | 'memory' {
    return this.#file ? 'disk' : 'memory'
  }

  writeMetadata(metadata: RecordingMetadata): void {
    this.#appendRecord(encodeMetadataRecord(metadata))
  }

  /** Stores whole frames, in order. */
  write(frames: Uint8Array): void {
    for (let from = 0; from < frames.length;) {
      const pieceFrames = frames.subarray(from, from + BYTES_PER_PIECE - this.#pieceBytes)
      from += pieceFrames.length
      this.#store(pieceFrames)
      this.#totalBytes += pieceFrames.length
      this.#pieceBytes += pieceFrames.length
      if (this.#pieceBytes === BYTES_PER_PIECE) this.#completePiece()
    }
    this.#events.onKept(durationOfBytes(this.#totalBytes))
  }

  /** Completes the last piece, which may be shorter. Returns the number of pieces. */
  finish(): number {
    if (this.#pieceBytes > 0) this.#completePiece()
    return this.#number - 1
  }

  /** Returns null when the piece was in memory only and has been uploaded. */
  read(number: number): Piece | null {
    const bytes = this.#readPiece(number)
    if (bytes.length === 0) return null
    return { bytes: bytes.buffer, md5: this.#md5.init().update(bytes).digest(), duration: durationOfBytes(bytes.length) }
  }

  arrived(number: number): void {
    this.#inMemory.delete(number)
  }

  readAudio(): Blob {
    const numbers = Array.from({ length: this.#number }, (_, n) => n + 1)
    return new Blob(
      numbers.map((number) => this.#readPiece(number)),
      { type: 'audio/mpeg' },
    )
  }

  async remove(): Promise<void> {
    this.#file?.close()
    this.#file = null
    await removeRecordingFile(this.#ids.account, this.#ids.recordingId)
  }

  #readPiece(number: number): Uint8Array<ArrayBuffer> {
    const stored = (this.#ranges.get(number) ?? []).map(({ at, length }) => {
      const bytes = new Uint8Array(length)
      this.#file?.read(bytes, { at })
      return bytes
    })
    return concatBytes([...stored, ...(this.#inMemory.get(number) ?? [])])
  }

  #completePiece(): void {
    this.#events.onPiece(this.#number, durationOfBytes(this.#pieceBytes))
    this.#number++
    this.#pieceBytes = 0
  }

  #store(frames: Uint8Array): void {
    const at = this.#appendRecord(encodeAudioRecord(this.#number, frames))
    const stored = at === null ? this.#inMemory : this.#ranges
    const entry = at === null ? frames.slice() : { at: at + AUDIO_OFFSET, length: frames.length }
    ;(stored as Map<number, unknown[]>).set(this.#number, [...(stored.get(this.#number) ?? []), entry])
  }

  /**
   * Appends a record and returns its offset, or null when it is not on the disk. A full disk is not written to again, so that the
   * log stays valid.
   */
  #appendRecord(record: Uint8Array): number | null {
    if (!this.#file || this.#isFull) return null
    const at = this.#fileEnd
    try {
      if (this.#file.write(record, { at }) < record.length) throw new DOMException('no room', 'QuotaExceededError')
      this.#file.flush()
      this.#fileEnd += record.length
      return at
    } catch {
      this.#isFull = true
      this.#events.onFull()
      return null
    }
  }
}

async function openFile({ account, recordingId }: RecordingIds): Promise<SyncAccessHandle | null> {
  const folder = await openRecordingsFolder(account, { create: true })
  if (!folder) return null
  try {
    const handle = await openRecordingFile(folder, recordingId, true)
    const asyncHandle = handle as FileSystemFileHandle & { createSyncAccessHandle?: () => Promise<SyncAccessHandle> }
    const file = (await asyncHandle.createSyncAccessHandle?.()) ?? null
    file?.truncate(0)
    return file
  } catch {
    return null
  }
}
