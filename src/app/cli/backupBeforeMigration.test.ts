import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { ACCOUNT_TABLE } from '#features/account/server.ts'
import { restoreBackup } from '#platform/backup/restoreBackup.ts'
import { findMigrations, migrate, sourceRoot } from '#platform/db/migrate.ts'
import { installJobs } from '#platform/jobs/pgBossJobs.ts'
import { createLog, quietLog } from '#platform/log/log.ts'
import { GiB, MiB, days } from '#shared/units.ts'
import { TestClock } from '#test/server/TestClock.ts'
import { createDatabase, dropDatabase, queryDatabase } from '#test/server/testCluster.ts'
import { backupBeforeMigration } from './backupBeforeMigration.ts'
import { CommandError } from './runCommand.ts'
import { prepareDatabase } from './start.ts'

/** Number of latest migrations that the database of the previous version does not have yet. */
const NEW_MIGRATIONS = 2

describe('a start on the database of an older version', () => {
  const { adminUrl, dataDir: clusterDir } = inject('cluster')
  const names: string[] = []
  let dataDir = ''
  let url = ''
  let oldMigrations: string[] = []
  const clock = new TestClock()

  const newDatabase = async () => {
    const name = `m_${names.length}_${dataDir.slice(-6).toLowerCase()}`
    names.push(name)
    return createDatabase(adminUrl, name)
  }
  beforeEach(async () => {
    dataDir = await mkdtemp(join(clusterDir, 'migration-'))
    await mkdir(join(dataDir, 'secrets'))
    await writeFile(join(dataDir, 'secrets', 'setup-key'), 'the key')
    url = await newDatabase()
    oldMigrations = (await findMigrations(sourceRoot)).map(({ name }) => name).slice(0, -NEW_MIGRATIONS)
    await migrate(url, { only: new Set(oldMigrations) })
    await installJobs(url)
  })
  afterEach(async () => {
    for (const name of names.splice(0)) await dropDatabase(adminUrl, name)
    await rm(dataDir, { recursive: true })
  })

  const query = (sql: string, at = url) => queryDatabase(at, sql)
  const addAccount = (id = 'u') =>
    query(
      `insert into account (user_id, email, nickname, created_at, email_verified) values ('${id}', '${id}@example.org', '${id}', now(), true)`,
    )
  const appliedCount = async (at = url) => (await query('select count(*)::int as n from migration', at))[0]?.['n'] as number
  const start = (settings: { on?: boolean; free?: number; log?: typeof quietLog } = {}) =>
    prepareDatabase(
      url,
      quietLog,
      backupBeforeMigration({
        databaseUrl: url,
        clock,
        log: settings.log ?? quietLog,
        config: { dataDir, backupBeforeMigration: settings.on ?? true },
        readFree: async () => settings.free ?? 100 * GiB,
      }),
    )
  const saved = () => readdir(join(dataDir, 'backups')).catch(() => [])

  it('backs it up first, to a file from which the previous version can start again', async () => {
    await addAccount()
    const lines: string[] = []
    const log = createLog({ destination: { write: (line) => void lines.push(line) } })
    await start({ log })
    expect(await appliedCount()).toBe(oldMigrations.length + NEW_MIGRATIONS)
    const [name, ...others] = await saved()
    expect([name, others]).toEqual([expect.stringMatching(/^before-migration-[\d-]+\.tar$/), []])
    expect(lines.join('')).toContain(name)
    const target = await newDatabase()
    const { manifest, summary } = await restoreBackup(join(dataDir, 'backups', name!), {
      databaseUrl: target,
      mayReset: false,
      accountTable: ACCOUNT_TABLE,
      secretsDir: join(dataDir, 'restored'),
      afterRestore: [],
      openBlobs: () => Promise.reject(new Error('the backup contains no audio')),
    })
    expect(manifest.migrations).toEqual(oldMigrations)
    expect(summary).toMatchObject({ blobs: 0, missing: [] })
    expect(await query('select user_id from account', target)).toEqual([{ user_id: 'u' }])
    expect(await appliedCount(target)).toBe(oldMigrations.length)
    expect(await readdir(join(dataDir, 'restored'))).toEqual(['setup-key'])
  })

  it('creates no backup when there is nothing to migrate, or no account', async () => {
    await start()
    await addAccount()
    await start()
    expect(await saved()).toEqual([])
  })

  it('keeps the last two backups and no other file', async () => {
    await addAccount()
    const before = backupBeforeMigration({
      config: { dataDir, backupBeforeMigration: true },
      databaseUrl: url,
      log: quietLog,
      clock,
      readFree: async () => 100 * GiB,
    })
    await mkdir(join(dataDir, 'backups'))
    await writeFile(join(dataDir, 'backups', 'earshot-2026-01-01-000000.tar'), '')
    for (let n = 0; n < 3; n++) {
      await before(['0001-a'])
      clock.advance(days(1))
    }
    const names = await saved()
    expect(names.filter((name) => name.startsWith('before-'))).toHaveLength(2)
    expect(names).toContain('earshot-2026-01-01-000000.tar')
  })

  it('is refused when there is no space for the backup, and changes nothing unless the check is disabled', async () => {
    await addAccount()
    await expect(start({ free: 600 * MiB })).rejects.toThrow(CommandError)
    await expect(start({ free: 600 * MiB })).rejects.toThrow(/no room to save it first.*BACKUP_BEFORE_MIGRATION=off/)
    expect(await appliedCount()).toBe(oldMigrations.length)
    await start({ free: 600 * MiB, on: false })
    expect(await appliedCount()).toBe(oldMigrations.length + NEW_MIGRATIONS)
    expect(await saved()).toEqual([])
  })
})
