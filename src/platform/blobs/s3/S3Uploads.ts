import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { BlobError } from '../blobs.ts'
import type { BlobInfo, Part } from '../blobs.ts'
import { PART_BYTES } from '../BlobLinks.ts'
import { normalizeEtag, validateParts } from '../parts/validateParts.ts'
import { forEachConcurrently, objectName } from './S3Objects.ts'
import type { S3Objects } from './S3Objects.ts'
import type { TempFile } from '../local/AtomicFiles.ts'
import { KeyedMutex } from '../../locks/mutex.ts'
import type { S3Bucket, S3ObjectInfo, S3Part } from './S3Bucket.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Bytes, Millis } from '#shared/units.ts'

/** The state of an upload, stored as JSON in the object store. `done` is set once it is merged. */
const UploadRecord = z.object({
  key: z.string(),
  size: z.number(),
  begunAt: z.number(),
  /** The id of the multipart upload in the store. */
  storeId: z.string(),
  done: z.object({ size: z.number(), md5: z.string(), parts: z.array(z.string()) }).optional(),
})
type UploadRecord = z.infer<typeof UploadRecord>

/** Metadata key of an object for the id of the upload it was merged from. The store writes both in one step. */
const UPLOAD_ID_METADATA = 'earshot-upload'

/** Active uploads in an object store. Their whole state is in the store, so any process on any machine can continue. */
export class S3Uploads {
  readonly #bucket: S3Bucket
  readonly #objects: S3Objects
  readonly #clock: Clock
  readonly #locks = new KeyedMutex()

  constructor(bucket: S3Bucket, objects: S3Objects, clock: Clock) {
    this.#bucket = bucket
    this.#objects = objects
    this.#clock = clock
  }

  async begin(key: string, size: Bytes): Promise<{ uploadId: string; storeId: string }> {
    const uploadId = randomUUID()
    const storeId = await this.#bucket.createMultipart(objectName(key), { [UPLOAD_ID_METADATA]: uploadId })
    await this.#write(uploadId, { key, size, begunAt: this.#clock.now().getTime(), storeId })
    return { uploadId, storeId }
  }

  /** Throws BlobError 'no-such-upload' when it does not exist, is merged, or belongs to another key. */
  async requireOpen(uploadId: string, key?: string): Promise<UploadRecord> {
    const record = await this.#read(uploadId, key)
    if (record === null || record.done) throw noSuchUploadError()
    return record
  }

  /** Throws BlobError 'no-such-upload'. */
  async parts(uploadId: string, key?: string): Promise<S3Part[]> {
    return this.#partsOf(await this.requireOpen(uploadId, key))
  }

