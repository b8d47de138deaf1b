import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { minutes } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { createFullAccount } from '#test/server/createFullAccount.ts'
import { createClients } from '#test/server/user.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

/** Returns every row, as text, of all tables in all schemas that contains one of the words. */
async function rowsWith(w: TestServer, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await executeSql<{ name: string }>(
    w.ctx.db,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by 1`,
  )
  expect(tables.length).toBeGreaterThan(25)
  const found: string[] = []
  for (const { name } of tables) {
    const where = words.map((_, index) => `strpos(t::text, $${index + 1}) > 0`).join(' or ')
    const { rows } = await executeSql<{ row: string }>(
      w.ctx.db,
      `select t::text as row from ${name} t where ${where} order by 1`,
      words,
    )
    found.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return found
}

/** Returns every file in the blobs folder with the word in its name, or in its content if it is the JSON record of an upload. */
async function filesWith(w: TestServer, word: string): Promise<string[]> {
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
    await using w = await testServer({ welcome: true })
    const user = await createFullAccount(w, 'anna')
    const otherUser = await createFullAccount(w, 'ben')
    await user.codes.sendToProve({ body: {} })
    await user.codes.send({ body: { username: user.email } })
    await w.waitForJobs()
    const words = [user.id, user.email, ...user.markers]
    // Payments are kept without the user, as accounting requires.
    const isKept = (row: string) => row.startsWith('public.billing_')
    const [before, filesBefore] = [await rowsWith(w, words), await filesWith(w, user.id)]
    const otherUsersData = { rows: await rowsWith(w, [otherUser.id, otherUser.email]), files: await filesWith(w, otherUser.id) }
    console.log(
      `the account is in ${before.length} rows of ${new Set(before.map((row) => row.split(' ')[0])).size} tables, ${filesBefore.length} files`,
    )
    expect(before.length).toBeGreaterThan(15)
    expect(filesBefore.length).toBeGreaterThan(2)

    await user.me.remove({})
    const refused = await expectRefusal(user.sessions.list({}))
    expect(refused).toMatchObject({ httpStatus: 401, message: 'token invalid or expired' })
    expect(await expectRefusal(user.me.remove({}))).toMatchObject({ httpStatus: 401 })
    await w.waitForJobs()
    expect((await rowsWith(w, words)).filter((row) => !isKept(row))).toEqual([])
    expect((await rowsWith(w, [user.id, user.email])).filter(isKept)).toEqual([])
    expect(await filesWith(w, user.id)).toEqual([])
    const link = await fetch(user.upload.part_urls[0] ?? '', { method: 'PUT', body: 'late' })
    expect(link.status).toBeGreaterThanOrEqual(400)
    expect(await rowsWith(w, [otherUser.id, otherUser.email])).toEqual(otherUsersData.rows)
    expect(await filesWith(w, otherUser.id)).toEqual(otherUsersData.files)
    expect((await otherUser.files.list({ query: {}, body: [otherUser.file.id] })).data_file_list[0]?.trans_result).not.toBeNull()
    const signInRefused = await expectRefusal(
      createClients(w.url, {}).account.signIn({ body: { email: user.email, password: 'correct horse' } }),
    )
    expect(signInRefused).toMatchObject({ status: -2, refusal: 'wrong' })
  })

  it('stops a running transcription and closes the live connection', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    const { id } = await w.uploadFile({ name: 'hang on' })
    await user.generate.transsumm({ params: { id }, body: {} })
    for (let n = 0; n < 100; n++) {
      if ((await user.generate.status({})).data_tasks[0]?.stage === 'transcribing') break
      await systemClock.wait(50)
    }
    const channel = await fetch(`${w.url}/api/live`, { headers: { authorization: `Bearer ${user.token}` } })
    await user.me.remove({})
    // text() resolves only because the response has ended.
    expect(await channel.text()).toContain(': hello')
    await w.waitForJobs()
    expect(await rowsWith(w, [user.id, user.email])).toEqual([])
    expect(await filesWith(w, user.id)).toEqual([])
  })

  it('erases other accounts when one fails, and retries the failed one', async () => {
    await using w = await testServer()
    const user = await w.user()
    await w.uploadFile({})
    await w.waitForJobs()
    await executeSql(w.ctx.db, `insert into erasure (removed_user_id, requested_at) values ('damaged', '2020-01-01')`)
    await user.me.remove({})
    const remainingErasures = async () =>
      (await executeSql<{ removed_user_id: string }>(w.ctx.db, 'select removed_user_id from erasure')).rows.map(
        (row) => row.removed_user_id,
      )
    await expect.poll(remainingErasures, { timeout: 10_000 }).toEqual(['damaged'])
    expect(await filesWith(w, user.id)).toEqual([])
  })

  it('needs a fresh session and removes nothing without it', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    w.clock.advance(minutes(10))
    expect(await expectRefusal(user.me.remove({}))).toMatchObject({ status: -4011, refusal: 'notFresh' })
    expect((await user.sessions.list({})).data).toHaveLength(1)
    await user.proof.confirm({ body: { password: 'correct horse' } })
    expect((await user.me.remove({})).status).toBe(0)
    expect(await expectRefusal(createClients(w.url, {}).me.remove({}))).toMatchObject({ httpStatus: 401 })
  })

  it('frees the address for a new account with another id', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    await w.user('ben')
    await user.me.remove({})
    const { data } = await createClients(w.url, {}).account.signUp({ body: { email: user.email, password: 'correct horse' } })
    const { sub } = JSON.parse(Buffer.from(data.access_token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
    expect(data.is_new_user).toBe(true)
    expect(sub).not.toBe(user.id)
    await w.waitForJobs()
    expect((await createClients(w.url, { token: data.access_token }).sessions.list({})).data).toHaveLength(1)
  })

  it('covers every table with a user_id by a foreign key that deletes the row or forgets the user', async () => {
    await using w = await testServer()
    const { rows } = await executeSql<{ name: string }>(
      w.ctx.db,
      `select t.relname as name from pg_class t join pg_attribute c on c.attrelid = t.oid
       where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and t.relname <> 'account' and c.attname = 'user_id'
       and not exists (
         select from pg_constraint k
         where k.conrelid = t.oid and k.contype = 'f' and k.confdeltype in ('c', 'n') and c.attnum = any (k.conkey)
       )`,
    )
    expect(rows).toEqual([])
  })
})
