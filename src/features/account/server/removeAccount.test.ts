import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { minutes } from '#kit/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { fullAccount } from '#test/world/fullAccount.ts'
import { clientsOf } from '#test/world/user.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { type World, world } from '#test/world/world.ts'

/** Every row, as text, of all tables in all schemas that contains one of the words. */
async function rowsWith(w: World, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await executeSql<{ name: string }>(
    w.ground.db,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by 1`,
  )
  expect(tables.length).toBeGreaterThan(25)
  const found: string[] = []
  for (const { name } of tables) {
    const where = words.map((_, at) => `strpos(t::text, $${at + 1}) > 0`).join(' or ')
    const { rows } = await executeSql<{ row: string }>(
      w.ground.db,
      `select t::text as row from ${name} t where ${where} order by 1`,
      words,
    )
    found.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return found
}

/** Every file in the blobs folder with the word in its name, or in its content if it is the JSON record of an upload. */
async function filesWith(w: World, word: string): Promise<string[]> {
  const dir = join(w.config.dataDir, 'blobs')
  const names = await readdir(dir, { recursive: true })
  const found: string[] = []
  for (const name of names) {
    if (!(await stat(join(dir, name))).isFile()) continue
    const text = name.endsWith('.json') ? await readFile(join(dir, name), 'utf8') : ''
    if (`${name} ${text}`.includes(word)) found.push(name)
  }
  return found
}

describe('removing an account (A§7)', () => {
  it('deletes all its rows, files and jobs, and changes nothing of other accounts', async () => {
    await using w = await world({ welcome: true })
    const anna = await fullAccount(w, 'anna')
    const ben = await fullAccount(w, 'ben')
    await anna.codes.sendToProve({ body: {} })
    await anna.codes.send({ body: { username: anna.email } })
    await w.settle()
    const words = [anna.id, anna.email, ...anna.marks]
    const [before, filesBefore] = [await rowsWith(w, words), await filesWith(w, anna.id)]
    const his = { rows: await rowsWith(w, [ben.id, ben.email]), files: await filesWith(w, ben.id) }
    console.log(
      `the account stands in ${before.length} rows of ${new Set(before.map((row) => row.split(' ')[0])).size} tables, ${filesBefore.length} files`,
    )
    expect(before.length).toBeGreaterThan(15)
    expect(filesBefore.length).toBeGreaterThan(2)

    await anna.me.remove({})
    const late = await refusalOf(anna.sessions.list({}))
    expect(late).toMatchObject({ httpStatus: 401, message: 'token invalid or expired' })
    expect(await refusalOf(anna.me.remove({}))).toMatchObject({ httpStatus: 401 })
    await w.settle()
    expect(await rowsWith(w, words)).toEqual([])
    expect(await filesWith(w, anna.id)).toEqual([])
    const link = await fetch(anna.upload.part_urls[0] ?? '', { method: 'PUT', body: 'late' })
    expect(link.status).toBeGreaterThanOrEqual(400)
    expect(await rowsWith(w, [ben.id, ben.email])).toEqual(his.rows)
    expect(await filesWith(w, ben.id)).toEqual(his.files)
    expect((await ben.files.list({ query: {}, body: [ben.file.id] })).data_file_list[0]?.trans_result).not.toBeNull()
    const again = await refusalOf(clientsOf(w.url, {}).account.signIn({ body: { email: anna.email, password: 'correct horse' } }))
    expect(again).toMatchObject({ status: -2, refusal: 'wrong' })
  })

  it('stops a running transcription and closes the live connection', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    const { id } = await w.file({ name: 'hang on' })
    await anna.generate.transsumm({ params: { id }, body: {} })
    for (let n = 0; n < 100; n++) {
      if ((await anna.generate.status({})).data_tasks[0]?.stage === 'transcribing') break
      await systemClock.wait(50)
    }
    const channel = await fetch(`${w.url}/api/live`, { headers: { authorization: `Bearer ${anna.token}` } })
    await anna.me.remove({})
    // text() resolves only because the response has ended.
    expect(await channel.text()).toContain(': hello')
    await w.settle()
    expect(await rowsWith(w, [anna.id, anna.email])).toEqual([])
    expect(await filesWith(w, anna.id)).toEqual([])
  })

  it('erases other accounts when one fails, and retries the failed one', async () => {
    await using w = await world()
    const anna = await w.as()
    await w.file({})
    await executeSql(w.ground.db, `insert into erasure (gone_id, asked_at) values ('damaged', '2020-01-01')`)
    await anna.me.remove({})
    const left = async () =>
      (await executeSql<{ gone_id: string }>(w.ground.db, 'select gone_id from erasure')).rows.map((row) => row.gone_id)
    await expect.poll(left, { timeout: 10_000 }).toEqual(['damaged'])
    expect(await filesWith(w, anna.id)).toEqual([])
  })

  it('needs a fresh session and removes nothing without it', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    w.clock.pass(minutes(10))
    expect(await refusalOf(anna.me.remove({}))).toMatchObject({ status: -4011, refusal: 'notFresh' })
    expect((await anna.sessions.list({})).data).toHaveLength(1)
    await anna.proof.confirm({ body: { password: 'correct horse' } })
    expect((await anna.me.remove({})).status).toBe(0)
    expect(await refusalOf(clientsOf(w.url, {}).me.remove({}))).toMatchObject({ httpStatus: 401 })
  })

  it('frees the address for a new account with another id', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    await w.as('ben')
    await anna.me.remove({})
    const { data } = await clientsOf(w.url, {}).account.signUp({ body: { email: anna.email, password: 'correct horse' } })
    const { sub } = JSON.parse(Buffer.from(data.access_token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
    expect(data.is_new_user).toBe(true)
    expect(sub).not.toBe(anna.id)
    await w.settle()
    expect((await clientsOf(w.url, { token: data.access_token }).sessions.list({})).data).toHaveLength(1)
  })

  it('covers every table with a user_id by a cascading foreign key', async () => {
    await using w = await world()
    const { rows } = await executeSql<{ name: string }>(
      w.ground.db,
      `select c.table_name as name from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'user_id' and t.table_type = 'BASE TABLE' and c.table_name <> 'account'
       and not exists (
         select 1 from information_schema.key_column_usage k
         join information_schema.referential_constraints r using (constraint_schema, constraint_name)
         where k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = 'user_id' and r.delete_rule = 'CASCADE'
       )`,
    )
    expect(rows).toEqual([])
  })
})