  async #partsOf({ key, storeId }: Pick<UploadRecord, 'key' | 'storeId'>): Promise<S3Part[]> {
    const parts = await this.#bucket.parts(objectName(key), storeId)
    if (parts === null) throw noSuchUploadError()
    return parts
  }

  /** Sends a temporary file to the store, which replaces an earlier part with the same number. */
  async storePart(
    uploadId: string,
    number: number,
    tempFile: TempFile,
    check: (parts: readonly S3Part[]) => void,
  ): Promise<string> {
    const { key, storeId } = await this.requireOpen(uploadId)
    check(await this.#partsOf({ key, storeId }))
    const etag = await this.#bucket.sendPart(objectName(key), storeId, number, tempFile)
    await rm(tempFile.path, { force: true })
    return etag
  }

  /**
   * Merges the parts. The store does this in one step. When the process dies before the result is recorded, the next call finds
   * the merged object by its metadata.
   */
  merge(uploadId: string, key: string, requested: readonly Part[]): Promise<BlobInfo> {
    return this.#locks.run(uploadId, async () => {
      const record = await this.#read(uploadId, key)
      if (record === null) throw noSuchUploadError()
      if (record.done) return this.#repeatMerge(record, record.done, requested)
      const objectInfo = (await this.#findMergedObject(uploadId, key)) ?? (await this.#mergeParts(uploadId, record, requested))
      const md5 = await this.#md5Of(key, objectInfo, requested)
      const parts = requested.map((part) => partKey(part))
      await this.#write(uploadId, { ...record, done: { size: objectInfo.size, md5, parts } })
      return { key, size: objectInfo.size, md5 }
    })
  }

  /** Deletes an upload and its parts. A merged object stays. Does nothing when the upload does not exist. */
  async abort(uploadId: string, key: string): Promise<void> {
    await this.#locks.run(uploadId, async () => {
      const record = await this.#read(uploadId)
      if (record !== null && record.key !== key) throw noSuchUploadError()
      if (record !== null) await this.#deleteUpload(uploadId, record)
    })
  }

  /** Deletes every upload whose key begins with `prefix` and a slash, merged or not. */
  async deleteUnder(prefix: string): Promise<void> {
    await this.#forEachUpload(async (uploadId, key) => {
      if (!key.startsWith(`${prefix}/`)) return
      const record = await this.#read(uploadId, key)
      if (record) await this.#deleteUpload(uploadId, record)
    })
  }

  /**
   * Deletes uploads started before `olderThan` ms ago and returns how many of them were never merged. Uploads that exceed their
   * announced size are deleted at once: their parts go directly to the store, so they could not be refused on arrival.
   */
  async cleanUp(olderThan: Millis): Promise<number> {
    const cutoff = this.#clock.now().getTime() - olderThan
    let removed = 0
    const known = new Set<string>()
    await this.#forEachUpload(async (uploadId, key) => {
      const record = await this.#read(uploadId, key)
      if (!record) return
      known.add(record.storeId)
      const shouldDelete = record.begunAt < cutoff || (!record.done && (await this.#exceedsSize(record)))
      if (!shouldDelete) return
      if (!record.done) removed++
      await this.#deleteUpload(uploadId, record)
    })
    for await (const { name, id, begunAt } of this.#bucket.listMultiparts('objects/')) {
      // The process died after creating the multipart upload and before recording it.
      if (known.has(id) || begunAt.getTime() >= cutoff) continue
      await this.#bucket.abortMultipart(name, id)
      removed++
    }
    return removed
  }

  async #mergeParts(uploadId: string, record: UploadRecord, requested: readonly Part[]): Promise<S3ObjectInfo> {
    const name = objectName(record.key)
    const parts = validateParts(await this.#partsOf(record), requested, record.size)
    const tooSmall = parts.slice(0, -1).filter((part) => part.bytes < PART_BYTES)
    if (tooSmall.length > 0) {
      const known = { arrived: parts.map((part) => part.number), bytes_named: record.size, bytes_announced: record.size }
      const details = { part_numbers: tooSmall.map((part) => part.number), ...known }
      throw new BlobError('part-too-small', 'Every part but the last must hold 5 MiB or more: send it again.', details)
    }
    await this.#bucket.completeMultipart(name, record.storeId, parts).catch(async (error: unknown) => {
      // Another process may have merged the parts, or the response was lost.
      if ((await this.#findMergedObject(uploadId, record.key)) === null) throw error
    })
    const objectInfo = await this.#objects.objectInfo(record.key)
    if (objectInfo === null) throw noSuchUploadError()
    return objectInfo
  }

  /** Returns the object if this upload was merged into it, otherwise null. */
  async #findMergedObject(uploadId: string, key: string): Promise<S3ObjectInfo | null> {
    const objectInfo = await this.#objects.objectInfo(key)
    return objectInfo?.metadata[UPLOAD_ID_METADATA] === uploadId ? objectInfo : null
  }

  async #md5Of(key: string, objectInfo: S3ObjectInfo, requested: readonly Part[]): Promise<string> {
    // The ETag of a part is its MD5. `checkS3Access` verifies this at startup.
    const [onlyPart] = requested
    if (onlyPart && requested.length === 1) return this.#objects.saveChecksum(key, objectInfo, normalizeEtag(onlyPart.Etag))
    const md5 = createHash('md5')
    await pipeline(await this.#objects.open(key), md5)
    return this.#objects.saveChecksum(key, objectInfo, md5.digest('hex'))
  }

  /** Returns the result of the first merge. */
  async #repeatMerge(
    { key }: UploadRecord,
    done: NonNullable<UploadRecord['done']>,
    requested: readonly Part[],
  ): Promise<BlobInfo> {
    const matches = requested.length === done.parts.length && requested.every((part, i) => partKey(part) === done.parts[i])
    if (!matches) throw new BlobError('merged-otherwise', 'This upload has been merged from other parts.')
    return { key, size: done.size, md5: done.md5 }
  }

  /** @NOTE Some stores delete the object when a merged upload is aborted, so it must not be aborted. */
  async #deleteUpload(uploadId: string, record: UploadRecord): Promise<void> {
    const isMerged = record.done !== undefined || (await this.#findMergedObject(uploadId, record.key)) !== null
    if (!isMerged) await this.#bucket.abortMultipart(objectName(record.key), record.storeId)
    await this.#bucket.remove(recordName(uploadId, record.key))
  }

  async #exceedsSize({ key, storeId, size }: UploadRecord): Promise<boolean> {
    const parts = (await this.#bucket.parts(objectName(key), storeId)) ?? []
    return parts.reduce((sum, part) => sum + part.bytes, 0) > size
  }

  #forEachUpload(work: (uploadId: string, key: string) => Promise<void>): Promise<void> {
    return forEachConcurrently(this.#bucket.listNames('uploads/'), async (name) => {
      const [, uploadId, key] = /^uploads\/([0-9a-f-]{36})\/(.+)\.json$/.exec(name) ?? []
      if (uploadId && key) await this.#locks.run(uploadId, () => work(uploadId, key))
    })
  }

  #write(uploadId: string, record: UploadRecord): Promise<unknown> {
    return this.#bucket.writeText(recordName(uploadId, record.key), JSON.stringify(record))
  }

  /** Ids come from clients. Only ids in the format that `begin` creates may become part of a name. */
  async #read(uploadId: string, key?: string): Promise<UploadRecord | null> {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uploadId)) throw noSuchUploadError()
    const name = key === undefined ? await this.#findRecordName(uploadId) : recordName(uploadId, key)
    const text = name === null ? null : await this.#bucket.readText(name)
    return text === null ? null : UploadRecord.parse(JSON.parse(text))
  }

  async #findRecordName(uploadId: string): Promise<string | null> {
    for await (const name of this.#bucket.listNames(`uploads/${uploadId}/`)) return name
    return null
  }
}

/** The name contains the key, so that uploads under a prefix are found without reading every record. */
const recordName = (uploadId: string, key: string): string => `uploads/${uploadId}/${key}.json`
const partKey = ({ PartNumber, Etag }: Part): string => `${PartNumber}.${normalizeEtag(Etag)}`
const noSuchUploadError = () => new BlobError('no-such-upload', 'This upload does not exist.')
