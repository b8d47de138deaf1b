import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { findMigrations, sourceRoot, migrate } from '#platform/db/migrate.ts'
import { createDatabase, dropDatabase, queryDatabase } from '#test/server/testCluster.ts'

describe('migrate', () => {
  const { adminUrl } = inject('cluster')
  let root = ''
  let name = ''
  let url = ''

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'earshot-migrations-'))
    name = `m_${root.slice(-6)}`
    url = await createDatabase(adminUrl, name)
  })
  afterEach(async () => {
    await dropDatabase(adminUrl, name)
    await rm(root, { recursive: true })
  })

  const writeMigration = async (path: string, sql: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), sql)
  }
  const platform = 'platform/db/migrations'
  const notes = 'features/notes/server/migrations'
  const query = <Row>(sql: string): Promise<Row[]> => queryDatabase<Row>(url, sql)

  it('applies the files of platform and features once, in the order of one number sequence', async () => {
    await writeMigration(`${notes}/0002-notes.sql`, 'insert into log (value) values (2);')
    await writeMigration(
      `${platform}/0001-log.sql`,
      'create table log (n serial, value int); insert into log (value) values (1);',
    )
    await writeMigration('features/ask/server/migrations/0003-ask.sql', 'insert into log (value) values (3);')
    expect(await migrate(url, { root })).toEqual(['0001-log', '0002-notes', '0003-ask'])
    expect(await migrate(url, { root })).toEqual([])
    expect(await query('select value from log order by n')).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }])
  })

  it('lets one of three concurrent calls apply the migrations while the others wait', async () => {
    await writeMigration(
      `${platform}/0001-slow.sql`,
      'create table once (n int); select pg_sleep(0.1); insert into once values (1);',
    )
    const results = await Promise.all([1, 2, 3].map(async () => await migrate(url, { root })))
    expect(results.flat()).toEqual(['0001-slow'])
    expect(await query('select n from once')).toEqual([{ n: 1 }])
  })

  it('rolls back and names a failed migration, and keeps the earlier ones', async () => {
    await writeMigration(`${platform}/0001-good.sql`, 'create table good (n int);')
    await writeMigration(`${platform}/0002-bad.sql`, 'create table half (n int); select * from nowhere;')
    await expect(migrate(url, { root })).rejects.toThrow(/0002-bad failed and was undone: relation "nowhere" does not exist/)
    expect(await query(`select to_regclass('half') as half, to_regclass('good')::text as good`)).toEqual([
      { half: null, good: 'good' },
    ])
    await writeMigration(`${platform}/0002-bad.sql`, 'create table half (n int);')
    expect(await migrate(url, { root })).toEqual(['0002-bad'])
  })

  it('refuses an applied file that was edited, but accepts other line breaks', async () => {
    await writeMigration(`${platform}/0001-a.sql`, 'create table a (n int);\n')
    await migrate(url, { root })
    await writeMigration(`${platform}/0001-a.sql`, 'create table a (n int);\r\n')
    expect(await migrate(url, { root })).toEqual([])
    await writeMigration(`${platform}/0001-a.sql`, 'create table a (n bigint);\n')
    await expect(migrate(url, { root })).rejects.toThrow('0001-a has been edited since it was applied')
  })

  it('refuses a database that a newer version has migrated', async () => {
    await writeMigration(`${platform}/0001-a.sql`, 'select 1;')
    await writeMigration(`${platform}/0002-b.sql`, 'select 1;')
    await migrate(url, { root })
    await rm(join(root, platform, '0002-b.sql'))
    await expect(migrate(url, { root })).rejects.toThrow('0002-b has been applied and is not in this version')
  })

  it('refuses a number below an applied one', async () => {
    await writeMigration(`${platform}/0005-e.sql`, 'select 1;')
    await migrate(url, { root })
    await writeMigration(`${notes}/0003-late.sql`, 'select 1;')
    await expect(migrate(url, { root })).rejects.toThrow('0003-late comes before 0005-e')
  })

  it('refuses duplicate numbers and invalid names, before it touches the database', async () => {
    await writeMigration(`${platform}/0001-a.sql`, 'select 1;')
    await writeMigration(`${notes}/0001-b.sql`, 'select 1;')
    await expect(migrate(url, { root })).rejects.toThrow('0001-b: the number 1 is already taken')
    await rm(join(root, notes, '0001-b.sql'))
    await writeMigration(`${notes}/12-c.sql`, 'select 1;')
    await expect(migrate(url, { root })).rejects.toThrow('must be called NNNN-what-it-does.sql')
    expect(await query(`select to_regclass('migration') as made`)).toEqual([{ made: null }])
  })

  it('migrates an empty database with the real files, platform first', async () => {
    const applied = await migrate(url)
    expect(applied[0]).toBe('0001-ground')
    expect(applied).toEqual((await findMigrations(sourceRoot)).map((migration) => migration.name))
  })
})
