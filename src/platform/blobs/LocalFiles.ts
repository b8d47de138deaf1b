import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import { BlobError } from './blobs.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { WatchPiece } from '#platform/disk/DiskSpace.ts'
import { days, KiB } from '#kit/units.ts'
import type { Bytes, Millis } from '#kit/units.ts'

/** A file that is written but not yet moved to its final path. */
export type Aside = { readonly path: string; readonly size: Bytes; readonly md5: string }

type Watched = {
  readonly watch?: WatchPiece
  /** Aborts the write. The signal's reason is thrown. */
  readonly signal?: AbortSignal
  /** True when nothing else reads the chunks. Their memory is released as soon as they are written. */
  readonly isOurs?: boolean
}

/**
 * Writes files atomically: a file exists completely or not at all, whenever the process or the machine crashes. It writes a
 * temporary file, flushes it, renames it and flushes the folder.
 */
export class LocalFiles {
  readonly #aside: string
  readonly #clock: Clock

  constructor(dir: string, clock: Clock) {
    this.#aside = join(dir, 'tmp')
    this.#clock = clock
  }

  /**
   * Writes bytes to a temporary file and flushes it. Deletes it when writing fails. Rejects with BlobError 'no-room' when the
   * disk is full.
   */
  async writeAside(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, watched: Watched = {}): Promise<Aside> {
    await mkdir(this.#aside, { recursive: true })
    const path = join(this.#aside, `${this.#clock.now().getTime()}-${randomUUID()}`)
    const { signal } = watched
    try {
      await using file = await open(path, 'wx')
      const source = signal && bytes instanceof Readable ? addAbortSignal(signal, bytes) : bytes
      const result = await writeAll(file, source, watched)
      await file.sync()
      return { path, ...result }
    } catch (error) {
      await rm(path, { force: true })
      signal?.throwIfAborted()
      throw isFull(error) ? new BlobError('no-room', 'There is no room left on the disk.') : error
    }
  }

  /** Moves a temporary file to its final path and replaces an existing file. */
  async settle(aside: Aside, place: string): Promise<void> {
    await rename(aside.path, place)
    await flushFolder(dirname(place))
  }

  async discard(aside: Aside): Promise<void> {
    await rm(aside.path, { force: true })
  }

  async writeText(place: string, text: string): Promise<void> {
    const aside = await this.writeAside([Buffer.from(text)])
    try {
      await this.settle(aside, place)
    } catch (error) {
      // The folder may have been deleted in the meantime.
      await this.discard(aside)
      throw error
    }
  }

  /** Deletes temporary files that were started more than `olderThan` ms or one day ago: their process crashed. */
  async sweep(olderThan: Millis): Promise<void> {
    const before = this.#clock.now().getTime() - Math.min(olderThan, LONGEST_WRITING)
    const names = await readdir(this.#aside).catch(() => [])
    for (const name of names) if (Number.parseInt(name, 10) < before) await rm(join(this.#aside, name), { force: true })
  }
}

/** A link to a part expires after this time, so no write can take longer. */
const LONGEST_WRITING: Millis = days(1)

/** Bytes per write. Smaller batches would be many calls; larger ones would take more memory for every active upload. */
const BATCH: Bytes = 128 * KiB

/** Writes batches. The next batch is read while the previous one is written. */
async function writeAll(file: FileHandle, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, { watch, isOurs }: Watched) {
  const md5 = createHash('md5')
  let [size, waiting] = [0, 0]
  let batch: Uint8Array[] = []
  let writing: Promise<void> = Promise.resolve()
  const writeBatch = async () => {
    await writing
    writing = written(file, batch, isOurs)
    // The error is thrown where the promise is awaited. This avoids an unhandled rejection.
    writing.catch(() => undefined)
    ;[batch, waiting] = [[], 0]
  }
  try {
    for await (const piece of bytes) {
      const looking = watch?.(piece)
      if (looking) await looking
      md5.update(piece)
      size += piece.length
      waiting += piece.length
      batch.push(piece)
      if (waiting >= BATCH) await writeBatch()
    }
    await writeBatch()
  } finally {
    await writing
  }
  return { size, md5: md5.digest('hex') }
}

async function written(file: FileHandle, batch: readonly Uint8Array[], isOurs = false): Promise<void> {
  if (batch.length === 0) return
  const all = batch.reduce((sum, { length }) => sum + length, 0)
  const { bytesWritten } = await file.writev(batch)
  if (bytesWritten < all) throw Object.assign(new Error('the disk took only some of the bytes'), { code: 'ENOSPC' })
  // Without this, the garbage collector would run for every few megabytes received.
  if (isOurs)
    for (const { buffer, byteLength } of batch)
      if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** A new file name is only durable once its folder is flushed. */
export async function flushFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
