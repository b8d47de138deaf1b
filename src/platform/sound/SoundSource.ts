import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Bytes } from '#kit/units.ts'
import type { ByteRange } from '#platform/blobs/blobs.ts'

/** Bytes outside the file system: their number and a function that reads a range. */
export type RangeSource = { readonly size: Bytes; readonly open: (range: ByteRange) => Promise<Readable> }

/** Where audio is read from: a file path or a range source. It is never read into memory as a whole. */
export type SoundSource = string | RangeSource

/** Bytes per chunk of a stream. */
const STEP: Bytes = 64 * 1024

export async function sizeOf(source: SoundSource): Promise<Bytes> {
  return typeof source === 'string' ? (await stat(source)).size : source.size
}

/** Reads up to `length` bytes from `offset`. */
export async function readAt(source: SoundSource, at: number, length: Bytes): Promise<Buffer> {
  if (typeof source === 'string') return readFileAt(source, at, length)
  const end = Math.min(source.size, at + length) - 1
  if (end < at) return Buffer.alloc(0)
  const pieces: Buffer[] = []
  for await (const piece of await source.open({ start: at, end })) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** Streams the bytes from `start` to `limit` (exclusive) in chunks of about 64 KiB. */
export async function* streamFrom(source: SoundSource, start: number, before: number): AsyncGenerator<Buffer> {
  if (before <= start) return
  const range = { start, end: before - 1 }
  const stream =
    typeof source === 'string' ? createReadStream(source, { ...range, highWaterMark: STEP }) : await source.open(range)
  for await (const piece of stream) yield piece as Buffer
}

async function readFileAt(path: string, at: number, length: Bytes): Promise<Buffer> {
  await using file = await open(path, 'r')
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, at)
  return buffer.subarray(0, bytesRead)
}
