import { createReadStream } from 'node:fs'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { type Extract, extract } from 'tar-stream'
import type pg from 'pg'
import { z } from 'zod'
import type { Bytes } from '#shared/units.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { openClient } from '#platform/db/db.ts'
import { findMigrations, migrate, sourceRoot } from '#platform/db/migrate.ts'
import { installJobs, restoreJobs } from '#platform/jobs/pgBossJobs.ts'
import { WaitingJob } from '#platform/jobs/waitingJobs.ts'
import { BACKUP_FORMAT, BackupError, ENTRY, MD5_FIELD, Manifest, Summary, isFileError } from './manifest.ts'
import { advanceSequences, emptyTables, hasRows, listTables, loadTable, readMigrations } from './tables.ts'

type Entry = Extract extends AsyncIterable<infer Source> ? Source : never

export type RestoreOptions = {
  /** A direct connection URL (no pooler) to a database without accounts. */
  readonly databaseUrl: string
  readonly secretsDir: string
  /** The database counts as in use when this table has rows. */
  readonly accountTable: string
  /** Opens the blob storage. Called once the secrets are in place. */
  readonly openBlobs: () => Promise<Blobs>
  /** True when nothing else uses the database: leftover tables without accounts may then be dropped first. */
  readonly mayReset: boolean
  /** SQL statements that features run on a restored database. */
  readonly afterRestore: readonly string[]
  readonly onProgress?: (bytes: Bytes) => void
  readonly signal?: AbortSignal
}

/**
 * Restores a backup into an empty database and an empty storage, and returns what it contained. The database is written last, in
 * one transaction, so a failed restore leaves it empty and can be repeated. Throws BackupError when the file is not a backup, is
 * damaged, incomplete or from a newer version, or when the database has accounts.
 */
export async function restoreBackup(path: string, options: RestoreOptions): Promise<{ manifest: Manifest; summary: Summary }> {
  const { entries, explain } = openArchive(path, options)
  let client: pg.Client | null = null
  try {
    const manifest = await readManifest((await entries.next()).value)
    client = await prepareDatabase(manifest, options)
    await client.query('begin')
    await emptyTables(client)
    const summary = await restoreEntries(entries, { manifest, client, options })
    await advanceSequences(client, manifest.tables)
    for (const statement of options.afterRestore) await client.query(statement)
    await client.query('commit')
    return { manifest, summary }
  } catch (error) {
    throw explain(error)
  } finally {
    await client?.end()
    await entries.return(undefined)
  }
}

type Archive = { entries: AsyncGenerator<Entry, void>; explain: (error: unknown) => unknown }

/** Opens a tar file. `explain` maps errors from reading or using an entry to the error to throw. */
function openArchive(path: string, { onProgress, signal }: RestoreOptions): Archive {
  const archive = extract()
  const source = createReadStream(path)
  source.on('data', (chunk) => onProgress?.(chunk.length))
  let failure: unknown
  const copied = pipeline(source, archive, { ...(signal && { signal }) }).catch((error: unknown) => (failure = error))
  const entries = async function* () {
    try {
      for await (const entry of archive) {
        yield entry
        entry.resume()
      }
      await copied
      if (failure) throw failure
    } catch (error) {
      failure ??= error
      throw error
    } finally {
      archive.destroy()
      source.destroy()
    }
  }
  const explain = (error: unknown) => {
    const isOfFile = failure !== undefined && !signal?.aborted && !isFileError(failure) && !(error instanceof BackupError)
    return isOfFile ? new BackupError(`${path} is damaged, incomplete or not a backup.`, failure) : error
  }
  return { entries: entries(), explain }
}

async function readManifest(entry: Entry | void): Promise<Manifest> {
  if (entry?.header.name !== ENTRY.manifest) throw new BackupError('This file is not a backup of Earshot.')
  const manifest = await readJson(entry, Manifest)
  if (manifest.format !== BACKUP_FORMAT)
    throw new BackupError(`This backup has format ${manifest.format}, and this version of Earshot reads format ${BACKUP_FORMAT}.`)
  const known = new Set((await findMigrations(sourceRoot)).map(({ name }) => name))
  const unknown = manifest.migrations.find((name) => !known.has(name))
  if (unknown)
    throw new BackupError(`This backup was made by Earshot ${manifest.earshot}, which is newer. Restore it with that version.`)
  return manifest
}

