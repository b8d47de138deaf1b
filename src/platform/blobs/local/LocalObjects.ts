import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { retry } from '#shared/retry.ts'
import { BlobError, validateKey } from '../blobs.ts'
import type { BlobInfo, ByteRange } from '../blobs.ts'
import { flushFolder, isNotFound } from './AtomicFiles.ts'
import type { TempFile, AtomicFiles } from './AtomicFiles.ts'

/** How often creating a folder is retried when a cleanup deletes it at the same moment. */
const MAX_ATTEMPTS = 20

/** The size and time of the object when its MD5 was computed. The record is ignored once the object has changed. */
const ChecksumRecord = z.object({ size: z.number(), mtime: z.string(), md5: z.string() })

/** Stores finished objects, one file per key. A second folder holds checksum records, so that an MD5 is computed only once. */
export class LocalObjects {
  readonly #dir: string
  readonly #files: AtomicFiles

  constructor(dir: string, files: AtomicFiles) {
    this.#dir = dir
    this.#files = files
  }

  async put(key: string, tempFile: TempFile): Promise<BlobInfo> {
    validateKey(key)
    const targetPath = this.#objectPath(key)
    await this.#withFolder(targetPath, () => this.#files.commit(tempFile, targetPath))
    await this.#writeChecksum(key, tempFile.md5)
    return { key, size: tempFile.size, md5: tempFile.md5 }
  }

  async info(key: string): Promise<BlobInfo | null> {
    validateKey(key)
    try {
      const stats = await this.#fileStats(key)
      const checksum = await this.#readChecksum(key)
      if (checksum?.size === stats.size && checksum.mtime === stats.mtime) return { key, size: stats.size, md5: checksum.md5 }
      return { key, size: stats.size, md5: await this.#writeChecksum(key, await md5Of(this.#objectPath(key))) }
    } catch (error) {
      if (isNotFound(error)) return null
      throw error
    }
  }

  /** Throws BlobError 'missing'. */
  async open(key: string, range?: ByteRange): Promise<Readable> {
    validateKey(key)
    try {
      const file = await open(this.#objectPath(key), 'r')
      return file.createReadStream(range)
    } catch (error) {
      if (isNotFound(error)) throw new BlobError('missing', 'Nothing is stored here.')
      throw error
    }
  }

  async *listKeys(): AsyncGenerator<string> {
    const root = join(this.#dir, 'objects')
    for await (const path of walk(root)) yield relative(root, path).replaceAll(sep, '/')
  }

  async delete(key: string): Promise<void> {
    validateKey(key)
    await rm(this.#objectPath(key), { force: true })
    await rm(this.#checksumPath(key), { force: true })
  }

  async deleteUnder(prefix: string): Promise<void> {
    validateKey(prefix)
    for (const folderName of ['objects', 'notes']) {
      const folder = join(this.#dir, folderName, prefix)
      const isFolder = await stat(folder).then(
        (stats) => stats.isDirectory(),
        () => false,
      )
      if (isFolder) await rm(folder, { recursive: true, force: true })
    }
  }

  /** Deletes checksum records of deleted objects and empty folders. */
  async cleanUp(): Promise<void> {
    const checksumFolder = join(this.#dir, 'notes')
    for (const { parentPath, name } of await listFiles(checksumFolder)) {
      const checksumPath = join(parentPath, name)
      const object = join(this.#dir, 'objects', relative(checksumFolder, checksumPath).replace(/\.json$/, ''))
      if ((await stat(object).catch(() => null)) === null) await rm(checksumPath, { force: true })
    }
    for (const folderName of ['objects', 'notes']) await removeEmptyFolders(join(this.#dir, folderName))
  }

  #objectPath(key: string): string {
    return join(this.#dir, 'objects', key)
  }

  #checksumPath(key: string): string {
    return join(this.#dir, 'notes', `${key}.json`)
  }

  /** Creates the folder of `targetPath` and runs `put`. Tries again when a cleanup deleted the empty folder. */
  async #withFolder(targetPath: string, put: () => Promise<void>): Promise<void> {
    const createAndPut = async () => {
      await createFolders(this.#dir, dirname(targetPath))
      await put()
    }
    await retry(createAndPut, { isTemporary: isNotFound, attempts: MAX_ATTEMPTS })
  }

  async #fileStats(key: string): Promise<{ size: number; mtime: string }> {
    const stats = await stat(this.#objectPath(key), { bigint: true })
    if (!stats.isFile()) throw Object.assign(new Error(`${key} is no file`), { code: 'ENOENT' })
    return { size: Number(stats.size), mtime: String(stats.mtimeNs) }
  }

  async #readChecksum(key: string): Promise<z.infer<typeof ChecksumRecord> | null> {
    try {
      return ChecksumRecord.parse(JSON.parse(await readFile(this.#checksumPath(key), 'utf8')))
    } catch {
      return null
    }
  }

  async #writeChecksum(key: string, md5: string): Promise<string> {
    const targetPath = this.#checksumPath(key)
    const content = JSON.stringify({ ...(await this.#fileStats(key)), md5 })
    await this.#withFolder(targetPath, () => this.#files.writeText(targetPath, content))
    return md5
  }
}

/** Creates a folder and flushes every folder above it up to `root`. Without the flush it may be lost in a power failure. */
export async function createFolders(root: string, folder: string): Promise<void> {
  const created = await mkdir(folder, { recursive: true })
  if (created === undefined) return
  for (let parent = dirname(folder); parent.length >= root.length; parent = dirname(parent)) await flushFolder(parent)
}

async function listFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile())
}

/** Generates the paths of all files below a folder, one folder at a time. */
async function* walk(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(path)
    else if (entry.isFile()) yield path
  }
}

/** Deletes empty folders below a folder, deepest first. A folder that just received a file is not empty and stays. */
async function removeEmptyFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries.filter((each) => each.isDirectory())) {
    const path = join(folder, entry.name)
    await removeEmptyFolders(path)
    await rmdir(path).catch(() => undefined)
  }
}

async function md5Of(path: string): Promise<string> {
  const md5 = createHash('md5')
  await pipeline(createReadStream(path), md5)
  return md5.digest('hex')
}
