import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { BlobError } from '../blobs.ts'
import type { BlobInfo, Part } from '../blobs.ts'
import { normalizeEtag, validateParts } from '../parts/validateParts.ts'
import { isNotFound } from './AtomicFiles.ts'
import type { TempFile, AtomicFiles } from './AtomicFiles.ts'
import { createFolders } from './LocalObjects.ts'
import type { LocalObjects } from './LocalObjects.ts'
import { KeyedMutex } from '../../locks/mutex.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { DiskSpace } from '#platform/disk/DiskSpace.ts'
import { KiB } from '#shared/units.ts'
import type { Bytes, Millis } from '#shared/units.ts'

/** The state of an upload, stored as JSON in its folder: `upload.json` from the start, `done.json` once it is merged. */
const UploadRecord = z.object({ key: z.string(), size: z.number(), begunAt: z.number() })
const MergeRecord = z.object({ key: z.string(), size: z.number(), md5: z.string(), parts: z.array(z.string()) })

type UploadRecord = z.infer<typeof UploadRecord>
type MergeRecord = z.infer<typeof MergeRecord>

/** A part on disk. Its file name encodes number, MD5 and size: `00007.<md5>.5242880`. */
type PartFile = { readonly number: number; readonly md5: string; readonly bytes: Bytes; readonly name: string }

const partFileName = (number: number, { md5, size }: { md5: string; size: Bytes }): string =>
  `${String(number).padStart(5, '0')}.${md5}.${size}`

/** Returns null when the name is not that of a part. */
function parsePartFileName(name: string): PartFile | null {
  const [, number, md5 = '', bytes] = /^(\d{5})\.([0-9a-f]{32})\.(\d{1,15})$/.exec(name) ?? []
  return number ? { number: Number(number), md5, bytes: Number(bytes), name } : null
}

export type LocalUploadsOptions = {
  readonly dir: string
  readonly files: AtomicFiles
  readonly objects: LocalObjects
  readonly clock: Clock
  readonly disk: DiskSpace
}

/** Active uploads, one folder each. Their whole state is on disk, so any process can continue. */
export class LocalUploads {
  readonly #dir: string
  readonly #files: AtomicFiles
  readonly #objects: LocalObjects
  readonly #clock: Clock
  readonly #disk: DiskSpace
  readonly #locks = new KeyedMutex()

  constructor({ dir, files, objects, clock, disk }: LocalUploadsOptions) {
    this.#dir = join(dir, 'uploads')
    this.#files = files
    this.#objects = objects
    this.#clock = clock
    this.#disk = disk
  }

