import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ACCOUNT_TABLE } from '#features/account/server.ts'
import { hasRows, measureTables } from '#platform/backup/tables.ts'
import { writeBackup } from '#platform/backup/writeBackup.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { VERSION } from '#platform/config/version.ts'
import { openClient } from '#platform/db/db.ts'
import { readDisk, WRITABLE_ABOVE } from '#platform/disk/DiskSpace.ts'
import type { Log } from '#platform/log/log.ts'
import { MiB } from '#shared/units.ts'
import { FEATURES } from '../server/features.ts'
import { CommandError, EXIT } from './runCommand.ts'

const NAME = /^before-migration-\d{4}-\d\d-\d\d-\d{6}\.tar$/
const KEPT = 2

type Options = {
  readonly config: Pick<Config, 'dataDir' | 'backupBeforeMigration'>
  readonly databaseUrl: string
  readonly log: Log
  readonly clock: Clock
  /** Tests replace it to simulate a full disk. */
  readonly readFree?: (dir: string) => Promise<number>
}

/**
 * Returns a function that runs before migrations are applied. It backs up a database with accounts to `DATA_DIR/backups`, with its
 * queued jobs and the keys but without the audio, which migrations do not change. `earshot restore` reads the file. The last two
 * backups are kept. Throws CommandError when the disk has no space for the backup; the database is then not migrated.
 */
export function backupBeforeMigration(options: Options): (pending: readonly string[]) => Promise<void> {
  const { config, databaseUrl, log, clock } = options
  return async (pending) => {
    const needed = await measureDatabase(databaseUrl)
    if (needed === null) return
    if (!config.backupBeforeMigration)
      return log.warn({ migrations: pending.length }, 'the database is migrated without a backup')
    const folder = join(config.dataDir, 'backups')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await requireSpace(folder, needed, options.readFree)
    const createdAt = clock.now()
    const path = join(
      folder,
      `before-migration-${createdAt.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}.tar`,
    )
    log.info({ path, migrations: pending.length }, 'saving the database before it is migrated')
    const { rows } = await writeBackup(path, {
      databaseUrl,
      blobs: null,
      secretsDir: join(config.dataDir, 'secrets'),
      derivedTables,
      earshot: VERSION,
      createdAt,
    })
    log.info(
      { path, rows, duration: clock.now().getTime() - createdAt.getTime() },
      'the database is saved; audio is not in this file',
    )
    const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted()
    for (const name of names.slice(0, -KEPT)) await rm(join(folder, name))
  }
}

const derivedTables = FEATURES.flatMap((feature) => feature.derivedTables ?? [])

/** Returns the size of the rows to back up in bytes; null for a database without accounts. */
async function measureDatabase(databaseUrl: string): Promise<number | null> {
  const client = openClient(databaseUrl)
  await client.connect()
  try {
    return (await hasRows(client, ACCOUNT_TABLE)) ? await measureTables(client, derivedTables) : null
  } finally {
    await client.end()
  }
}

async function requireSpace(folder: string, needed: number, readFree = async (dir: string) => (await readDisk(dir)).free) {
  const free = await readFree(folder)
  if (free - needed >= WRITABLE_ABOVE) return
  throw new CommandError(
    EXIT.cannotWrite,
    `This version changes the database, and the disk has no room to save it first: ${toMegabytes(needed + WRITABLE_ABOVE)} MB are needed in ${folder}, ${toMegabytes(free)} MB are free. Make room, or save the database elsewhere and start with BACKUP_BEFORE_MIGRATION=off.`,
  )
}

const toMegabytes = (bytes: number): number => Math.ceil(bytes / MiB)
