import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { createAppServer } from '#app/server/createAppServer.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { readConfig } from '#platform/config/config.ts'
import { migrate, sourceRoot } from '#platform/db/migrate.ts'
import { job } from '#platform/jobs/jobs.ts'
import { createJobs, installJobs } from '#platform/jobs/pgBossJobs.ts'
import { quietLog } from '#platform/log/log.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { createDatabase, databaseUrl, dropDatabase, queryDatabase } from '#test/server/testCluster.ts'
import { prepareDatabase } from './start.ts'

/** The last migration before tables, columns and jobs were renamed. */
const LAST_OLD_MIGRATION = 34

/** Jobs of the old version, each with a payload that its handler accepts. */
const OLD_JOBS: Record<string, object> = {
  'account.sweep-ways': {},
  'account.taken-over.me': { userId: 'u' },
  'files.delete-sound': { blobKeys: ['sound/u/missing'] },
  'files.forget-deletions': {},
  'generate.sound-rules': {},
  'generate.trash-rules': {},
  'integrations.forget': {},
  'recorder.finish-forgotten': {},
  'telemetry.forget': {},
  'upload.sweep': {},
}

const insertFile = (id: string, trashed: boolean): string => `insert into file (user_id, file_id, filename, sound_kind, blob_key,
  bytes, md5, scene, serial_number, session_id, start_time, edit_time, duration_ms, timezone, trashed_at, support_mul_summ, edit_from)
  values ('u', '${id}', '${id}', 'mp3', 'sound/u/${id}', 1, '', 1, '', 1, now(), now(), 1000, 0,
    ${trashed ? 'now()' : 'null'}, true, 'web')`

