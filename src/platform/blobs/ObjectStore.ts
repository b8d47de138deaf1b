import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { BlobError } from './blobs.ts'
import type { BlobInfo, ByteRange } from './blobs.ts'
import { checkKey } from './checkKey.ts'
import { flushFolder, isMissing } from './LocalFiles.ts'
import type { Aside, LocalFiles } from './LocalFiles.ts'

/** How often creating a folder is retried when a cleanup deletes it at the same moment. */
const MAX_ATTEMPTS = 20

/** The size and time of the object when its MD5 was computed. The record is ignored once the object has changed. */
const Note = z.object({ size: z.number(), mtime: z.string(), md5: z.string() })

/** Stores finished objects, one file per key. A second folder holds checksum records, so that an MD5 is computed only once. */
export class ObjectStore {
  readonly #dir: string
  readonly #files: LocalFiles

  constructor(dir: string, files: LocalFiles) {
    this.#dir = dir
    this.#files = files
  }

  async put(key: string, aside: Aside): Promise<BlobInfo> {
    checkKey(key)
    const place = this.#place(key)
    await this.#inFolder(place, () => this.#files.settle(aside, place))
    await this.#writeNote(key, aside.md5)
    return { key, size: aside.size, md5: aside.md5 }
  }

  async info(key: string): Promise<BlobInfo | null> {
    checkKey(key)
    try {
      const facts = await this.#facts(key)
      const note = await this.#readNote(key)
      if (note?.size === facts.size && note.mtime === facts.mtime) return { key, size: facts.size, md5: note.md5 }
      return { key, size: facts.size, md5: await this.#writeNote(key, await md5Of(this.#place(key))) }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  /** Throws BlobError 'missing'. */
  async open(key: string, range?: ByteRange): Promise<Readable> {
    checkKey(key)
    try {
      const file = await open(this.#place(key), 'r')
      return file.createReadStream(range)
    } catch (error) {
      if (isMissing(error)) throw new BlobError('missing', 'Nothing is stored here.')
      throw error
    }
  }

  async delete(key: string): Promise<void> {
    checkKey(key)
    await rm(this.#place(key), { force: true })
    await rm(this.#notePlace(key), { force: true })
  }

  async deleteUnder(prefix: string): Promise<void> {
    checkKey(prefix)
    for (const kept of ['objects', 'notes']) {
      const folder = join(this.#dir, kept, prefix)
      const isFolder = await stat(folder).then(
        (facts) => facts.isDirectory(),
        () => false,
      )
      if (isFolder) await rm(folder, { recursive: true, force: true })
    }
  }

  /** Deletes checksum records of deleted objects and empty folders. */
  async sweep(): Promise<void> {
    const notes = join(this.#dir, 'notes')
    for (const { parentPath, name } of await filesBelow(notes)) {
      const note = join(parentPath, name)
      const object = join(this.#dir, 'objects', relative(notes, note).replace(/\.json$/, ''))
      if ((await stat(object).catch(() => null)) === null) await rm(note, { force: true })
    }
    for (const kept of ['objects', 'notes']) await removeEmptyFolders(join(this.#dir, kept))
  }

  #place(key: string): string {
    return join(this.#dir, 'objects', key)
  }

  #notePlace(key: string): string {
    return join(this.#dir, 'notes', `${key}.json`)
  }

  /** Creates the folder of `targetPath` and runs `put`. Tries again when a cleanup deleted the empty folder. */
  async #inFolder(place: string, put: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await makeFolders(this.#dir, dirname(place))
        return await put()
      } catch (error) {
        if (!isMissing(error) || attempt === MAX_ATTEMPTS) throw error
      }
    }
  }

  async #facts(key: string): Promise<{ size: number; mtime: string }> {
    const facts = await stat(this.#place(key), { bigint: true })
    if (!facts.isFile()) throw Object.assign(new Error(`${key} is no file`), { code: 'ENOENT' })
    return { size: Number(facts.size), mtime: String(facts.mtimeNs) }
  }

  async #readNote(key: string): Promise<z.infer<typeof Note> | null> {
    try {
      return Note.parse(JSON.parse(await readFile(this.#notePlace(key), 'utf8')))
    } catch {
      return null
    }
  }

  async #writeNote(key: string, md5: string): Promise<string> {
    const place = this.#notePlace(key)
    const note = JSON.stringify({ ...(await this.#facts(key)), md5 })
    await this.#inFolder(place, () => this.#files.writeText(place, note))
    return md5
  }
}

/** Creates a folder and flushes every folder above it up to `root`. Without the flush it may be lost in a power failure. */
export async function makeFolders(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let above = dirname(folder); above.length >= root.length; above = dirname(above)) await flushFolder(above)
}

async function filesBelow(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile())
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
