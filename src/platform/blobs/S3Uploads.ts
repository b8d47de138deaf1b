import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { BlobError } from './blobs.ts'
import type { BlobInfo, Part } from './blobs.ts'
import { PART_BYTES } from './BlobLinks.ts'
import { bareEtag, chosenParts } from './chosenParts.ts'
import { eachAtOnce } from './eachAtOnce.ts'
import type { Aside } from './LocalFiles.ts'
import { OneAtATime } from './OneAtATime.ts'
import type { S3Bucket, S3Facts, S3Part } from './S3Bucket.ts'
import { objectName } from './S3Objects.ts'
import type { S3Objects } from './S3Objects.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Bytes, Millis } from '#kit/units.ts'

/** The state of an upload, stored as JSON in the object store. `done` is set once it is merged. */
const Record = z.object({
  key: z.string(),
  size: z.number(),
  begunAt: z.number(),
  /** The id of the multipart upload in the store. */
  storeId: z.string(),
  done: z.object({ size: z.number(), md5: z.string(), parts: z.array(z.string()) }).optional(),
})
type Record = z.infer<typeof Record>

/** Metadata key of an object for the id of the upload it was merged from. The store writes both in one step. */
const MADE_BY = 'earshot-upload'

/** Active uploads in an object store. Their whole state is in the store, so any process on any machine can continue. */
export class S3Uploads {
  readonly #bucket: S3Bucket
  readonly #objects: S3Objects
  readonly #clock: Clock
  readonly #turns = new OneAtATime()

  constructor(bucket: S3Bucket, objects: S3Objects, clock: Clock) {
    this.#bucket = bucket
    this.#objects = objects
    this.#clock = clock
  }

  async begin(key: string, size: Bytes): Promise<{ uploadId: string; storeId: string }> {
    const uploadId = randomUUID()
    const storeId = await this.#bucket.beginParts(objectName(key), { [MADE_BY]: uploadId })
    await this.#write(uploadId, { key, size, begunAt: this.#clock.now().getTime(), storeId })
    return { uploadId, storeId }
  }

  /** Throws BlobError 'no-such-upload' when it does not exist, is merged, or belongs to another key. */
  async open(uploadId: string, key?: string): Promise<Record> {
    const record = await this.#read(uploadId, key)
    if (record === null || record.done) throw noSuchUpload()
    return record
  }

  /** Throws BlobError 'no-such-upload'. */
  async parts(uploadId: string, key?: string): Promise<S3Part[]> {
    return this.#partsOf(await this.open(uploadId, key))
  }

