import { describe, expect, it } from 'vitest'
import { minutes } from '#shared/units.ts'
import { startOidcIssuer } from '#test/fakes/idp/oidcIssuer.ts'
import { createSsoBrowser } from '#test/server/createSsoBrowser.ts'
import { ZAPIER_SETTINGS, createOAuthClient } from '#test/server/createOAuthClient.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { redeemReauthenticationCode } from './emailCodes.ts'
import { codeEmail } from './codeEmail.ts'

const userEmail = 'anna@example.org'
const codeInEmail = (w: TestServer) => /\b\d{6}\b/.exec(w.sentMails.at(-1)?.text ?? '')?.[0] ?? 'no letter'
const differentCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Requests a code and reads it from the e-mail. */
async function codeFor(w: TestServer, username: string): Promise<{ token: string; code: string }> {
  const { token } = await createClients(w.url, {}).codes.send({ body: { username } })
  await w.waitForJobs()
  return { token, code: codeInEmail(w) }
}

describe('sign-in with a code (A§7)', () => {
  it('sends six digits, signs in with them, and creates the account if there is none', async () => {
    await using w = await testServer()
    const { codes } = createClients(w.url, {})
    const body = await codeFor(w, ' Mia@Example.org')
    expect(w.sentMails).toMatchObject([{ to: 'mia@example.org', subject: 'Your Earshot code' }])
    expect(w.sentMails[0]!.subject).not.toContain(body.code)
    const { data } = await codes.signIn({ body })
    expect(data).toMatchObject({ login_type: 'code', account: 'mia@example.org', is_new_user: true, has_password: false })
    const secondSignIn = await codes.signIn({ body: await codeFor(w, 'mia@example.org') })
    expect(secondSignIn.data.is_new_user).toBe(false)
    expect((await createClients(w.url, { token: data.access_token }).sso.list({})).data.email).toBe('mia@example.org')
  })

  it('sends the e-mail in the requested language', async () => {
    await using w = await testServer()
    await createClients(w.url, {}).codes.send({ body: { username: userEmail, lang: 'de_DE' } })
    await w.waitForJobs()
    expect(w.sentMails[0]?.subject).toBe('Dein Earshot-Code')
    const locales = ['en_US', 'es_ES', 'fr_FR', 'de_DE', 'it_IT', 'ja_JP', 'ko_KR', 'pt_PT', 'zh_CN', 'zh_TW']
    expect(new Set(locales.map((locale) => codeEmail(locale, '012345').subject)).size).toBe(10)
    for (const locale of locales) expect(codeEmail(locale, '012345').text).toContain('\n    012345\n')
    expect([codeEmail('pt-BR', '1').subject, codeEmail('xx', '1').subject]).toEqual(['O seu código Earshot', 'Your Earshot code'])
  })

  it('accepts a code only once, also with concurrent attempts', async () => {
    await using w = await testServer()
    const { codes } = createClients(w.url, {})
    const body = await codeFor(w, userEmail)
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => codes.signIn({ body })))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await expectRefusal(codes.signIn({ body }))).refusal).toBe('wrongCode')
  })

  it('refuses the code after five wrong attempts, also concurrent ones', async () => {
    await using w = await testServer()
    const { codes } = createClients(w.url, {})
    const { token, code } = await codeFor(w, userEmail)
    await Promise.allSettled(Array.from({ length: 5 }, () => codes.signIn({ body: { token, code: differentCode(code) } })))
    expect((await expectRefusal(codes.signIn({ body: { token, code } }))).refusal).toBe('wrongCode')
  })

  it('accepts the code after four wrong attempts', async () => {
    await using w = await testServer()
    const { codes } = createClients(w.url, {})
    const { token, code } = await codeFor(w, userEmail)
    for (let n = 0; n < 4; n++) await expectRefusal(codes.signIn({ body: { token, code: differentCode(code) } }))
    expect((await codes.signIn({ body: { token, code: ` ${code.slice(0, 3)} ${code.slice(3)}` } })).data.account).toBe(userEmail)
  })

  it('accepts a code for ten minutes and for its own request only', async () => {
    await using w = await testServer()
    const { codes } = createClients(w.url, {})
    const first = await codeFor(w, userEmail)
    const second = await codeFor(w, 'ben@example.org')
    expect((await expectRefusal(codes.signIn({ body: { token: second.token, code: first.code } }))).refusal).toBe('wrongCode')
    expect((await expectRefusal(codes.signIn({ body: { token: 'never sent', code: first.code } }))).refusal).toBe('wrongCode')
    w.clock.advance(minutes(10))
    expect((await expectRefusal(codes.signIn({ body: first }))).refusal).toBe('wrongCode')
  })

  it('returns the same reply for an unknown address, and sends it nothing if sign-up is closed', async () => {
    await using w = await testServer({ signUp: 'closed' })
    await w.user('anna')
    const { codes } = createClients(w.url, {})
    const [known, unknown] = [
      await codes.send({ body: { username: userEmail } }),
      await codes.send({ body: { username: 'x@example.org' } }),
    ]
    await w.waitForJobs()
    expect(w.sentMails.map(({ to }) => to)).toEqual([userEmail])
    const comparable = (reply: typeof known) => ({ ...reply, token: reply.token.length, request_id: '' })
    expect(comparable(unknown)).toEqual(comparable(known))
    expect((await expectRefusal(codes.signIn({ body: { token: unknown.token, code: '000000' } }))).refusal).toBe('wrongCode')
  })

  it('creates one account per invitation', async () => {
    await using w = await testServer({ signUp: 'invite' })
    const { invitations } = await w.user('anna')
    const invitation = new URL((await invitations.create({})).data.link).searchParams.get('invitation') ?? ''
    const { codes } = createClients(w.url, {})
    const requestCode = async (username: string) => {
      const { token } = await codes.send({ body: { username, invitation } })
      await w.waitForJobs()
      return { token, code: codeInEmail(w) }
    }
    const [mia, max] = [await requestCode('mia@example.org'), await requestCode('max@example.org')]
    expect((await codes.signIn({ body: mia })).data.is_new_user).toBe(true)
    expect((await expectRefusal(codes.signIn({ body: max }))).refusal).toBe('wrongCode')
  })

  it('returns 429 after three codes for an address in 15 minutes, whether or not it has an account', async () => {
    await using w = await testServer()
    const { codes } = createClients(w.url, {})
    for (const username of [userEmail, 'unknown@example.org']) {
      for (let n = 0; n < 3; n++) await codes.send({ body: { username } })
      expect((await expectRefusal(codes.send({ body: { username } }))).httpStatus).toBe(429)
    }
    w.clock.advance(minutes(5))
    expect((await codes.send({ body: { username: userEmail } })).token).toHaveLength(32)
  })

  it('sends nothing to a relay address', async () => {
    await using w = await testServer()
    await createClients(w.url, {}).codes.send({ body: { username: `sso-${'0'.repeat(32)}@relay.invalid` } })
    await w.waitForJobs()
    expect(w.sentMails).toEqual([])
  })
})

