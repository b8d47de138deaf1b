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

/** What is kept of an upload, as JSON in the store: from its beginning on, and with `done` once it is merged. */
const Record = z.object({
  key: z.string(),
  size: z.number(),
  begunAt: z.number(),
  /** What the store calls it. */
  storeId: z.string(),
  done: z.object({ size: z.number(), md5: z.string(), parts: z.array(z.string()) }).optional(),
})
type Record = z.infer<typeof Record>

/** Which upload an object was put together from, in the object's own metadata: the store writes both in one step. */
const MADE_BY = 'earshot-upload'

/** Uploads under way in a store. All that is known of them lies there: any process on any machine may take the next step. */
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

  /** Throws BlobError 'no-such-upload' for one that never was, is merged, or is another key's. */
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

  /** Sends on what was written aside; the store puts it in the place of what was sent under its number before. */
  async keep(uploadId: string, number: number, aside: Aside, check: (parts: readonly S3Part[]) => void): Promise<string> {
    const { key, storeId } = await this.open(uploadId)
    check(await this.#partsOf({ key, storeId }))
    const etag = await this.#bucket.putPart(objectName(key), storeId, number, aside)
    await rm(aside.path, { force: true })
    return etag
  }

  /**
   * Puts the parts together. The store does so in one step; a process that dies after it has not yet written that down, and
   * whoever asks again finds by the object's metadata that this upload made it.
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

  /** Forgets an upload and its parts; what has been merged stays. An upload that is gone already is no error. */
  async abort(uploadId: string, key: string): Promise<void> {
    await this.#turns.run(uploadId, async () => {
      const record = await this.#read(uploadId)
      if (record !== null && record.key !== key) throw noSuchUpload()
      if (record !== null) await this.#forget(uploadId, record)
    })
  }

  /** Forgets every upload whose key begins with `prefix` and a slash, merged or not. */
  async deleteUnder(prefix: string): Promise<void> {
    await this.#eachUpload(async (uploadId, key) => {
      if (!key.startsWith(`${prefix}/`)) return
      const record = await this.#read(uploadId, key)
      if (record) await this.#forget(uploadId, record)
    })
  }

  /**
   * Removes uploads begun before `olderThan` ms ago; answers how many of them were never merged. Those that hold more than was
   * announced go at once: links lead past this server, so nobody could refuse the bytes when they came.
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
      // The process died between telling the store and writing it down.
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
      // Another process may have put them together meanwhile, or this answer was lost.
      if ((await this.#madeBy(uploadId, record.key)) === null) throw error
    })
    const facts = await this.#objects.facts(record.key)
    if (facts === null) throw noSuchUpload()
    return facts
  }

  /** The object, when this upload made it. */
  async #madeBy(uploadId: string, key: string): Promise<S3Facts | null> {
    const facts = await this.#objects.facts(key)
    return facts?.metadata[MADE_BY] === uploadId ? facts : null
  }

  async #md5Of(key: string, facts: S3Facts, named: readonly Part[]): Promise<string> {
    // The etag of a part is its md5: openS3Blobs makes sure of it at the start.
    const [only] = named
    if (only && named.length === 1) return this.#objects.note(key, facts, bareEtag(only.Etag))
    const md5 = createHash('md5')
    await pipeline(await this.#objects.open(key), md5)
    return this.#objects.note(key, facts, md5.digest('hex'))
  }

  /** What the first merge answered. */
  async #again({ key }: Record, done: NonNullable<Record['done']>, named: readonly Part[]): Promise<BlobInfo> {
    const same = named.length === done.parts.length && named.every((part, i) => partWord(part) === done.parts[i])
    if (!same) throw new BlobError('merged-otherwise', 'This upload has been put together from other parts.')
    return { key, size: done.size, md5: done.md5 }
  }

  /** @NOTE Some stores take the sound away when an upload is given up that has been merged: they must not be asked. */
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

  /** Ids come back from clients: nothing but what `begin` made may become part of a name. */
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

/** The name holds the key, so that what belongs to somebody is found without reading all of them. */
const recordName = (uploadId: string, key: string): string => `uploads/${uploadId}/${key}.json`
const partWord = ({ PartNumber, Etag }: Part): string => `${PartNumber}.${bareEtag(Etag)}`
const noSuchUpload = () => new BlobError('no-such-upload', 'There is no such upload.')
