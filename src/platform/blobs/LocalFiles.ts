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

/** A file written aside and not yet in its place. */
export type Aside = { readonly path: string; readonly size: Bytes; readonly md5: string }

type Watched = {
  readonly watch?: WatchPiece
  /** Stops at once; the signal's reason is thrown. */
  readonly signal?: AbortSignal
  /** Nobody else will look at the pieces: the memory of each is given back as soon as it is written. */
  readonly isOurs?: boolean
}

/**
 * Writes files so that they are there whole or not at all, whatever moment the process or the machine dies: aside first,
 * flushed to the disk, then renamed into place, then the folder flushed.
 */
export class LocalFiles {
  readonly #aside: string
  readonly #clock: Clock

  constructor(dir: string, clock: Clock) {
    this.#aside = join(dir, 'tmp')
    this.#clock = clock
  }

  /** Writes bytes aside and flushes them. Leaves nothing on failure; a full disk is BlobError 'no-room'. */
  async writeAside(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, watched: Watched = {}): Promise<Aside> {
    await mkdir(this.#aside, { recursive: true })
    const path = join(this.#aside, `${this.#clock.now().getTime()}-${randomUUID()}`)
    const { signal } = watched
    try {
      await using file = await open(path, 'wx')
      const source = signal && bytes instanceof Readable ? addAbortSignal(signal, bytes) : bytes
      const written = await writeAll(file, source, watched)
      await file.sync()
      return { path, ...written }
    } catch (error) {
      await rm(path, { force: true })
      signal?.throwIfAborted()
      throw isFull(error) ? new BlobError('no-room', 'There is no room left on the disk.') : error
    }
  }

  /** Puts a file written aside into its place, for good, over whatever was there. */
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
      // Its folder may have been removed meanwhile.
      await this.discard(aside)
      throw error
    }
  }

  /** Removes what was begun before `olderThan` ms ago, or a day ago, and never settled: a process died over it. */
  async sweep(olderThan: Millis): Promise<void> {
    const before = this.#clock.now().getTime() - Math.min(olderThan, LONGEST_WRITING)
    const names = await readdir(this.#aside).catch(() => [])
    for (const name of names) if (Number.parseInt(name, 10) < before) await rm(join(this.#aside, name), { force: true })
  }
}

/** A link to a part is good for as long; nobody is still sending after it. */
const LONGEST_WRITING: Millis = days(1)

/** Written at once: less would be many calls, more would be held in memory twice for every part on its way. */
const BATCH: Bytes = 128 * KiB

/** While one batch is being written the next one comes in. */
async function writeAll(file: FileHandle, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, { watch, isOurs }: Watched) {
  const md5 = createHash('md5')
  let [size, waiting] = [0, 0]
  let batch: Uint8Array[] = []
  let writing: Promise<void> = Promise.resolve()
  const writeBatch = async () => {
    await writing
    writing = written(file, batch, isOurs)
    // Thrown where it is awaited, not where nobody does.
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
  // Otherwise the collector runs, and looks at everything there is, for every few megabytes that come in.
  if (isOurs)
    for (const { buffer, byteLength } of batch)
      if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** A new name in a folder is on the disk only when the folder is. */
export async function flushFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
