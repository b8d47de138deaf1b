import type { Bytes, Millis } from '#shared/units.ts'
import type { RecordingMetadata } from './recorderProtocol.ts'

/** Size and duration of one frame of `Mp3Encoder`. */
export const FRAME_BYTES: Bytes = 216
export const FRAME_DURATION: Millis = 36

/** Position of bytes in the log file. */
export type ByteRange = { readonly at: number; readonly length: Bytes }
export type RecordingLog = {
  readonly metadata: RecordingMetadata
  readonly pieces: ReadonlyMap<number, readonly ByteRange[]>
  readonly bytes: Bytes
}

const HEADER_BYTES = 20
const MAGIC = 0x474c5345
// "ESLG"
const METADATA_RECORD = 1
const AUDIO_RECORD = 2
/** Maximum length of a payload; a longer one means that the log is damaged. */
const MAX_PAYLOAD_BYTES = 1 << 20
const READ_CHUNK_BYTES = 1 << 22

/**
 * A recording is stored as an append-only log of metadata and audio records, each audio record with the number of its piece. When
 * the browser crashes, everything flushed before can be read. An incomplete record fails its checksum and ends the log.
 */
export const encodeAudioRecord = (piece: number, sound: Uint8Array): Uint8Array<ArrayBuffer> =>
  encodeRecord(AUDIO_RECORD, piece, sound)
export const encodeMetadataRecord = (metadata: RecordingMetadata): Uint8Array<ArrayBuffer> =>
  encodeRecord(METADATA_RECORD, 0, new TextEncoder().encode(JSON.stringify(metadata)))
/** Offset of the audio in an audio record. */
export const AUDIO_OFFSET = HEADER_BYTES

function encodeRecord(kind: number, number: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const record = new Uint8Array(HEADER_BYTES + payload.length)
  const headerView = new DataView(record.buffer)
  headerView.setUint32(0, MAGIC, true)
  headerView.setUint32(4, kind, true)
  headerView.setUint32(8, number, true)
  headerView.setUint32(12, payload.length, true)
  headerView.setUint32(16, checksum(payload), true)
  record.set(payload, HEADER_BYTES)
  return record
}

/** Reads a log up to its first incomplete or damaged record. */
export async function readRecordingLog(file: Blob): Promise<RecordingLog> {
  const pieces = new Map<number, ByteRange[]>()
  let metadata: RecordingMetadata = {}
  let buffer = new Uint8Array(0)
  let bufferOffset = 0
  for (let at = 0; at < file.size; at += READ_CHUNK_BYTES) {
    buffer = concatBytes([buffer, new Uint8Array(await file.slice(at, at + READ_CHUNK_BYTES).arrayBuffer())])
    let consumed = 0
    for (;;) {
      const record = readRecord(buffer, consumed)
      if (record === 'damaged') return { metadata, pieces, bytes: bufferOffset + consumed }
      if (record === 'more') break
      if (record.kind === METADATA_RECORD) metadata = { ...metadata, ...decodeMetadata(record.payload) }
      else {
        const range = { at: bufferOffset + consumed + HEADER_BYTES, length: record.payload.length }
        pieces.set(record.number, [...(pieces.get(record.number) ?? []), range])
      }
      consumed += HEADER_BYTES + record.payload.length
    }
    buffer = buffer.slice(consumed)
    bufferOffset += consumed
  }
  return { metadata, pieces, bytes: bufferOffset }
}

/** Returns the audio of these ranges of the log file, concatenated. */
export const audioBlobOf = (file: Blob, ranges: Iterable<ByteRange>): Blob =>
  new Blob(
    [...ranges].map(({ at, length }) => file.slice(at, at + length)),
    { type: 'audio/mpeg' },
  )

/** Returns the duration of audio of this size. */
export const durationOfBytes = (bytes: Bytes): Millis => Math.floor(bytes / FRAME_BYTES) * FRAME_DURATION

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function readRecord(bytes: Uint8Array, at: number): 'more' | 'damaged' | { kind: number; number: number; payload: Uint8Array } {
  if (at + HEADER_BYTES > bytes.length) return 'more'
  const headerView = new DataView(bytes.buffer, bytes.byteOffset + at, HEADER_BYTES)
  const kind = headerView.getUint32(4, true)
  const length = headerView.getUint32(12, true)
  if (
    headerView.getUint32(0, true) !== MAGIC ||
    (kind !== METADATA_RECORD && kind !== AUDIO_RECORD) ||
    length > MAX_PAYLOAD_BYTES
  )
    return 'damaged'
  if (at + HEADER_BYTES + length > bytes.length) return 'more'
  const payload = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length)
  return headerView.getUint32(16, true) === checksum(payload)
    ? { kind, number: headerView.getUint32(8, true), payload }
    : 'damaged'
}

function decodeMetadata(payload: Uint8Array): RecordingMetadata {
  return JSON.parse(new TextDecoder().decode(payload)) as RecordingMetadata
}

/** FNV-1a hash, which detects incomplete records. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
