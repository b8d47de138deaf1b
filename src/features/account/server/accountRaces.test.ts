import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { days } from '#kit/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { oidcIssuer } from '#test/idp/oidcIssuer.ts'
import { browser } from '#test/world/browser.ts'
import { clientsOf } from '#test/world/user.ts'
import { type World, world } from '#test/world/world.ts'
import { bindIdentity } from './ssoLogin.ts'
import { sweepAccount } from './ways.ts'

/** Starts a concurrent transaction that keeps its locks until `end` is called. */
function heldStep(w: World, work: (sql: (text: string, values: unknown[]) => Promise<unknown>) => Promise<unknown>) {
  const { promise: until, resolve: go } = Promise.withResolvers<void>()
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  const done = w.ground.inOneStep(async (step) => {
    await work((text, values) => executeSql(step.db, text, values))
    resolve()
    await until
  })
  return { begun: Promise.race([begun, done]), end: async () => (go(), done) }
}

/** Resolves when a transaction waits for a lock of another one. */
async function someoneWaits(w: World): Promise<void> {
  const waiting = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await executeSql<{ n: number }>(w.ground.db, waiting)).rows[0]?.n).toBeGreaterThan(0)
}

const code = async (w: World, token: string, method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  (
    await w.server.app.inject({
      method,
      url: `/api${url}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
  ).statusCode

describe('while an account is being removed (A§7)', () => {
  it.each([
    ['PATCH', '/user/me/settings', { theme: 'dark' }],
    ['POST', '/device/bind', { sn: 'SN-1', name: 'Recorder' }],
    [
      'POST',
      '/user/privacy/agreement',
      { country: 'AT', privacy_version: '2026-11', is_marketing_agreement: true, source: 'web' },
    ],
    ['POST', '/others/upload-info', { info: { event_cat: 'button' } }],
    ['POST', '/user/exposure', { feature_code: 'x' }],
    ['POST', '/filetag/', { name: 'Work' }],
    ['POST', '/file/welcome', { lang: 'en_US' }],
    ['POST', '/auth/confirm-send-code', {}],
  ] as const)('%s %s returns 401 and writes nothing', async (method, url, payload) => {
    await using w = await world({ welcome: true })
    const { id, token } = await w.as()
    const removal = heldStep(w, (sql) => sql('delete from account where user_id = $1', [id]))
    await removal.begun
    const late = code(w, token, method, url, payload)
    await someoneWaits(w)
    await removal.end()
    expect(await late).toBe(401)
    expect(await w.ground.blobs.info(`sound/${id}/welcome`)).toBeNull()
  })

  it('the removal succeeds although a transaction that has locked one of its rows writes another', async () => {
    await using w = await world()
    const anna = await w.as()
    await anna.devices.add({ body: { sn: 'SN-1', name: 'Recorder' } })
    const { promise: until, resolve: go } = Promise.withResolvers<void>()
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    const other = w.ground
      .inOneStep(async (step) => {
        await executeSql(step.db, 'select 1 from device where user_id = $1 for update', [anna.id])
        resolve()
        await until
        await executeSql(step.db, `insert into setting (user_id, chosen, changed_at) values ($1, '{}', now())`, [anna.id])
      })
      .then(
        () => 'went through',
        () => 'undone',
      )
    await begun
    const removed = code(w, anna.token, 'DELETE', '/user/me')
    await someoneWaits(w)
    go()
    expect(await removed).toBe(200)
    expect(['went through', 'undone']).toContain(await other)
    await w.settle()
    expect((await executeSql(w.ground.db, 'select 1 from account where user_id = $1', [anna.id])).rows).toEqual([])
  })
})

describe('concurrent calls', () => {
  const mia = { sub: 'mia', email: 'mia@example.org' }

  it('a sign-in that has already found an identity does not bind it again while it is being unbound', async () => {
    await using idp = await oidcIssuer({ accounts: [mia] })
    await using w = await world({ settings: idp.settings })
    const page = browser(w.url)
    const { access_token } = await page.signIn('house', (url) => idp.signIn(url, 'mia'))
    const back = await idp.signIn(await page.start('house'), 'mia')
    const untying = heldStep(w, (sql) => sql('update identity set unbound_at = now()', []))
    await untying.begun
    const arriving = page.carry(back)
    await someoneWaits(w)
    await untying.end()
    const { ticket = '' } = await arriving
    const { data } = await clientsOf(w.url, {}).sso.redeem({ body: { ticket }, headers: { cookie: page.cookie() } })
    expect(data.is_new_user).toBe(true)
    expect(decodeJwt(data.access_token).sub).not.toBe(decodeJwt(access_token).sub)
    expect((await clientsOf(w.url, { token: access_token }).sso.list({})).data.identities).toMatchObject([{ is_bound: false }])
  })

  it('signing out everywhere prevents a desktop session from a pending code', async () => {
    await using w = await world()
    const anna = await w.as()
    const desktop_uuid = 'laptop'
    const { auth_code } = (await anna.desktop.code({ query: { client_id: 'web', desktop_uuid } })).data
    const leaving = heldStep(w, async (sql) => {
      await sql('select 1 from account where user_id = $1 for update', [anna.id])
      await sql('update session set revoked_at = now() where user_id = $1', [anna.id])
    })
    await leaving.begun
    const trading = w.server.app.inject({ method: 'POST', url: '/api/auth/access-token', payload: { auth_code, desktop_uuid } })
    await someoneWaits(w)
    await leaving.end()
    expect((await trading).json()).toMatchObject({ status: -2 })
    const { rows } = await executeSql(w.ground.db, 'select 1 from session where user_id = $1 and revoked_at is null', [anna.id])
    expect(rows).toEqual([])
  })

  it('only one of several users can bind the same identity', async () => {
    await using w = await world()
    const users = await Promise.all(['anna', 'ben', 'cara', 'dan'].map((name) => w.as(name)))
    const claimed = {
      issuer: 'https://id.example',
      subject: 's',
      email: null,
      emailTrusted: false,
      name: null,
      refreshToken: null,
    }
    const all = users.map(({ id }) => w.ground.inOneStep((step) => bindIdentity(step, id, 'house', claimed)))
    const outcomes = await Promise.allSettled(all)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('the hourly cleanup of account data', () => {
  it('deletes only expired sessions, and invitations a month after their expiry', async () => {
    await using w = await world({ signUp: 'invite', working: false })
    const anna = await w.as('anna')
    await anna.invitations.create({})
    w.clock.pass(days(14))
    const { account } = clientsOf(w.url, {})
    await account.signIn({ body: { email: anna.email, password: 'correct horse' } })
    const count = async (table: string) => (await executeSql(w.ground.db, `select 1 from ${table}`)).rows.length
    w.clock.pass(days(1) + 1)
    await sweepAccount(w.ground)
    expect([await count('session'), await count('invitation')]).toEqual([1, 1])
    w.clock.pass(days(30))
    await sweepAccount(w.ground)
    expect([await count('session'), await count('invitation')]).toEqual([0, 0])
  })
})