/** Migrates an empty database to the migrations of the backup and connects to it. */
async function prepareDatabase(
  { migrations }: Manifest,
  { databaseUrl, mayReset, accountTable }: RestoreOptions,
): Promise<pg.Client> {
  const client = openClient(databaseUrl)
  await client.connect()
  try {
    if (await hasRows(client, accountTable))
      throw new BackupError('The database has accounts already. Restore into an empty one.')
    if (mayReset) await client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
    await refuseOtherTables(client, new Set(migrations))
    await migrate(databaseUrl, { only: new Set(migrations) })
    await installJobs(databaseUrl)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Throws when the database has tables other than the empty ones of these migrations, which an earlier attempt may have left. */
async function refuseOtherTables(client: pg.Client, migrations: ReadonlySet<string>): Promise<void> {
  const tables = await listTables(client, [])
  if (tables.length === 0) return
  const applied = await readMigrations(client).catch(() => null)
  if (applied === null) throw new BackupError('The database has tables of another program. Restore into an empty one.')
  if (applied.some((name) => !migrations.has(name)))
    throw new BackupError('The database was used by a newer Earshot than the backup. Restore into an empty one.')
}

type Target = { manifest: Manifest; client: pg.Client; options: RestoreOptions }

async function restoreEntries(entries: AsyncGenerator<Entry, void>, target: Target): Promise<Summary> {
  const { client, options } = target
  let blobs: Blobs | null = null
  let jobs: WaitingJob[] = []
  const found = { rows: 0, blobs: 0 }
  const tables = new TableLoader(target)
  for await (const entry of entries) {
    const { name, size, pax } = entry.header
    if (!name.startsWith(ENTRY.database)) found.rows += await tables.end()
    if (name.startsWith(ENTRY.secrets))
      await writeSecret(options.secretsDir, name.slice(ENTRY.secrets.length), await readText(entry))
    else if (name.startsWith(ENTRY.database)) found.rows += await tables.add(name, entry)
    else if (name === ENTRY.jobs) jobs = await readJson(entry, z.array(WaitingJob))
    else if (name.startsWith(ENTRY.blobs)) {
      blobs ??= await options.openBlobs()
      const key = name.slice(ENTRY.blobs.length)
      const stored = await blobs.put(key, Readable.from(entry), size)
      if (stored.size !== size || stored.md5 !== (pax as Record<string, string> | null)?.[MD5_FIELD])
        throw new BackupError(`${key} is damaged in this backup.`)
      found.blobs += 1
    } else if (name === ENTRY.summary) {
      const summary = await readJson(entry, Summary)
      if (summary.rows !== found.rows || summary.blobs !== found.blobs) throw new BackupError('Parts of this backup are missing.')
      await restoreJobs(options.databaseUrl, async (text, values) => client.query(text, values), jobs)
      return summary
    } else throw new BackupError(`This backup contains ${name}, which this version of Earshot does not know.`)
  }
  throw new BackupError('This backup is not complete. It ended before everything was written.')
}

/** Joins the pieces of each table and loads them with one COPY. */
class TableLoader {
  readonly #target: Target
  #current: { name: string; rows: PassThrough; loaded: Promise<number> } | null = null

  constructor(target: Target) {
    this.#target = target
  }

  /** Adds a piece. When it begins another table, returns the number of rows of the previous one. */
  async add(entryName: string, entry: Entry): Promise<number> {
    const name = entryName.split('/')[1] ?? ''
    const ended = this.#current && this.#current.name !== name ? await this.end() : 0
    const { rows, loaded } = (this.#current ??= this.#begin(name))
    const added = pipeline(entry, createZstdDecompress(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) if (!rows.write(chunk)) await once(rows, 'drain')
    }).catch((cause: unknown) => {
      throw new BackupError(`The rows of ${name} in this backup are damaged.`, cause)
    })
    // Once loading fails, it reads nothing more, so `added` alone would never settle.
    await Promise.race([added, loaded])
    return ended
  }

  /** Finishes the table and returns its number of rows. */
  async end(): Promise<number> {
    const current = this.#current
    this.#current = null
    current?.rows.end()
    return (await current?.loaded) ?? 0
  }

  #begin(name: string) {
    const table = this.#target.manifest.tables.find((each) => each.name === name)
    if (!table) throw new BackupError(`This backup contains rows of ${name}, which it does not list.`)
    const rows = new PassThrough()
    const loaded = loadTable(this.#target.client, table, rows)
    loaded.catch(() => {})
    return { name, rows, loaded }
  }
}

async function writeSecret(folder: string, name: string, content: string): Promise<void> {
  if (!/^[a-z][a-z-]{0,60}(\.json)?$/.test(name)) throw new BackupError(`This backup contains a secret with the name ${name}.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, name), content, { mode: 0o600, flush: true })
}

async function readJson<T>(entry: Entry, schema: z.ZodType<T>): Promise<T> {
  try {
    return z.parse(schema, JSON.parse(await readText(entry)))
  } catch (error) {
    throw new BackupError(`${entry.header.name} of this backup is damaged.`, error)
  }
}
