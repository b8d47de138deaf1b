import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { BlobError } from './blobs.ts'
import type { BlobInfo, ByteRange } from './blobs.ts'
import { checkKey } from './checkKey.ts'
import { eachAtOnce } from './eachAtOnce.ts'
import type { Aside } from './LocalFiles.ts'
import type { S3Bucket, S3Facts } from './S3Bucket.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { seconds } from '#kit/units.ts'

/** The size and ETag of the object when its MD5 was computed. The record is ignored once the object has changed. */
const Note = z.object({ size: z.number(), etag: z.string(), md5: z.string() })
/** How often an interrupted read is continued. This covers most of a minute without the store. */
const MOST_READS = 10
const LONGEST_PAUSE = seconds(8)

export const objectName = (key: string): string => `objects/${key}`
const noteName = (key: string): string => `notes/${key}.json`

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

  async put(key: string, aside: Aside): Promise<BlobInfo> {
    checkKey(key)
    await this.#bucket.put(objectName(key), aside)
    return { key, size: aside.size, md5: aside.md5 }
  }

  async info(key: string): Promise<BlobInfo | null> {
    checkKey(key)
    const facts = await this.facts(key)
    return facts && { key, size: facts.size, md5: await this.#md5Of(key, facts) }
  }

  facts(key: string): Promise<S3Facts | null> {
    return this.#bucket.facts(objectName(key))
  }

  /** Stores the MD5 of an object that was just merged. */
  async note(key: string, { size, etag }: S3Facts, md5: string): Promise<string> {
    await this.#bucket.writeText(noteName(key), JSON.stringify({ size, etag, md5 }))
    return md5
  }

  /** Throws BlobError 'missing'. An interrupted read is continued, because reading a recording of several hours takes long. */
  async open(key: string, range?: ByteRange): Promise<Readable> {
    checkKey(key)
    if (range && range.end < range.start) return Readable.from([])
    const first = await this.#bucket.read(objectName(key), range).catch((error: unknown) => {
      if (isPastTheEnd(error)) return null
      throw error
    })
    if (first === null) return Readable.from([])
    const start = range?.start ?? 0
    const bytes = Readable.from(this.#readOn(key, first, { start, end: start + first.size - 1 }), { objectMode: false })
    return bytes.once('close', () => first.body.destroy())
  }

  async delete(key: string): Promise<void> {
    checkKey(key)
    await this.#bucket.remove(objectName(key))
    await this.#bucket.remove(noteName(key))
  }

  async deleteUnder(prefix: string): Promise<void> {
    checkKey(prefix)
    for (const start of [objectName(`${prefix}/`), `notes/${prefix}/`])
      await eachAtOnce(this.#bucket.names(start), (name) => this.#bucket.remove(name))
  }

  async *#readOn(key: string, first: { body: Readable; etag: string }, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    let at = start
    let body: Readable | null = first.body
    for (let tries = 1; at <= end; tries++) {
      try {
        body ??= (await this.#bucket.read(objectName(key), { start: at, end }, first.etag)).body
        for await (const piece of body as AsyncIterable<Uint8Array>) {
          yield piece
          at += piece.length
          tries = 1
        }
        if (at <= end) throw new Error('the object store ended its answer too early')
      } catch (error) {
        if (tries >= MOST_READS || isAnswer(error)) throw error
        await this.#clock.wait(Math.min(LONGEST_PAUSE, 250 * 2 ** tries))
      } finally {
        body?.destroy()
        body = null
      }
    }
  }

  async #md5Of(key: string, facts: S3Facts): Promise<string> {
    if (facts.metadata['md5']) return facts.metadata['md5']
    const checksum = await this.#readNote(key)
    if (checksum?.size === facts.size && checksum.etag === facts.etag) return checksum.md5
    const md5 = createHash('md5')
    await pipeline(await this.open(key), md5)
    return this.note(key, facts, md5.digest('hex'))
  }

  async #readNote(key: string): Promise<z.infer<typeof Note> | null> {
    const text = await this.#bucket.readText(noteName(key))
    try {
      return text === null ? null : Note.parse(JSON.parse(text))
    } catch {
      return null
    }
  }
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode

const isPastTheEnd = (error: unknown): boolean => statusOf(error) === 416

/** True when a retry would fail again: the object is gone, has changed, or access is forbidden. */
const isAnswer = (error: unknown): boolean => {
  const status = statusOf(error)
  return error instanceof BlobError || (status !== undefined && status >= 400 && status < 500)
}
