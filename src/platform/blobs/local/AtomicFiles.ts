import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import { BlobError } from '../blobs.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { CheckChunk } from '#platform/disk/DiskSpace.ts'
import { days, KiB } from '#shared/units.ts'
import type { Bytes, Millis } from '#shared/units.ts'

/** A file that is written but not yet moved to its final path. */
export type TempFile = { readonly path: string; readonly size: Bytes; readonly md5: string }

type WriteOptions = {
  readonly onChunk?: CheckChunk
  /** Aborts the write. The signal's reason is thrown. */
  readonly signal?: AbortSignal
  /** True when nothing else references the chunks. Their memory is then released as soon as they are written. */
  readonly ownsBuffers?: boolean
}

/**
 * Writes files atomically: a file exists completely or not at all, even if the process or the machine crashes. It writes a
 * temporary file, flushes it, renames it and flushes the folder.
 */
export class AtomicFiles {
  readonly #tempDir: string
  readonly #clock: Clock

  constructor(dir: string, clock: Clock) {
    this.#tempDir = join(dir, 'tmp')
    this.#clock = clock
  }

  /**
   * Writes bytes to a temporary file and flushes it. Deletes it when writing fails. Rejects with BlobError 'no-room' when the
   * disk is full.
   */
  async writeTempFile(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, options: WriteOptions = {}): Promise<TempFile> {
    await mkdir(this.#tempDir, { recursive: true })
    const path = join(this.#tempDir, `${this.#clock.now().getTime()}-${randomUUID()}`)
    const { signal } = options
    try {
      await using file = await open(path, 'wx')
      const source = signal && bytes instanceof Readable ? addAbortSignal(signal, bytes) : bytes
      const result = await writeAll(file, source, options)
      await file.sync()
      return { path, ...result }
    } catch (error) {
      await rm(path, { force: true })
      signal?.throwIfAborted()
      throw isDiskFull(error) ? new BlobError('no-room', 'The disk is full.') : error
    }
  }

  /** Moves a temporary file to its final path and replaces an existing file. */
  async commit(tempFile: TempFile, targetPath: string): Promise<void> {
    await rename(tempFile.path, targetPath)
    await flushFolder(dirname(targetPath))
  }

  async discard(tempFile: TempFile): Promise<void> {
    await rm(tempFile.path, { force: true })
  }

  async writeText(targetPath: string, text: string): Promise<void> {
    const tempFile = await this.writeTempFile([Buffer.from(text)])
    try {
      await this.commit(tempFile, targetPath)
    } catch (error) {
      // The folder may have been deleted in the meantime.
      await this.discard(tempFile)
      throw error
    }
  }

  /** Deletes temporary files started more than `olderThan` ms or one day ago, left by a crashed process. */
  async cleanUp(olderThan: Millis): Promise<void> {
    const cutoff = this.#clock.now().getTime() - Math.min(olderThan, MAX_WRITE_DURATION)
    const names = await readdir(this.#tempDir).catch(() => [])
    for (const name of names) if (Number.parseInt(name, 10) < cutoff) await rm(join(this.#tempDir, name), { force: true })
  }
}

/** A link to a part expires after this time, so no write can take longer. */
const MAX_WRITE_DURATION: Millis = days(1)

/** Bytes per write. Smaller batches mean more system calls, larger ones more memory per active upload. */
const BATCH_BYTES: Bytes = 128 * KiB

/** Writes batches. The next batch is read while the previous one is written. */
async function writeAll(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { onChunk, ownsBuffers }: WriteOptions,
) {
  const md5 = createHash('md5')
  let [size, batchBytes] = [0, 0]
  let batch: Uint8Array[] = []
  let pendingWrite: Promise<void> = Promise.resolve()
  const writeBatch = async () => {
    await pendingWrite
    pendingWrite = writeAndRelease(file, batch, ownsBuffers)
    // The error is thrown where the promise is awaited. This avoids an unhandled rejection.
    pendingWrite.catch(() => undefined)
    ;[batch, batchBytes] = [[], 0]
  }
  try {
    for await (const chunk of bytes) {
      const pendingCheck = onChunk?.(chunk)
      if (pendingCheck) await pendingCheck
      md5.update(chunk)
      size += chunk.length
      batchBytes += chunk.length
      batch.push(chunk)
      if (batchBytes >= BATCH_BYTES) await writeBatch()
    }
    await writeBatch()
  } finally {
    await pendingWrite
  }
  return { size, md5: md5.digest('hex') }
}

async function writeAndRelease(file: FileHandle, batch: readonly Uint8Array[], ownsBuffers = false): Promise<void> {
  if (batch.length === 0) return
  const all = batch.reduce((sum, { length }) => sum + length, 0)
  const { bytesWritten } = await file.writev(batch)
  if (bytesWritten < all) throw Object.assign(new Error('the disk took only some of the bytes'), { code: 'ENOSPC' })
  // Without this, the garbage collector would run for every few megabytes received.
  if (ownsBuffers)
    for (const { buffer, byteLength } of batch)
      if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** A new file name is only durable once its folder is flushed. */
export async function flushFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

export const isNotFound = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
