import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { BlobError } from './blobs.ts'
import type { BlobInfo, Part } from './blobs.ts'
import { bareEtag, chosenParts } from './chosenParts.ts'
import { isMissing } from './LocalFiles.ts'
import type { Aside, LocalFiles } from './LocalFiles.ts'
import { makeFolders } from './ObjectStore.ts'
import type { ObjectStore } from './ObjectStore.ts'
import { OneAtATime } from './OneAtATime.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { DiskSpace } from '#platform/disk/DiskSpace.ts'
import { KiB } from '#kit/units.ts'
import type { Bytes, Millis } from '#kit/units.ts'

/** The state of an upload, stored as JSON in its folder: `upload.json` from the start, `done.json` once it is merged. */
const UploadBegun = z.object({ key: z.string(), size: z.number(), begunAt: z.number() })
const UploadDone = z.object({ key: z.string(), size: z.number(), md5: z.string(), parts: z.array(z.string()) })

type UploadBegun = z.infer<typeof UploadBegun>
type UploadDone = z.infer<typeof UploadDone>

/** A part on disk. Its file name holds all of it: `00007.<md5>.5242880`. */
type StoredPart = { readonly number: number; readonly md5: string; readonly bytes: Bytes; readonly name: string }

const partName = (number: number, { md5, size }: { md5: string; size: Bytes }): string =>
  `${String(number).padStart(5, '0')}.${md5}.${size}`

/** Returns null for any other file name. */
function readPartName(name: string): StoredPart | null {
  const [, number, md5 = '', bytes] = /^(\d{5})\.([0-9a-f]{32})\.(\d{1,15})$/.exec(name) ?? []
  return number ? { number: Number(number), md5, bytes: Number(bytes), name } : null
}

export type UploadStoreOptions = {
  readonly dir: string
  readonly files: LocalFiles
  readonly objects: ObjectStore
  readonly clock: Clock
  readonly disk: DiskSpace
}

/** Active uploads, one folder each. Their whole state is on disk, so any process can continue. */
export class UploadStore {
  readonly #dir: string
  readonly #files: LocalFiles
  readonly #objects: ObjectStore
  readonly #clock: Clock
  readonly #disk: DiskSpace
  readonly #turns = new OneAtATime()

  constructor({ dir, files, objects, clock, disk }: UploadStoreOptions) {
    this.#dir = join(dir, 'uploads')
    this.#files = files
    this.#objects = objects
    this.#clock = clock
    this.#disk = disk
  }

