import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { type Header, type Pack, pack } from 'tar-stream'
import type pg from 'pg'
import { MiB } from '#shared/units.ts'
import type { Bytes } from '#shared/units.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { flushFolder } from '#platform/blobs/local/AtomicFiles.ts'
import { openClient } from '#platform/db/db.ts'
import { readWaitingJobs } from '#platform/jobs/waitingJobs.ts'
import { BACKUP_FORMAT, type BackupTable, ENTRY, MD5_FIELD, type Manifest, type Summary } from './manifest.ts'
import { listTables, readMigrations, readTable } from './tables.ts'

/** Rows are compressed in pieces of this size, because a tar header states the size of its entry in advance. */
const PIECE: Bytes = 8 * MiB
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 6, [constants.ZSTD_c_checksumFlag]: 1 } }

export type BackupOptions = {
  /** A direct connection URL (no pooler) to the database. */
  readonly databaseUrl: string
  /** Null to back up only the database. */
  readonly blobs: Blobs | null
  readonly secretsDir: string
  /** Tables that can be rebuilt from others. */
  readonly derivedTables: readonly string[]
  /** The version of this program and the current time. */
  readonly earshot: string
  readonly createdAt: Date
  readonly onProgress?: (bytes: Bytes) => void
  readonly signal?: AbortSignal
}

/**
 * Writes everything a server stores into the tar file `path`: a consistent snapshot of the database, the audio, and the secrets.
 * The server may be running. The file gets its final name only when it is complete and flushed; a failure leaves no file. Blobs
 * that are deleted meanwhile are listed in the summary.
 */
export async function writeBackup(path: string, options: BackupOptions): Promise<Summary> {
  const partialPath = `${path}.part`
  const archive = pack()
  const target = createWriteStream(partialPath, { mode: 0o600 })
  archive.pipe(target)
  const written = finished(target)
  written.catch((error: Error) => archive.destroy(error))
  try {
    const summary = await writeEntries(new BackupWriter(archive, options), options)
    archive.finalize()
    await written
    // fsync works on folders and files alike.
    await flushFolder(partialPath)
    await rename(partialPath, path)
    await flushFolder(dirname(path))
    return summary
  } catch (error) {
    archive.destroy()
    target.destroy()
    await rm(partialPath, { force: true })
    throw error
  }
}

async function writeEntries(writer: BackupWriter, options: BackupOptions): Promise<Summary> {
  const client = openClient(options.databaseUrl)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const tables = await listTables(client, options.derivedTables)
    await writer.writeJson(ENTRY.manifest, await describe(client, tables, options))
    for (const name of await listSecrets(options.secretsDir))
      await writer.write(ENTRY.secrets + name, await readFile(join(options.secretsDir, name)))
    let rows = 0
    for (const table of tables) rows += await writer.writeTable(client, table)
    const jobs = await readWaitingJobs(async (text, values) => client.query(text, values))
    await writer.writeJson(ENTRY.jobs, jobs)
    await client.query('commit')
    const blobs = await writer.writeBlobs(options.blobs)
    const summary = { rows, ...blobs }
    await writer.writeJson(ENTRY.summary, summary)
    return summary
  } finally {
    await client.end()
  }
}

async function describe(client: pg.Client, tables: BackupTable[], { earshot, createdAt }: BackupOptions): Promise<Manifest> {
  const migrations = await readMigrations(client)
  return { format: BACKUP_FORMAT, earshot, created_at: createdAt.toISOString(), migrations, tables }
}

/** Names that begin with a dot are files being written. */
const listSecrets = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted()

/** Writes the entries of a tar file in order, at the speed at which they are read. */
class BackupWriter {
  readonly #archive: Pack
  readonly #options: BackupOptions

  constructor(archive: Pack, options: BackupOptions) {
    this.#archive = archive
    this.#options = options
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await this.#entry({ name, size: bytes.length }, [bytes])
  }

  writeJson(name: string, value: unknown): Promise<void> {
    return this.write(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))
  }

  /** Writes the rows of a table and returns their number. An empty table has no entry. */
  async writeTable(client: pg.Client, table: BackupTable): Promise<number> {
    const compress = promisify(zstdCompress)
    const source = readTable(client, table)
    let [piece, size, number] = [[] as Buffer[], 0, 0]
    const writePiece = async () => {
      number += 1
      const name = `${ENTRY.database}${table.name}/${String(number).padStart(6, '0')}.zst`
      await this.write(name, await compress(Buffer.concat(piece), COMPRESSION))
      piece = []
      size = 0
    }
    for await (const chunk of source as AsyncIterable<Buffer>) {
      this.#options.signal?.throwIfAborted()
      piece.push(chunk)
      size += chunk.length
      if (size >= PIECE) await writePiece()
    }
    if (size > 0) await writePiece()
    return (source as { rowCount?: number }).rowCount ?? 0
  }

  async writeBlobs(blobs: Blobs | null): Promise<Omit<Summary, 'rows'>> {
    const result = { blobs: 0, bytes: 0, missing: [] as string[] }
    if (!blobs) return result
    for await (const key of blobs.listKeys()) {
      this.#options.signal?.throwIfAborted()
      const info = await blobs.info(key)
      const bytes = info && (await blobs.open(key).catch(() => null))
      if (!info || !bytes) {
        result.missing.push(key)
        continue
      }
      await this.#entry({ name: ENTRY.blobs + key, size: info.size, pax: { [MD5_FIELD]: info.md5 } }, bytes)
      result.blobs += 1
      result.bytes += info.size
    }
    return result
  }

  async #entry(headers: Partial<Header> & { name: string }, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    const { createdAt: mtime, onProgress } = this.#options
    const done = Promise.withResolvers<void>()
    const entry = this.#archive.entry({ mode: 0o600, mtime, ...headers }, (error) =>
      error ? done.reject(error) : done.resolve(),
    )
    // The entry fails together with its archive, and so does everything that waits for it.
    done.promise.catch(() => {})
    for await (const chunk of bytes) {
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), done.promise])
      onProgress?.(chunk.length)
    }
    entry.end(undefined)
    await done.promise
  }
}
