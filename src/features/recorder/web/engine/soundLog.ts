import type { Bytes, Millis } from '#kit/units.ts'
import type { Marker } from '../../contract.ts'

/** Size and duration of one frame of `Mp3Encoder`. */
export const FRAME_BYTES: Bytes = 216
export const FRAME_DURATION: Millis = 36

/** Metadata of a recording. Later records override earlier ones. These keys are stored on the disk. */
export type Note = {
  readonly recordingId?: string
  /** Id on the server, when the server had finished the recording and this browser had more of it. */
  readonly serverId?: string
  readonly filename?: string
  readonly folderId?: string | null
  /** Unix milliseconds. */
  readonly startedAt?: Millis
  readonly timezone?: number
  readonly markers?: readonly Marker[]
  /** Stopped by the user: no more audio follows. */
  readonly ended?: boolean
}

/** Position of bytes in the log file. */
export type Range = { readonly at: number; readonly length: Bytes }
export type SoundLog = { readonly note: Note; readonly pieces: ReadonlyMap<number, readonly Range[]>; readonly bytes: Bytes }

const HEADER = 20
const MAGIC = 0x474c5345 // "ESLG"
const NOTE = 1
const SOUND = 2
/** Maximum length of a payload; a longer one means that the log is damaged. */
const LONGEST = 1 << 20
const CHUNK = 1 << 22

/**
 * A recording is stored as an append-only log of metadata and audio records, each audio record with the number of its piece. When
 * the browser crashes, everything flushed before can be read. An incomplete record fails its checksum and ends the log.
 */
export const soundRecord = (piece: number, sound: Uint8Array): Uint8Array<ArrayBuffer> => recordOf(SOUND, piece, sound)
export const noteRecord = (note: Note): Uint8Array<ArrayBuffer> =>
  recordOf(NOTE, 0, new TextEncoder().encode(JSON.stringify(note)))
/** Offset of the audio in an audio record. */
export const SOUND_AT = HEADER

function recordOf(kind: number, number: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const record = new Uint8Array(HEADER + payload.length)
  const head = new DataView(record.buffer)
  head.setUint32(0, MAGIC, true)
  head.setUint32(4, kind, true)
  head.setUint32(8, number, true)
  head.setUint32(12, payload.length, true)
  head.setUint32(16, checkOf(payload), true)
  record.set(payload, HEADER)
  return record
}

/** Reads a log up to its first incomplete or damaged record. */
export async function readLog(file: Blob): Promise<SoundLog> {
  const pieces = new Map<number, Range[]>()
  let note: Note = {}
  let held = new Uint8Array(0)
  let heldAt = 0
  for (let at = 0; at < file.size; at += CHUNK) {
    held = joinBytes([held, new Uint8Array(await file.slice(at, at + CHUNK).arrayBuffer())])
    let used = 0
    for (;;) {
      const record = readRecord(held, used)
      if (record === 'damaged') return { note, pieces, bytes: heldAt + used }
      if (record === 'more') break
      if (record.kind === NOTE) note = { ...note, ...noteOf(record.payload) }
      else {
        const range = { at: heldAt + used + HEADER, length: record.payload.length }
        pieces.set(record.number, [...(pieces.get(record.number) ?? []), range])
      }
      used += HEADER + record.payload.length
    }
    held = held.slice(used)
    heldAt += used
  }
  return { note, pieces, bytes: heldAt }
}

/** Returns the audio of these ranges of the log file, concatenated. */
export const soundIn = (file: Blob, ranges: Iterable<Range>): Blob =>
  new Blob(
    [...ranges].map(({ at, length }) => file.slice(at, at + length)),
    { type: 'audio/mpeg' },
  )

/** Returns the duration of audio of this size. */
export const durationOf = (bytes: Bytes): Millis => Math.floor(bytes / FRAME_BYTES) * FRAME_DURATION

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function readRecord(bytes: Uint8Array, at: number): 'more' | 'damaged' | { kind: number; number: number; payload: Uint8Array } {
  if (at + HEADER > bytes.length) return 'more'
  const head = new DataView(bytes.buffer, bytes.byteOffset + at, HEADER)
  const kind = head.getUint32(4, true)
  const length = head.getUint32(12, true)
  if (head.getUint32(0, true) !== MAGIC || (kind !== NOTE && kind !== SOUND) || length > LONGEST) return 'damaged'
  if (at + HEADER + length > bytes.length) return 'more'
  const payload = bytes.subarray(at + HEADER, at + HEADER + length)
  return head.getUint32(16, true) === checkOf(payload) ? { kind, number: head.getUint32(8, true), payload } : 'damaged'
}

function noteOf(payload: Uint8Array): Note {
  return JSON.parse(new TextDecoder().decode(payload)) as Note
}

/** FNV-1a hash, which detects incomplete records. */
function checkOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