  async #partsOf({ key, storeId }: Pick<Record, 'key' | 'storeId'>): Promise<S3Part[]> {
    const parts = await this.#bucket.parts(objectName(key), storeId)
    if (parts === null) throw noSuchUpload()
    return parts
  }

  /** Sends a temporary file to the store, which replaces an earlier part with the same number. */
  async keep(uploadId: string, number: number, aside: Aside, check: (parts: readonly S3Part[]) => void): Promise<string> {
    const { key, storeId } = await this.open(uploadId)
    check(await this.#partsOf({ key, storeId }))
    const etag = await this.#bucket.putPart(objectName(key), storeId, number, aside)
    await rm(aside.path, { force: true })
    return etag
  }

  /**
   * Merges the parts. The store does this in one step. When the process dies before the result is recorded, the next call finds
   * the merged object by its metadata.
   */
  merge(uploadId: string, key: string, named: readonly Part[]): Promise<BlobInfo> {
    return this.#turns.run(uploadId, async () => {
      const record = await this.#read(uploadId, key)
      if (record === null) throw noSuchUpload()
      if (record.done) return this.#again(record, record.done, named)
      const facts = (await this.#madeBy(uploadId, key)) ?? (await this.#mergeNow(uploadId, record, named))
      const md5 = await this.#md5Of(key, facts, named)
      const parts = named.map((part) => partWord(part))
      await this.#write(uploadId, { ...record, done: { size: facts.size, md5, parts } })
      return { key, size: facts.size, md5 }
    })
  }

  /** Deletes an upload and its parts. A merged object stays. Does nothing when the upload does not exist. */
  async abort(uploadId: string, key: string): Promise<void> {
    await this.#turns.run(uploadId, async () => {
      const record = await this.#read(uploadId)
      if (record !== null && record.key !== key) throw noSuchUpload()
      if (record !== null) await this.#forget(uploadId, record)
    })
  }

  /** Deletes every upload whose key begins with `prefix` and a slash, merged or not. */
  async deleteUnder(prefix: string): Promise<void> {
    await this.#eachUpload(async (uploadId, key) => {
      if (!key.startsWith(`${prefix}/`)) return
      const record = await this.#read(uploadId, key)
      if (record) await this.#forget(uploadId, record)
    })
  }

  /**
   * Deletes uploads started before `olderThan` ms ago and returns how many of them were never merged. Uploads that exceed their
   * announced size are deleted at once: their parts go directly to the store, so they could not be refused on arrival.
   */
  async sweep(olderThan: Millis): Promise<number> {
    const before = this.#clock.now().getTime() - olderThan
    let removed = 0
    const known = new Set<string>()
    await this.#eachUpload(async (uploadId, key) => {
      const record = await this.#read(uploadId, key)
      if (!record) return
      known.add(record.storeId)
      const isOver = record.begunAt < before || (!record.done && (await this.#holdsTooMuch(record)))
      if (!isOver) return
      if (!record.done) removed++
      await this.#forget(uploadId, record)
    })
    for await (const { name, id, begunAt } of this.#bucket.begunParts('objects/')) {
      // The process died after creating the multipart upload and before recording it.
      if (known.has(id) || begunAt.getTime() >= before) continue
      await this.#bucket.abortParts(name, id)
      removed++
    }
    return removed
  }

  async #mergeNow(uploadId: string, record: Record, named: readonly Part[]): Promise<S3Facts> {
    const name = objectName(record.key)
    const parts = chosenParts(await this.#partsOf(record), named, record.size)
    const small = parts.slice(0, -1).filter((part) => part.bytes < PART_BYTES)
    if (small.length > 0) {
      const known = { arrived: parts.map((part) => part.number), bytes_named: record.size, bytes_announced: record.size }
      const trouble = { part_numbers: small.map((part) => part.number), ...known }
      throw new BlobError('part-too-small', 'Every part but the last must hold 5 MiB or more: send it again.', trouble)
    }
    await this.#bucket.mergeParts(name, record.storeId, parts).catch(async (error: unknown) => {
      // Another process may have merged the parts, or the response was lost.
      if ((await this.#madeBy(uploadId, record.key)) === null) throw error
    })
    const facts = await this.#objects.facts(record.key)
    if (facts === null) throw noSuchUpload()
    return facts
  }

  /** Returns the object if this upload was merged into it, otherwise null. */
  async #madeBy(uploadId: string, key: string): Promise<S3Facts | null> {
    const facts = await this.#objects.facts(key)
    return facts?.metadata[MADE_BY] === uploadId ? facts : null
  }

  async #md5Of(key: string, facts: S3Facts, named: readonly Part[]): Promise<string> {
    // The ETag of a part is its MD5. `checkS3Access` verifies this at startup.
    const [only] = named
    if (only && named.length === 1) return this.#objects.note(key, facts, bareEtag(only.Etag))
    const md5 = createHash('md5')
    await pipeline(await this.#objects.open(key), md5)
    return this.#objects.note(key, facts, md5.digest('hex'))
  }

  /** Returns the result of the first merge. */
  async #again({ key }: Record, done: NonNullable<Record['done']>, named: readonly Part[]): Promise<BlobInfo> {
    const same = named.length === done.parts.length && named.every((part, i) => partWord(part) === done.parts[i])
    if (!same) throw new BlobError('merged-otherwise', 'This upload has been put together from other parts.')
    return { key, size: done.size, md5: done.md5 }
  }

  /** @NOTE Some stores delete the object when a merged upload is aborted, so it must not be aborted. */
  async #forget(uploadId: string, record: Record): Promise<void> {
    const isMerged = record.done !== undefined || (await this.#madeBy(uploadId, record.key)) !== null
    if (!isMerged) await this.#bucket.abortParts(objectName(record.key), record.storeId)
    await this.#bucket.remove(recordName(uploadId, record.key))
  }

  async #holdsTooMuch({ key, storeId, size }: Record): Promise<boolean> {
    const parts = (await this.#bucket.parts(objectName(key), storeId)) ?? []
    return parts.reduce((sum, part) => sum + part.bytes, 0) > size
  }

  #eachUpload(work: (uploadId: string, key: string) => Promise<void>): Promise<void> {
    return eachAtOnce(this.#bucket.names('uploads/'), async (name) => {
      const [, uploadId, key] = /^uploads\/([0-9a-f-]{36})\/(.+)\.json$/.exec(name) ?? []
      if (uploadId && key) await this.#turns.run(uploadId, () => work(uploadId, key))
    })
  }

  #write(uploadId: string, record: Record): Promise<unknown> {
    return this.#bucket.writeText(recordName(uploadId, record.key), JSON.stringify(record))
  }

  /** Ids come from clients. Only ids in the format of `begin` may become part of a name. */
  async #read(uploadId: string, key?: string): Promise<Record | null> {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uploadId)) throw noSuchUpload()
    const name = key === undefined ? await this.#nameOf(uploadId) : recordName(uploadId, key)
    const text = name === null ? null : await this.#bucket.readText(name)
    return text === null ? null : Record.parse(JSON.parse(text))
  }

  async #nameOf(uploadId: string): Promise<string | null> {
    for await (const name of this.#bucket.names(`uploads/${uploadId}/`)) return name
    return null
  }
}

/** The name contains the key, so that uploads under a prefix are found without reading every record. */
const recordName = (uploadId: string, key: string): string => `uploads/${uploadId}/${key}.json`
const partWord = ({ PartNumber, Etag }: Part): string => `${PartNumber}.${bareEtag(Etag)}`
const noSuchUpload = () => new BlobError('no-such-upload', 'There is no such upload.')