describe('an account with an unverified address', () => {
  it('belongs to the first user who verifies it: earlier password, sessions and identities are removed', async () => {
    await using idp = await startOidcIssuer({ accounts: [{ sub: 'attacker' }] })
    await using w = await testServer({ settings: { ...idp.settings, ...ZAPIER_SETTINGS } })
    await w.user('first')
    const attacker = await w.user('anna')
    const program = createOAuthClient(w)
    const { access } = await program.connect(attacker)
    expect((await program.fetchAccount(access)).status).toBe(200)
    await attacker.me.changeSettings({ body: { keep_audio_days: 0 } })
    const page = createSsoBrowser(w.url)
    const { redirect_url } = (await attacker.sso.bind({ body: { sso_type: 'house' } })).data
    const bind = new URL(redirect_url).searchParams.get('bind') ?? ''
    const { bind_ticket: ticket = '' } = await page.followProviderRedirect(
      await idp.signIn(await page.startSignIn('house', { bind }), 'attacker'),
    )
    const { data } = await attacker.sso.finishBind({ body: { ticket }, headers: { cookie: page.cookie() } })
    attacker.credentials.token = data.access_token

    const { codes, account } = createClients(w.url, {})
    const ownerSession = (await codes.signIn({ body: await codeFor(w, userEmail) })).data
    expect(ownerSession).toMatchObject({ is_new_user: false, has_password: false })
    expect((await expectRefusal(attacker.sso.list({}))).httpStatus).toBe(401)
    await w.waitForJobs()
    expect((await program.fetchAccount(access)).status).toBe(401)
    const ownerClients = createClients(w.url, { token: ownerSession.access_token })
    expect((await ownerClients.me.settings({})).data.keep_audio_days).toBeNull()
    expect((await expectRefusal(account.signIn({ body: { email: userEmail, password: 'correct horse' } }))).refusal).toBe('wrong')
    const attackerSignIn = await createSsoBrowser(w.url).signIn('house', (url) => idp.signIn(url, 'attacker'))
    expect(attackerSignIn.is_new_user).toBe(true)
    expect((await createClients(w.url, { token: ownerSession.access_token }).sso.list({})).data.email).toBe(userEmail)
  })

  it('keeps its password if the address was verified before', async () => {
    await using w = await testServer()
    await w.user('anna')
    const { codes, account } = createClients(w.url, {})
    expect((await codes.signIn({ body: await codeFor(w, userEmail) })).data.has_password).toBe(true)
    expect((await account.signIn({ body: { email: userEmail, password: 'correct horse' } })).data.account).toBe(userEmail)
  })
})

describe('a reauthentication code', () => {
  it("is sent to the user's own address and is valid for this user only, never for signing in", async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    const { token } = await user.codes.sendToProve({ body: {} })
    await w.waitForJobs()
    expect(w.sentMails.at(-1)?.to).toBe(userEmail)
    const input = { token, code: codeInEmail(w) }
    expect((await expectRefusal(user.codes.signIn({ body: input }))).refusal).toBe('wrongCode')
    expect(await redeemReauthenticationCode(w.ctx, input, otherUser.id)).toBe(false)
    expect(await redeemReauthenticationCode(w.ctx, { token, code: differentCode(input.code) }, user.id)).toBe(false)
    expect(await redeemReauthenticationCode(w.ctx, input, user.id)).toBe(true)
    expect(await redeemReauthenticationCode(w.ctx, input, user.id)).toBe(false)
    const signIn = await codeFor(w, userEmail)
    expect(await redeemReauthenticationCode(w.ctx, signIn, user.id)).toBe(false)
  })

  it('is not sent for an account without an address or without a session', async () => {
    await using idp = await startOidcIssuer({ accounts: [{ sub: 'mia' }] })
    await using w = await testServer({ settings: idp.settings })
    const { access_token } = await createSsoBrowser(w.url).signIn('house', (url) => idp.signIn(url, 'mia'))
    const { codes } = createClients(w.url, { token: access_token })
    expect((await expectRefusal(codes.sendToProve({ body: {} }))).refusal).toBe('noAddress')
    expect((await expectRefusal(createClients(w.url, {}).codes.sendToProve({ body: {} }))).httpStatus).toBe(401)
  })
})