describe('an upgrade', () => {
  const { adminUrl, template, dataDir } = inject('cluster')
  let dir = ''
  let name = ''
  let url = ''

  beforeEach(async () => {
    dir = await mkdtemp(join(dataDir, 'upgrade-'))
    name = `u_${dir.slice(-6)}`
    url = await createDatabase(adminUrl, name)
  })
  afterEach(async () => {
    await dropDatabase(adminUrl, name)
    await rm(dir, { recursive: true })
  })

  const query = (sql: string, at = url): Promise<unknown[]> => queryDatabase(at, sql)

  async function createOldDatabase(last = LAST_OLD_MIGRATION): Promise<void> {
    const root = join(dir, 'old')
    const isOld = (path: string) => !path.endsWith('.sql') || Number(/(\d{4})-[^/\\]+$/.exec(path)?.[1]) <= last
    const isNeeded = (path: string) => /^(platform|features)?([/\\]|$)/.test(relative(sourceRoot, path)) && isOld(path)
    await cp(sourceRoot, root, { recursive: true, filter: isNeeded })
    await migrate(url, { root })
    await installJobs(url)
  }

  async function queueOldJobs(): Promise<void> {
    const jobs = createJobs({ url, clock: systemClock, log: quietLog, supervise: false })
    const oldJobs = Object.entries(OLD_JOBS).map(([name, payload]) => ({ type: job(name, z.looseObject({})), payload }))
    for (const { type } of oldJobs) jobs.work(type, async () => {})
    await jobs.start({ processJobs: false })
    for (const { type, payload } of oldJobs) await jobs.send(type, payload)
    await jobs.stop()
  }

  it('gives a database of the previous version the same columns as a new one', async () => {
    await createOldDatabase()
    await prepareDatabase(url, quietLog)
    const columns = `select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2`
    expect(await query(columns)).toEqual(await query(columns, databaseUrl(adminUrl, template)))
  })

  it('keeps and continues the counts and changes of a library', async () => {
    await createOldDatabase()
    await query(
      `insert into account (user_id, email, nickname, created_at, email_verified) values ('u', 'u@example.org', 'u', now(), true)`,
    )
    await query(insertFile('one', false))
    await query(insertFile('two', true))
    await query(`delete from file where file_id = 'two'`)
    await prepareDatabase(url, quietLog)
    const counts = `select list_view, files::int from library_count where list_view in ('all', 'trash') order by 1`
    expect(await query(counts)).toEqual([
      { list_view: 'all', files: 1 },
      { list_view: 'trash', files: 0 },
    ])
    await query(insertFile('three', false))
    await query(`update file set trashed_at = now() where file_id = 'one'`)
    await query(`delete from file where file_id = 'three'`)
    expect(await query(counts)).toEqual([
      { list_view: 'all', files: 0 },
      { list_view: 'trash', files: 1 },
    ])
    // Migrations that change recordings increase the revision, so only the order is compared.
    expect(await query('select file_id, is_deleted from file_change order by rev')).toEqual([
      { file_id: 'two', is_deleted: true },
      { file_id: 'one', is_deleted: false },
      { file_id: 'three', is_deleted: true },
    ])
    const isLatest = '(select max(change.rev) from file_change change) = library.rev as is_latest'
    expect(await query(`select library_id is not null as is_kept, ${isLatest}, pruned_rev::int from library`)).toEqual([
      { is_kept: true, is_latest: true, pruned_rev: 0 },
    ])
  })

  it('keeps the former single language model as the default, under the name that tasks refer to', async () => {
    await createOldDatabase(110)
    await query(`insert into language_model (kind, address, encrypted_key, model, context_tokens, chosen_at)
      values ('openai-compatible', 'http://gpu:8000/v1', 'sealed', 'qwen3', 32000, now())`)
    await prepareDatabase(url, quietLog)
    const columns = `model_name, name, is_default, is_beta, address, encrypted_key = 'sealed' as has_key, model, context_tokens`
    expect(await query(`select ${columns} from language_model`)).toEqual([
      {
        model_name: 'qwen3',
        name: null,
        is_default: true,
        is_beta: false,
        address: 'http://gpu:8000/v1',
        has_key: true,
        model: 'qwen3',
        context_tokens: 32_000,
      },
    ])
  })

  it('keeps own templates and those of the community with all their versions', async () => {
    await createOldDatabase(113)
    await query(`insert into account (user_id, email, nickname, created_at, email_verified)
      values ('u', 'u@example.org', 'u', now(), true)`)
    await query(`insert into custom_template (user_id, template_id, name, content, category, icon, icon_color, note_tab_name,
        language, origin_kind, origin, origin_version, created_at, edited_at, version)
      values ('u', 'own', 'Café', '# Now', '', 'quote', 'blue', 'Tab', 'fr_FR', 'community', 'shared', 2, '2026-01-01Z', '2026-01-03Z', 2)`)
    await query(`insert into custom_template_version (user_id, template_id, version, name, content, category, icon, icon_color,
        note_tab_name, saved_at) values ('u', 'own', 1, 'Before', '# Before', 'cat_call', 'users', 'gray', '', '2026-01-02Z')`)
    await query(`insert into community_template (user_id, template_id, status, author_email, author_name, comment, latest_version,
        published_version, created_at, submitted_at, reviewed_at)
      values ('u', 'shared', 'new_in_review', 'a@example.org', 'Ann', '', 2, 1, '2026-01-01Z', '2026-01-02Z', '2026-01-01Z')`)
    for (const [version, decision] of [
      [1, `'published'`],
      [2, 'null'],
    ] as const)
      await query(`insert into community_template_version (template_id, version, title, description, content, category, icon,
          icon_color, note_tab_name, language, search_text, created_at, decision)
        values ('shared', ${version}, 'Shared', 'About', '# Text', 'cat_legal', 'scale', 'gray', '', 'en_US', 'shared',
          '2026-01-0${version}Z', ${decision})`)
    await query(`insert into template_translation (template_id, version, language, state, title, description, note_tab_name,
        content, changed_at) values ('shared', 1, 'de_DE', 'ready', 'Geteilt', 'Über', '', '# Text', now())`)
    await query(
      `insert into template_use (user_id, kind, template, used_on, used_at) values ('u', 'custom', 'own', '2026-01-02', now())`,
    )
    await query(`insert into template_count (kind, template, uses) values ('custom', 'own', 1)`)
    await prepareDatabase(url, quietLog)
    const facts = `template_id, status, author_name, latest_version, published_version, origin_kind, origin, origin_version,
      created_at = '2026-01-01Z' as is_kept`
    expect(await query(`select ${facts} from template order by template_id`)).toEqual([
      {
        template_id: 'own',
        status: 'private',
        author_name: '',
        latest_version: 2,
        published_version: null,
        origin_kind: 'community',
        origin: 'shared',
        origin_version: 2,
        is_kept: true,
      },
      {
        template_id: 'shared',
        status: 'new_in_review',
        author_name: 'Ann',
        latest_version: 2,
        published_version: 1,
        origin_kind: null,
        origin: null,
        origin_version: null,
        is_kept: true,
      },
    ])
    const texts = `concat_ws(' ', template_id, version, title, content, category, icon, icon_color, note_tab_name, language,
      (created_at at time zone 'utc')::date, decision) as text`
    expect(await query(`select ${texts} from template_version order by template_id, version`)).toEqual([
      { text: 'own 1 Before # Before cat_call users gray  fr_FR 2026-01-02' },
      { text: 'own 2 Café # Now  quote blue Tab fr_FR 2026-01-03' },
      { text: 'shared 1 Shared # Text cat_legal scale gray  en_US 2026-01-01 published' },
      { text: 'shared 2 Shared # Text cat_legal scale gray  en_US 2026-01-02' },
    ])
    await query(`delete from account where user_id = 'u'`)
    for (const table of ['template', 'template_version', 'template_translation', 'template_use'])
      expect(await query(`select 1 from ${table}`), table).toEqual([])
  })

  it('keeps queued jobs, and the new version runs them', async () => {
    await createOldDatabase()
    await queueOldJobs()
    await prepareDatabase(url, quietLog)
    const config = readConfig({ DATA_DIR: dir, DATABASE_URL: url })
    const server = await createAppServer(
      { config, databaseUrl: url, log: quietLog, checksReplies: true, supervise: false, webDir: null },
      { speech: scriptedSpeech() },
    )
    await server.start({ processJobs: true })
    await expect.poll(() => server.ctx.jobs.pending(), { timeout: 15_000 }).toBe(0)
    await server.close()
    const jobs = await query(`select name, state::text from pgboss.job`)
    const count = (state: string) => jobs.filter((job) => (job as { state: string }).state === state).length
    expect(count('completed')).toBeGreaterThanOrEqual(Object.keys(OLD_JOBS).length)
    expect(count('completed')).toBe(jobs.length)
    const oldNames = Object.keys(OLD_JOBS).map((job) => `'${job}'`)
    expect(await query(`select name from pgboss.queue where name in (${oldNames.join()})`)).toEqual([])
  })
})
