import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Bytes } from '#kit/units.ts'
import type { ByteRange } from '#platform/blobs/blobs.ts'

/** Bytes that lie somewhere else than in a file: how many there are, and how to read some of them. */
export type RangeSource = { readonly size: Bytes; readonly open: (range: ByteRange) => Promise<Readable> }

/** Where sound is read from: the path of a file, or anything that answers ranges. Nothing is ever read whole. */
export type SoundSource = string | RangeSource

/** A stream reads this many bytes at a time. */
const STEP: Bytes = 64 * 1024

export async function sizeOf(source: SoundSource): Promise<Bytes> {
  return typeof source === 'string' ? (await stat(source)).size : source.size
}

/** `length` bytes from `at`, or as many as there are. */
export async function readAt(source: SoundSource, at: number, length: Bytes): Promise<Buffer> {
  if (typeof source === 'string') return readFileAt(source, at, length)
  const end = Math.min(source.size, at + length) - 1
  if (end < at) return Buffer.alloc(0)
  const pieces: Buffer[] = []
  for await (const piece of await source.open({ start: at, end })) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** All bytes from `start` up to, not including, `before`, in pieces of about 64 KiB. */
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