  async begin(key: string, size: Bytes): Promise<string> {
    const uploadId = randomUUID()
    await makeFolders(this.#dir, this.#folder(uploadId))
    const begun: UploadBegun = { key, size, begunAt: this.#clock.now().getTime() }
    await this.#files.writeText(join(this.#folder(uploadId), 'upload.json'), JSON.stringify(begun))
    return uploadId
  }

  /** Throws BlobError 'no-such-upload' when it does not exist, is merged, or belongs to another key. */
  async open(uploadId: string, key?: string): Promise<UploadBegun> {
    const begun = await this.#read(uploadId, 'upload.json', UploadBegun)
    const merged = begun !== null && (await this.#done(uploadId)) !== null
    if (begun === null || merged || (key !== undefined && begun.key !== key)) throw noSuchUpload()
    return begun
  }

  /**
   * Returns the parts in order. When a process died while a part was sent again, two files have its number; the newer one counts.
   * Throws BlobError 'no-such-upload' when the upload does not exist or is merged.
   */
  async parts(uploadId: string): Promise<StoredPart[]> {
    return this.#partsAmong(uploadId, await this.#namesOfOpen(uploadId))
  }

  async #partsAmong(uploadId: string, names: readonly string[]): Promise<StoredPart[]> {
    const byNumber = new Map<number, StoredPart>()
    for (const part of names.map(readPartName)) {
      if (!part) continue
      const other = byNumber.get(part.number)
      byNumber.set(part.number, other ? await this.#later(uploadId, other, part) : part)
    }
    return [...byNumber.values()].toSorted((a, b) => a.number - b.number)
  }

  async #later(uploadId: string, one: StoredPart, other: StoredPart): Promise<StoredPart> {
    const writtenAt = async ({ name }: StoredPart) => {
      const facts = await stat(join(this.#folder(uploadId), name)).catch(() => null)
      return facts?.mtimeMs ?? 0
    }
    return (await writtenAt(one)) > (await writtenAt(other)) ? one : other
  }

  /**
   * Stores a part, deletes earlier ones with its number and returns its ETag. `check` gets the parts stored by then; when it
   * throws, nothing is stored.
   */
  async keep(uploadId: string, number: number, aside: Aside, check: (parts: readonly StoredPart[]) => void): Promise<string> {
    await this.#turns.run(uploadId, async () => {
      const names = await this.#namesOfOpen(uploadId)
      check(await this.#partsAmong(uploadId, names))
      const name = partName(number, aside)
      const earlier = names.filter((other) => readPartName(other)?.number === number && other !== name)
      await this.#files.settle(aside, join(this.#folder(uploadId), name))
      for (const other of earlier) await rm(join(this.#folder(uploadId), other), { force: true })
    })
    return aside.md5
  }

  /**
   * Merges the parts. Whenever the process dies, either nothing has changed and the merge can be repeated, or the object exists
   * and the next call finds it. Parts are deleted last.
   */
  merge(uploadId: string, key: string, named: readonly Part[]): Promise<BlobInfo> {
    return this.#turns.run(uploadId, async () => {
      try {
        return (await this.#alreadyMerged(uploadId, key, named)) ?? (await this.#mergeNow(uploadId, key, named))
      } catch (error) {
        // Another process may have merged and deleted the parts while this one read them.
        const merged = isMissing(error) && (await this.#alreadyMerged(uploadId, key, named))
        if (!merged) throw error
        return merged
      }
    })
  }

  /** Deletes an upload and its parts. A merged object stays. Does nothing when the upload does not exist. */
  async abort(uploadId: string, key: string): Promise<void> {
    await this.#turns.run(uploadId, async () => {
      const begun = await this.#read(uploadId, 'upload.json', UploadBegun)
      if (begun !== null && begun.key !== key) throw noSuchUpload()
      await removeFolder(this.#folder(uploadId))
    })
  }

  /** Deletes every upload whose key begins with `prefix` and a slash, merged or not. */
  async deleteUnder(prefix: string): Promise<void> {
    for (const uploadId of (await readdir(this.#dir).catch(() => [])).filter(isUploadId)) {
      await this.#turns.run(uploadId, async () => {
        const begun = await this.#read(uploadId, 'upload.json', UploadBegun)
        if (begun?.key.startsWith(`${prefix}/`)) await removeFolder(this.#folder(uploadId))
      })
    }
  }

  /** Deletes uploads started before `olderThan` ms ago and returns how many of them were never merged. */
  async sweep(olderThan: Millis): Promise<number> {
    const before = this.#clock.now().getTime() - olderThan
    let removed = 0
    for (const uploadId of (await readdir(this.#dir).catch(() => [])).filter(isUploadId)) {
      await this.#turns.run(uploadId, async () => {
        const begunAt = await this.#begunAt(uploadId)
        if (begunAt >= before) return
        if ((await this.#done(uploadId)) === null) removed++
        await removeFolder(this.#folder(uploadId))
      })
    }
    return removed
  }

  /** An upload may have no record or a damaged one. It then counts as started when its folder was created. */
  async #begunAt(uploadId: string): Promise<number> {
    const begun = await this.#read(uploadId, 'upload.json', UploadBegun)
    if (begun !== null) return begun.begunAt
    return (await stat(this.#folder(uploadId)).catch(() => null))?.mtimeMs ?? Infinity
  }

  async #mergeNow(uploadId: string, key: string, named: readonly Part[]): Promise<BlobInfo> {
    const { size } = await this.open(uploadId, key)
    const parts = chosenParts(await this.parts(uploadId), named, size)
    // The parts and the merged file exist side by side until the parts are deleted.
    const aside = await this.#disk.spend(size, (watch) =>
      this.#files.writeAside(this.#bytesOf(uploadId, parts), { watch, isOurs: true }),
    )
    const info = await this.#objects.put(key, aside)
    const done: UploadDone = { key, size: info.size, md5: info.md5, parts: parts.map((part) => part.name) }
    await this.#files.writeText(join(this.#folder(uploadId), 'done.json'), JSON.stringify(done))
    for (const name of await this.#names(uploadId))
      if (readPartName(name)) await rm(join(this.#folder(uploadId), name), { force: true })
    return info
  }

  async *#bytesOf(uploadId: string, parts: readonly StoredPart[]): AsyncGenerator<Buffer> {
    for (const part of parts) yield* createReadStream(join(this.#folder(uploadId), part.name), { highWaterMark: 256 * KiB })
  }

  /** Returns the result of the first merge, or null when there was none. */
  async #alreadyMerged(uploadId: string, key: string, named: readonly Part[]): Promise<BlobInfo | null> {
    const done = await this.#done(uploadId)
    if (done === null) return null
    if (done.key !== key) throw noSuchUpload()
    const merged = done.parts.map(readPartName)
    const same =
      named.length === merged.length &&
      named.every(({ PartNumber, Etag }, i) => PartNumber === merged[i]?.number && bareEtag(Etag) === merged[i].md5)
    if (!same) throw new BlobError('merged-otherwise', 'This upload has been put together from other parts.')
    return { key, size: done.size, md5: done.md5 }
  }

  #done(uploadId: string): Promise<UploadDone | null> {
    return this.#read(uploadId, 'done.json', UploadDone)
  }

  /** Returns null for a missing or unreadable record. One damaged record must not stop the cleanup of the others. */
  async #read<T>(uploadId: string, name: string, shape: z.ZodType<T>): Promise<T | null> {
    try {
      return shape.parse(JSON.parse(await readFile(join(this.#folder(uploadId), name), 'utf8')))
    } catch (error) {
      if (isMissing(error) || error instanceof SyntaxError || error instanceof z.ZodError) return null
      throw error
    }
  }

  async #names(uploadId: string): Promise<string[]> {
    try {
      return await readdir(this.#folder(uploadId))
    } catch (error) {
      if (isMissing(error)) throw noSuchUpload()
      throw error
    }
  }

  async #namesOfOpen(uploadId: string): Promise<string[]> {
    const names = await this.#names(uploadId)
    if (!names.includes('upload.json') || names.includes('done.json')) throw noSuchUpload()
    return names
  }

  /** Ids come from clients. Only ids in the format of `begin` may become part of a path. */
  #folder(uploadId: string): string {
    if (!isUploadId(uploadId)) throw noSuchUpload()
    return join(this.#dir, uploadId)
  }
}

const isUploadId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
/** Another process may be writing a part into the folder at the same moment, so deleting it is retried. */
const removeFolder = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 })
const noSuchUpload = () => new BlobError('no-such-upload', 'There is no such upload.')