  async begin(key: string, size: Bytes): Promise<string> {
    const uploadId = randomUUID()
    await createFolders(this.#dir, this.#folder(uploadId))
    const record: UploadRecord = { key, size, begunAt: this.#clock.now().getTime() }
    await this.#files.writeText(join(this.#folder(uploadId), 'upload.json'), JSON.stringify(record))
    return uploadId
  }

  /** Throws BlobError 'no-such-upload' when it does not exist, is merged, or belongs to another key. */
  async requireOpen(uploadId: string, key?: string): Promise<UploadRecord> {
    const record = await this.#read(uploadId, 'upload.json', UploadRecord)
    const merged = record !== null && (await this.#readMergeRecord(uploadId)) !== null
    if (record === null || merged || (key !== undefined && record.key !== key)) throw noSuchUploadError()
    return record
  }

  /**
   * Returns the parts in order. When a process died while a part was sent again, two files have its number; the newer one counts.
   * Throws BlobError 'no-such-upload' when the upload does not exist or is merged.
   */
  async parts(uploadId: string): Promise<PartFile[]> {
    return this.#partsFromNames(uploadId, await this.#openFileNames(uploadId))
  }

  async #partsFromNames(uploadId: string, names: readonly string[]): Promise<PartFile[]> {
    const byNumber = new Map<number, PartFile>()
    for (const part of names.map(parsePartFileName)) {
      if (!part) continue
      const other = byNumber.get(part.number)
      byNumber.set(part.number, other ? await this.#newerOf(uploadId, other, part) : part)
    }
    return [...byNumber.values()].toSorted((a, b) => a.number - b.number)
  }

  async #newerOf(uploadId: string, first: PartFile, other: PartFile): Promise<PartFile> {
    const writtenAt = async ({ name }: PartFile) => {
      const stats = await stat(join(this.#folder(uploadId), name)).catch(() => null)
      return stats?.mtimeMs ?? 0
    }
    return (await writtenAt(first)) > (await writtenAt(other)) ? first : other
  }

  /**
   * Stores a part, deletes earlier ones with its number and returns its ETag. `check` gets the parts stored by then; when it
   * throws, nothing is stored.
   */
  async storePart(
    uploadId: string,
    number: number,
    tempFile: TempFile,
    check: (parts: readonly PartFile[]) => void,
  ): Promise<string> {
    await this.#locks.run(uploadId, async () => {
      const names = await this.#openFileNames(uploadId)
      check(await this.#partsFromNames(uploadId, names))
      const name = partFileName(number, tempFile)
      const earlier = names.filter((other) => parsePartFileName(other)?.number === number && other !== name)
      await this.#files.commit(tempFile, join(this.#folder(uploadId), name))
      for (const other of earlier) await rm(join(this.#folder(uploadId), other), { force: true })
    })
    return tempFile.md5
  }

  /**
   * Merges the parts. If the process dies, either nothing has changed and the merge can be repeated, or the object exists and the
   * next call returns it. Parts are deleted last.
   */
  merge(uploadId: string, key: string, requested: readonly Part[]): Promise<BlobInfo> {
    return this.#locks.run(uploadId, async () => {
      try {
        return (await this.#findMerged(uploadId, key, requested)) ?? (await this.#mergeParts(uploadId, key, requested))
      } catch (error) {
        // Another process may have merged and deleted the parts while this one read them.
        const merged = isNotFound(error) && (await this.#findMerged(uploadId, key, requested))
        if (!merged) throw error
        return merged
      }
    })
  }

  /** Deletes an upload and its parts. A merged object stays. Does nothing when the upload does not exist. */
  async abort(uploadId: string, key: string): Promise<void> {
    await this.#locks.run(uploadId, async () => {
      const record = await this.#read(uploadId, 'upload.json', UploadRecord)
      if (record !== null && record.key !== key) throw noSuchUploadError()
      await removeFolder(this.#folder(uploadId))
    })
  }

  /** Deletes every upload whose key begins with `prefix` and a slash, merged or not. */
  async deleteUnder(prefix: string): Promise<void> {
    for (const uploadId of (await readdir(this.#dir).catch(() => [])).filter(isUploadId)) {
      await this.#locks.run(uploadId, async () => {
        const record = await this.#read(uploadId, 'upload.json', UploadRecord)
        if (record?.key.startsWith(`${prefix}/`)) await removeFolder(this.#folder(uploadId))
      })
    }
  }

  /** Deletes uploads started before `olderThan` ms ago and returns how many of them were never merged. */
  async cleanUp(olderThan: Millis): Promise<number> {
    const cutoff = this.#clock.now().getTime() - olderThan
    let removed = 0
    for (const uploadId of (await readdir(this.#dir).catch(() => [])).filter(isUploadId)) {
      await this.#locks.run(uploadId, async () => {
        const begunAt = await this.#begunAt(uploadId)
        if (begunAt >= cutoff) return
        if ((await this.#readMergeRecord(uploadId)) === null) removed++
        await removeFolder(this.#folder(uploadId))
      })
    }
    return removed
  }

  /** An upload may have no record or a damaged one. It then counts as started when its folder was created. */
  async #begunAt(uploadId: string): Promise<number> {
    const record = await this.#read(uploadId, 'upload.json', UploadRecord)
    if (record !== null) return record.begunAt
    return (await stat(this.#folder(uploadId)).catch(() => null))?.mtimeMs ?? Infinity
  }

  async #mergeParts(uploadId: string, key: string, requested: readonly Part[]): Promise<BlobInfo> {
    const { size } = await this.requireOpen(uploadId, key)
    const parts = validateParts(await this.parts(uploadId), requested, size)
    // The parts and the merged file take disk space together until the parts are deleted.
    const tempFile = await this.#disk.withReservation(size, (onChunk) =>
      this.#files.writeTempFile(this.#readParts(uploadId, parts), { onChunk, ownsBuffers: true }),
    )
    const info = await this.#objects.put(key, tempFile)
    const mergeRecord: MergeRecord = { key, size: info.size, md5: info.md5, parts: parts.map((part) => part.name) }
    await this.#files.writeText(join(this.#folder(uploadId), 'done.json'), JSON.stringify(mergeRecord))
    for (const name of await this.#fileNames(uploadId))
      if (parsePartFileName(name)) await rm(join(this.#folder(uploadId), name), { force: true })
    return info
  }

  async *#readParts(uploadId: string, parts: readonly PartFile[]): AsyncGenerator<Buffer> {
    for (const part of parts) yield* createReadStream(join(this.#folder(uploadId), part.name), { highWaterMark: 256 * KiB })
  }

  /** Returns the result of the first merge, or null when there was none. */
  async #findMerged(uploadId: string, key: string, requested: readonly Part[]): Promise<BlobInfo | null> {
    const mergeRecord = await this.#readMergeRecord(uploadId)
    if (mergeRecord === null) return null
    if (mergeRecord.key !== key) throw noSuchUploadError()
    const merged = mergeRecord.parts.map(parsePartFileName)
    const matches =
      requested.length === merged.length &&
      requested.every(({ PartNumber, Etag }, i) => PartNumber === merged[i]?.number && normalizeEtag(Etag) === merged[i].md5)
    if (!matches) throw new BlobError('merged-otherwise', 'This upload has been merged from other parts.')
    return { key, size: mergeRecord.size, md5: mergeRecord.md5 }
  }

  #readMergeRecord(uploadId: string): Promise<MergeRecord | null> {
    return this.#read(uploadId, 'done.json', MergeRecord)
  }

  /** Returns null for a missing or unreadable record. One damaged record must not stop the cleanup of the others. */
  async #read<T>(uploadId: string, name: string, schema: z.ZodType<T>): Promise<T | null> {
    try {
      return schema.parse(JSON.parse(await readFile(join(this.#folder(uploadId), name), 'utf8')))
    } catch (error) {
      if (isNotFound(error) || error instanceof SyntaxError || error instanceof z.ZodError) return null
      throw error
    }
  }

  async #fileNames(uploadId: string): Promise<string[]> {
    try {
      return await readdir(this.#folder(uploadId))
    } catch (error) {
      if (isNotFound(error)) throw noSuchUploadError()
      throw error
    }
  }

  async #openFileNames(uploadId: string): Promise<string[]> {
    const names = await this.#fileNames(uploadId)
    if (!names.includes('upload.json') || names.includes('done.json')) throw noSuchUploadError()
    return names
  }

  /** Ids come from clients. Only ids in the format that `begin` creates may become part of a path. */
  #folder(uploadId: string): string {
    if (!isUploadId(uploadId)) throw noSuchUploadError()
    return join(this.#dir, uploadId)
  }
}

const isUploadId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
/** Another process may be writing a part into the folder at the same moment, so deleting it is retried. */
const removeFolder = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 })
const noSuchUploadError = () => new BlobError('no-such-upload', 'This upload does not exist.')
