import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { days, hours } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { NotSignedIn } from '#platform/http/errors.ts'
import { startOidcIssuer } from '#test/fakes/idp/oidcIssuer.ts'
import { createSsoBrowser } from '#test/server/createSsoBrowser.ts'
import { createClients } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { requestReauthenticationCode } from './codes/emailCodes.ts'
import { bindIdentity } from './sso/findOrCreateAccount.ts'
import { deleteExpired } from './deletion.ts'

/** Starts a concurrent transaction that keeps its locks until `end` is called. */
function openTransaction(w: TestServer, work: (sql: (text: string, values: unknown[]) => Promise<unknown>) => Promise<unknown>) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: started, resolve } = Promise.withResolvers<void>()
  const completed = w.ctx.transaction(async (tx) => {
    await work((text, values) => executeSql(tx.db, text, values))
    resolve()
    await released
  })
  return { started: Promise.race([started, completed]), end: async () => (release(), completed) }
}

/** Resolves when a transaction waits for a lock of another one. */
async function waitForLock(w: TestServer): Promise<void> {
  const waitingSql = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await executeSql<{ n: number }>(w.ctx.db, waitingSql)).rows[0]?.n).toBeGreaterThan(0)
}

const statusOf = async (w: TestServer, token: string, method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
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
    await using w = await testServer({ welcome: true })
    const { id, token } = await w.user()
    // A job that waits for the account would be mistaken for the late call.
    await w.waitForJobs()
    const removal = openTransaction(w, (sql) => sql('delete from account where user_id = $1', [id]))
    await removal.started
    const lateStatus = statusOf(w, token, method, url, payload)
    await waitForLock(w)
    await removal.end()
    expect(await lateStatus).toBe(401)
    expect(await w.ctx.blobs.info(`sound/${id}/welcome`)).toBeNull()
  })

  it('a code to confirm the identity is refused with 401 when the account was removed after the session was checked', async () => {
    await using w = await testServer()
    const { id, me } = await w.user()
    await me.remove({})
    await expect(requestReauthenticationCode(w.ctx, id, 'en_US')).rejects.toThrow(NotSignedIn)
  })

  it('the removal succeeds although a transaction that has locked one of its rows writes another', async () => {
    await using w = await testServer()
    const user = await w.user()
    await user.devices.add({ body: { sn: 'SN-1', name: 'Recorder' } })
    await w.waitForJobs()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: started, resolve } = Promise.withResolvers<void>()
    const otherTransaction = w.ctx
      .transaction(async (tx) => {
        await executeSql(tx.db, 'select 1 from device where user_id = $1 for update', [user.id])
        resolve()
        await released
        await executeSql(tx.db, `insert into setting (user_id, chosen, changed_at) values ($1, '{}', now())`, [user.id])
      })
      .then(
        () => 'went through',
        () => 'undone',
      )
    await started
    const removalStatus = statusOf(w, user.token, 'DELETE', '/user/me')
    await waitForLock(w)
    release()
    expect(await removalStatus).toBe(200)
    expect(['went through', 'undone']).toContain(await otherTransaction)
    await w.waitForJobs()
    expect((await executeSql(w.ctx.db, 'select 1 from account where user_id = $1', [user.id])).rows).toEqual([])
  })
})

describe('concurrent calls', () => {
  const mia = { sub: 'mia', email: 'mia@example.org' }

  it('a sign-in that has already found an identity does not bind it again while it is being unbound', async () => {
    await using idp = await startOidcIssuer({ accounts: [mia] })
    await using w = await testServer({ settings: idp.settings })
    const page = createSsoBrowser(w.url)
    const { access_token } = await page.signIn('house', (url) => idp.signIn(url, 'mia'))
    const callback = await idp.signIn(await page.startSignIn('house'), 'mia')
    const unbinding = openTransaction(w, (sql) => sql('update identity set unbound_at = now()', []))
    await unbinding.started
    const redirect = page.followProviderRedirect(callback)
    await waitForLock(w)
    await unbinding.end()
    const { ticket = '' } = await redirect
    const { data } = await createClients(w.url, {}).sso.redeem({ body: { ticket }, headers: { cookie: page.cookie() } })
    expect(data.is_new_user).toBe(true)
    expect(decodeJwt(data.access_token).sub).not.toBe(decodeJwt(access_token).sub)
    expect((await createClients(w.url, { token: access_token }).sso.list({})).data.identities).toMatchObject([
      { is_bound: false },
    ])
  })

  it('signing out everywhere prevents a desktop session from a pending code', async () => {
    await using w = await testServer()
    const user = await w.user()
    const desktop_uuid = 'laptop'
    const { auth_code } = (await user.desktop.code({ query: { client_id: 'web', desktop_uuid } })).data
    await w.waitForJobs()
    const signingOut = openTransaction(w, async (sql) => {
      await sql('select 1 from account where user_id = $1 for update', [user.id])
      await sql('update session set revoked_at = now() where user_id = $1', [user.id])
    })
    await signingOut.started
    const exchange = w.server.app.inject({ method: 'POST', url: '/api/auth/access-token', payload: { auth_code, desktop_uuid } })
    await waitForLock(w)
    await signingOut.end()
    expect((await exchange).json()).toMatchObject({ status: -2 })
    const { rows } = await executeSql(w.ctx.db, 'select 1 from session where user_id = $1 and revoked_at is null', [user.id])
    expect(rows).toEqual([])
  })

  it('only one of several users can bind the same identity', async () => {
    await using w = await testServer()
    const users = await Promise.all(['anna', 'ben', 'cara', 'dan'].map((name) => w.user(name)))
    const claims = {
      issuer: 'https://id.example',
      subject: 's',
      email: null,
      emailTrusted: false,
      name: null,
      refreshToken: null,
    }
    const bindings = users.map(({ id }) => w.ctx.transaction((tx) => bindIdentity(tx, id, 'house', claims)))
    const outcomes = await Promise.allSettled(bindings)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('the hourly cleanup of account data', () => {
  it('deletes only expired sessions, and invitations a month after their expiry', async () => {
    await using w = await testServer({ signUp: 'invite', runsJobs: false })
    const user = await w.user('anna')
    await user.invitations.create({})
    w.clock.advance(days(14))
    const { account } = createClients(w.url, {})
    await account.signIn({ body: { email: user.email, password: 'correct horse' } })
    const count = async (table: string) => (await executeSql(w.ctx.db, `select 1 from ${table}`)).rows.length
    w.clock.advance(days(1) + 1)
    await deleteExpired(w.ctx)
    expect([await count('session'), await count('invitation')]).toEqual([1, 1])
    w.clock.advance(days(30))
    await deleteExpired(w.ctx)
    expect([await count('session'), await count('invitation')]).toEqual([0, 0])
  })

  it('leaves the rows of the platform unchanged', async () => {
    await using w = await testServer({ runsJobs: false })
    await w.ctx.limits.consume('any', { max: 1, within: hours(1) })
    w.clock.advance(days(1))
    await deleteExpired(w.ctx)
    expect((await executeSql(w.ctx.db, 'select 1 from rate_limit')).rows).toHaveLength(1)
  })
})
