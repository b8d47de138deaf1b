import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Bytes } from '#shared/units.ts'
import { BlobError } from '#platform/blobs/blobs.ts'
import type { Blobs, ByteRange } from '#platform/blobs/blobs.ts'

/** A source of `size` bytes outside the file system, readable in ranges. */
export type RangeSource = { readonly size: Bytes; readonly open: (range: ByteRange) => Promise<Readable> }

/** Where audio is read from: a file path or a range source. Audio is never loaded into memory as a whole. */
export type AudioSource = string | RangeSource

/** Bytes per chunk of a stream. */
const CHUNK_BYTES: Bytes = 64 * 1024

export async function sizeOf(source: AudioSource): Promise<Bytes> {
  return typeof source === 'string' ? (await stat(source)).size : source.size
}

/** Reads up to `length` bytes from `offset`. */
export async function readAt(source: AudioSource, offset: number, length: Bytes): Promise<Buffer> {
  if (typeof source === 'string') return readFileAt(source, offset, length)
  const end = Math.min(source.size, offset + length) - 1
  if (end < offset) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  for await (const chunk of await source.open({ start: offset, end })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Streams the bytes from `start` to `limit` (exclusive) in chunks of about 64 KiB. */
export async function* streamRange(source: AudioSource, start: number, limit: number): AsyncGenerator<Buffer> {
  if (limit <= start) return
  const range = { start, end: limit - 1 }
  const stream =
    typeof source === 'string' ? createReadStream(source, { ...range, highWaterMark: CHUNK_BYTES }) : await source.open(range)
  for await (const chunk of stream) yield chunk as Buffer
}

async function readFileAt(path: string, offset: number, length: Bytes): Promise<Buffer> {
  await using file = await open(path, 'r')
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, offset)
  return buffer.subarray(0, bytesRead)
}

/** Returns a stored blob as audio that can be probed or decoded. Rejects with BlobError 'missing'. */
export async function blobAudioSource(blobs: Blobs, key: string): Promise<AudioSource> {
  const info = await blobs.info(key)
  if (!info) throw new BlobError('missing', 'the audio of this recording is missing')
  return { size: info.size, open: (range) => blobs.open(key, range) }
}
