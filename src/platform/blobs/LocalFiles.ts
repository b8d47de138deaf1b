import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BlobError } from './blobs.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { MiB } from '#kit/units.ts'
import type { Bytes, Millis } from '#kit/units.ts'

/** A file written aside and not yet in its place. */
export type Aside = { readonly path: string; readonly size: Bytes; readonly md5: string }

type Watched = {
  /** Sees every piece before it is written, and may throw to stop. */
  readonly watch?: (piece: Uint8Array) => void
  /** Stops at once; the signal's reason is thrown. */
  readonly signal?: AbortSignal
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
  async writeAside(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, { watch, signal }: Watched = {}): Promise<Aside> {
    await mkdir(this.#aside, { recursive: true })
    const path = join(this.#aside, `${this.#clock.now().getTime()}-${randomUUID()}`)
    const md5 = createHash('md5')
    let size = 0
    async function* watched(pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        watch?.(piece)
        md5.update(piece)
        size += piece.length
        yield piece
      }
    }
    const out = createWriteStream(path, { flush: true, highWaterMark: MiB })
    try {
      const source = bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false })
      await pipeline(source, watched, out, signal ? { signal } : {})
    } catch (error) {
      // The file may still be being opened, and would come to be after its removal.
      if (!out.closed) await new Promise<void>((closed) => out.on('error', () => undefined).once('close', closed))
      await rm(path, { force: true })
      signal?.throwIfAborted()
      throw isFull(error) ? new BlobError('no-room', 'There is no room left on the disk.') : error
    }
    return { path, size, md5: md5.digest('hex') }
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
    await this.settle(await this.writeAside([Buffer.from(text)]), place)
  }

  /** Removes what was begun before `olderThan` ms ago and never settled: a process died over it. */
  async sweep(olderThan: Millis): Promise<void> {
    const before = this.#clock.now().getTime() - olderThan
    const names = await readdir(this.#aside).catch(() => [])
    for (const name of names) if (Number.parseInt(name, 10) < before) await rm(join(this.#aside, name), { force: true })
  }
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
