import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { openClient } from '#platform/db/db.ts'
import { migrate, sourceRoot } from '#platform/db/migrate.ts'
import { createDatabase, dropDatabase } from '#test/server/testCluster.ts'

const FIRST_LEDGER = '0064-ledger'

/** Rows of the release before the ledger: anna is a starter since 31 January, ben has bought pro, cleo has no tier. */
const ROWS = `
  insert into account (user_id, email, nickname, email_verified, created_at) values
    ('anna', 'anna@example.org', 'Anna', true, '2026-01-31 10:00:00+00'), ('ben', 'ben@example.org', 'Ben', true, '2026-02-10 00:00:00+00'),
    ('cleo', 'cleo@example.org', 'Cleo', true, '2026-02-01 00:00:00+00');
  insert into membership (user_id, tier, flag, start_time, expire_time) values
    ('ben', 'pro', 'Yearly', '2026-02-20 12:00:00+00', '2027-02-20 12:00:00+00'),
    ('cleo', 'none', null, '2026-02-01 00:00:00+00', null);
  insert into minute_entry (user_id, entry_id, kind, seconds, source, period_start, at) values
    ('anna', '1', 'use', 600, 'task:1', '2026-01-31 10:00:00+00', '2026-02-03'),
    ('anna', '2', 'use', 20000, 'task:2', '2026-02-28 10:00:00+00', '2026-03-03'),
    ('anna', '3', 'refund', 600, 'refund:1', '2026-02-28 10:00:00+00', '2026-03-04'),
    ('anna', '4', 'grant', 1800, 'grant:1', '2026-02-28 10:00:00+00', '2026-03-01'),
    ('ben', '5', 'use', 100, 'task:3', '2026-02-10 00:00:00+00', '2026-02-11'),
    ('ben', '6', 'use', 200, 'task:4', '2026-02-20 12:00:00+00', '2026-02-21');`

it('the rows of the previous release become grants with their used minutes', async () => {
  const { adminUrl } = inject('cluster')
  const root = await mkdtemp(join(tmpdir(), 'earshot-ledger-'))
  const name = `ledger_${root.slice(-6).toLowerCase().replace(/\W/g, '_')}`
  const url = await createDatabase(adminUrl, name)
  try {
    await copyMigrations(root, (file) => file < FIRST_LEDGER)
    await migrate(url, { root })
    const client = openClient(url)
    await client.connect()
    await client.query(ROWS)
    await copyMigrations(root, (file) => file.startsWith(FIRST_LEDGER))
    expect(await migrate(url, { root })).toEqual([FIRST_LEDGER])
    const { rows } = await client.query(
      `select user_id, kind, seconds_total as total, seconds_left as "left", seconds_used as used, valid_from, valid_until
       from minute_grant order by user_id, valid_from, kind`,
    )
    const { rows: memberships } = await client.query('select user_id, tier, source from membership order by user_id, source desc')
    await client.end()
    const month = (from: string, until: string) => ({ valid_from: new Date(from), valid_until: new Date(until) })
    expect(rows).toEqual([
      {
        user_id: 'anna',
        kind: 'starter',
        total: 18_000,
        left: 17_400,
        used: 600,
        ...month('2026-01-31T10:00Z', '2026-02-28T10:00Z'),
      },
      {
        user_id: 'anna',
        kind: 'goodwill',
        total: 1800,
        left: 400,
        used: 1400,
        ...month('2026-02-28T10:00Z', '2026-03-31T10:00Z'),
      },
      {
        user_id: 'anna',
        kind: 'starter',
        total: 18_000,
        left: 0,
        used: 18_000,
        ...month('2026-02-28T10:00Z', '2026-03-31T10:00Z'),
      },
      {
        user_id: 'ben',
        kind: 'starter',
        total: 18_000,
        left: 17_900,
        used: 100,
        ...month('2026-02-10T00:00Z', '2026-03-10T00:00Z'),
      },
      {
        user_id: 'ben',
        kind: 'plan',
        total: 72_000,
        left: 71_800,
        used: 200,
        ...month('2026-02-20T12:00Z', '2026-03-20T12:00Z'),
      },
    ])
    expect(memberships).toEqual([
      { user_id: 'anna', tier: 'starter', source: 'server' },
      { user_id: 'ben', tier: 'starter', source: 'server' },
      { user_id: 'ben', tier: 'pro', source: 'manual' },
      { user_id: 'cleo', tier: 'none', source: 'server' },
    ])
  } finally {
    await dropDatabase(adminUrl, name)
    await rm(root, { recursive: true })
  }
})

/** Copies the migrations with a matching file name to the same path below `root`. */
async function copyMigrations(root: string, fits: (file: string) => boolean): Promise<void> {
  for (const path of await readdir(sourceRoot, { recursive: true })) {
    if (!/\/migrations\/[^/]+\.sql$/.test(path) || !fits(path.slice(path.lastIndexOf('/') + 1))) continue
    await mkdir(dirname(join(root, path)), { recursive: true })
    await cp(join(sourceRoot, path), join(root, path))
  }
}
