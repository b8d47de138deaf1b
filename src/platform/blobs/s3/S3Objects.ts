import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { BlobError, validateKey } from '../blobs.ts'
import type { BlobInfo, ByteRange } from '../blobs.ts'
import type { TempFile } from '../local/AtomicFiles.ts'
import type { S3Bucket, S3ObjectInfo } from './S3Bucket.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { backOff } from '#shared/backOff.ts'
import { seconds } from '#shared/units.ts'

/** The size and ETag of the object when its MD5 was computed. The record is ignored once the object has changed. */
const ChecksumRecord = z.object({ size: z.number(), etag: z.string(), md5: z.string() })
/** How often an interrupted read is resumed. The retries cover an outage of almost a minute. */
const MAX_READ_ATTEMPTS = 10
const RETRY_DELAY = { initial: 500, max: seconds(8) }

export const objectName = (key: string): string => `objects/${key}`
const checksumName = (key: string): string => `notes/${key}.json`

/**
 * Finished objects in an object store. The ETag of a multipart object is not its MD5, so the MD5 is stored in a separate record.
 */
export class S3Objects {
  readonly #bucket: S3Bucket
  readonly #clock: Clock

  constructor(bucket: S3Bucket, clock: Clock) {
    this.#bucket = bucket
    this.#clock = clock
  }

  async put(key: string, tempFile: TempFile): Promise<BlobInfo> {
    validateKey(key)
    await this.#bucket.put(objectName(key), tempFile)
    return { key, size: tempFile.size, md5: tempFile.md5 }
  }

  async info(key: string): Promise<BlobInfo | null> {
    validateKey(key)
    const objectInfo = await this.objectInfo(key)
    return objectInfo && { key, size: objectInfo.size, md5: await this.#md5Of(key, objectInfo) }
  }

  objectInfo(key: string): Promise<S3ObjectInfo | null> {
    return this.#bucket.objectInfo(objectName(key))
  }

  /** Stores the MD5 of an object that was just merged. */
  async saveChecksum(key: string, { size, etag }: S3ObjectInfo, md5: string): Promise<string> {
    await this.#bucket.writeText(checksumName(key), JSON.stringify({ size, etag, md5 }))
    return md5
  }

  /** Throws BlobError 'missing'. An interrupted read is continued, because reading a recording of several hours takes long. */
  async open(key: string, range?: ByteRange): Promise<Readable> {
    validateKey(key)
    if (range && range.end < range.start) return Readable.from([])
    const first = await this.#bucket.read(objectName(key), range).catch((error: unknown) => {
      if (isRangeNotSatisfiable(error)) return null
      throw error
    })
    if (first === null) return Readable.from([])
    const start = range?.start ?? 0
    const bytes = Readable.from(this.#readWithRetry(key, first, { start, end: start + first.size - 1 }), { objectMode: false })
    return bytes.once('close', () => first.body.destroy())
  }

  async *listKeys(): AsyncGenerator<string> {
    const start = objectName('')
    for await (const name of this.#bucket.listNames(start)) yield name.slice(start.length)
  }

  async delete(key: string): Promise<void> {
    validateKey(key)
    await this.#bucket.remove(objectName(key))
    await this.#bucket.remove(checksumName(key))
  }

  async deleteUnder(prefix: string): Promise<void> {
    validateKey(prefix)
    for (const start of [objectName(`${prefix}/`), `notes/${prefix}/`])
      await forEachConcurrently(this.#bucket.listNames(start), (name) => this.#bucket.remove(name))
  }

  async *#readWithRetry(
    key: string,
    first: { body: Readable; etag: string },
    { start, end }: ByteRange,
  ): AsyncGenerator<Uint8Array> {
    let offset = start
    let body: Readable | null = first.body
    for (let attempt = 1; offset <= end; attempt++) {
      try {
        body ??= (await this.#bucket.read(objectName(key), { start: offset, end }, first.etag)).body
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          yield chunk
          offset += chunk.length
          attempt = 1
        }
        if (offset <= end) throw new Error('the object store ended its answer too early')
      } catch (error) {
        if (attempt >= MAX_READ_ATTEMPTS || isPermanentError(error)) throw error
        await this.#clock.wait(backOff(attempt, RETRY_DELAY))
      } finally {
        body?.destroy()
        body = null
      }
    }
  }

  async #md5Of(key: string, objectInfo: S3ObjectInfo): Promise<string> {
    if (objectInfo.metadata['md5']) return objectInfo.metadata['md5']
    const checksum = await this.#readChecksum(key)
    if (checksum?.size === objectInfo.size && checksum.etag === objectInfo.etag) return checksum.md5
    const md5 = createHash('md5')
    await pipeline(await this.open(key), md5)
    return this.saveChecksum(key, objectInfo, md5.digest('hex'))
  }

  async #readChecksum(key: string): Promise<z.infer<typeof ChecksumRecord> | null> {
    const text = await this.#bucket.readText(checksumName(key))
    try {
      return text === null ? null : ChecksumRecord.parse(JSON.parse(text))
    } catch {
      return null
    }
  }
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode

const isRangeNotSatisfiable = (error: unknown): boolean => statusOf(error) === 416

/** True when a retry would fail again: the object is gone, has changed, or access is forbidden. */
const isPermanentError = (error: unknown): boolean => {
  const status = statusOf(error)
  return error instanceof BlobError || (status !== undefined && status >= 400 && status < 500)
}

const CONCURRENCY = 8

/** Runs `work` for every item, several at a time. Rejects with the first error. */
export async function forEachConcurrently<T>(items: AsyncIterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  const worker = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
