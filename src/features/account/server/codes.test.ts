import { describe, expect, it } from 'vitest'
import { minutes } from '#kit/units.ts'
import { oidcIssuer } from '#test/idp/oidcIssuer.ts'
import { browser } from '#test/world/browser.ts'
import { ZAPIER, programOf } from '#test/world/program.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { clientsOf } from '#test/world/user.ts'
import { type World, world } from '#test/world/world.ts'
import { spendCode } from './codes.ts'
import { codeLetter } from './letters.ts'

const anna = 'anna@example.org'
const codeIn = (w: World) => /\b\d{6}\b/.exec(w.letters.at(-1)?.text ?? '')?.[0] ?? 'no letter'
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Requests a code and reads it from the e-mail. */
async function codeFor(w: World, username: string): Promise<{ token: string; code: string }> {
  const { token } = await clientsOf(w.url, {}).codes.send({ body: { username } })
  await w.settle()
  return { token, code: codeIn(w) }
}

describe('sign-in with a code (A§7)', () => {
  it('sends six digits, signs in with them, and creates the account if there is none', async () => {
    await using w = await world()
    const { codes } = clientsOf(w.url, {})
    const body = await codeFor(w, ' Mia@Example.org')
    expect(w.letters).toMatchObject([{ to: 'mia@example.org', subject: 'Your Earshot code' }])
    expect(w.letters[0]!.subject).not.toContain(body.code)
    const { data } = await codes.signIn({ body })
    expect(data).toMatchObject({ login_type: 'code', account: 'mia@example.org', is_new_user: true, has_password: false })
    const again = await codes.signIn({ body: await codeFor(w, 'mia@example.org') })
    expect(again.data.is_new_user).toBe(false)
    expect((await clientsOf(w.url, { token: data.access_token }).sso.list({})).data.email).toBe('mia@example.org')
  })

  it('sends the e-mail in the requested language', async () => {
    await using w = await world()
    await clientsOf(w.url, {}).codes.send({ body: { username: anna, lang: 'de_DE' } })
    await w.settle()
    expect(w.letters[0]?.subject).toBe('Dein Earshot-Code')
    const locales = ['en_US', 'es_ES', 'fr_FR', 'de_DE', 'it_IT', 'ja_JP', 'ko_KR', 'pt_PT', 'zh_CN', 'zh_TW']
    expect(new Set(locales.map((locale) => codeLetter(locale, '012345').subject)).size).toBe(10)
    for (const locale of locales) expect(codeLetter(locale, '012345').text).toContain('\n    012345\n')
    expect([codeLetter('pt-BR', '1').subject, codeLetter('xx', '1').subject]).toEqual([
      'O seu código Earshot',
      'Your Earshot code',
    ])
  })

  it('accepts a code only once, also with concurrent attempts (case 23)', async () => {
    await using w = await world()
    const { codes } = clientsOf(w.url, {})
    const body = await codeFor(w, anna)
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => codes.signIn({ body })))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await refusalOf(codes.signIn({ body }))).refusal).toBe('wrongCode')
  })

  it('refuses the code after five wrong attempts, also concurrent ones (case 23)', async () => {
    await using w = await world()
    const { codes } = clientsOf(w.url, {})
    const { token, code } = await codeFor(w, anna)
    await Promise.allSettled(Array.from({ length: 5 }, () => codes.signIn({ body: { token, code: other(code) } })))
    expect((await refusalOf(codes.signIn({ body: { token, code } }))).refusal).toBe('wrongCode')
  })

  it('accepts the code after four wrong attempts', async () => {
    await using w = await world()
    const { codes } = clientsOf(w.url, {})
    const { token, code } = await codeFor(w, anna)
    for (let n = 0; n < 4; n++) await refusalOf(codes.signIn({ body: { token, code: other(code) } }))
    expect((await codes.signIn({ body: { token, code: ` ${code.slice(0, 3)} ${code.slice(3)}` } })).data.account).toBe(anna)
  })

  it('accepts a code for ten minutes and for its own request only (case 23)', async () => {
    await using w = await world()
    const { codes } = clientsOf(w.url, {})
    const first = await codeFor(w, anna)
    const second = await codeFor(w, 'ben@example.org')
    expect((await refusalOf(codes.signIn({ body: { token: second.token, code: first.code } }))).refusal).toBe('wrongCode')
    expect((await refusalOf(codes.signIn({ body: { token: 'never sent', code: first.code } }))).refusal).toBe('wrongCode')
    w.clock.pass(minutes(10))
    expect((await refusalOf(codes.signIn({ body: first }))).refusal).toBe('wrongCode')
  })

  it('returns the same reply for an unknown address, and sends it nothing if sign-up is closed (case 23)', async () => {
    await using w = await world({ signUp: 'closed' })
    await w.as('anna')
    const { codes } = clientsOf(w.url, {})
    const [known, unknown] = [
      await codes.send({ body: { username: anna } }),
      await codes.send({ body: { username: 'x@example.org' } }),
    ]
    await w.settle()
    expect(w.letters.map(({ to }) => to)).toEqual([anna])
    const shape = (answer: typeof known) => ({ ...answer, token: answer.token.length, request_id: '' })
    expect(shape(unknown)).toEqual(shape(known))
    expect((await refusalOf(codes.signIn({ body: { token: unknown.token, code: '000000' } }))).refusal).toBe('wrongCode')
  })

  it('creates one account per invitation', async () => {
    await using w = await world({ signUp: 'invite' })
    const { invitations } = await w.as('anna')
    const invitation = new URL((await invitations.create({})).data.link).searchParams.get('invitation') ?? ''
    const { codes } = clientsOf(w.url, {})
    const ask = async (username: string) => {
      const { token } = await codes.send({ body: { username, invitation } })
      await w.settle()
      return { token, code: codeIn(w) }
    }
    const [mia, max] = [await ask('mia@example.org'), await ask('max@example.org')]
    expect((await codes.signIn({ body: mia })).data.is_new_user).toBe(true)
    expect((await refusalOf(codes.signIn({ body: max }))).refusal).toBe('wrongCode')
  })

  it('returns 429 after three codes for an address in 15 minutes, whether or not it has an account', async () => {
    await using w = await world()
    const { codes } = clientsOf(w.url, {})
    for (const username of [anna, 'nobody@example.org']) {
      for (let n = 0; n < 3; n++) await codes.send({ body: { username } })
      expect((await refusalOf(codes.send({ body: { username } }))).httpStatus).toBe(429)
    }
    w.clock.pass(minutes(5))
    expect((await codes.send({ body: { username: anna } })).token).toHaveLength(32)
  })

  it('sends nothing to a relay address', async () => {
    await using w = await world()
    await clientsOf(w.url, {}).codes.send({ body: { username: `sso-${'0'.repeat(32)}@relay.invalid` } })
    await w.settle()
    expect(w.letters).toEqual([])
  })
})

describe('an account with an unverified address', () => {
  it('belongs to the first user who verifies it: earlier password, sessions and identities are removed', async () => {
    await using idp = await oidcIssuer({ accounts: [{ sub: 'attacker' }] })
    await using w = await world({ settings: { ...idp.settings, ...ZAPIER } })
    await w.as('first')
    const attacker = await w.as('anna')
    const program = programOf(w)
    const { access } = await program.connect(attacker)
    expect((await program.account(access)).status).toBe(200)
    await attacker.me.changeSettings({ body: { keep_audio_days: 0 } })
    const page = browser(w.url)
    const { redirect_url } = (await attacker.sso.bind({ body: { sso_type: 'house' } })).data
    const bind = new URL(redirect_url).searchParams.get('bind') ?? ''
    const { bind_ticket: ticket = '' } = await page.carry(await idp.signIn(await page.start('house', { bind }), 'attacker'))
    const { data } = await attacker.sso.finishBind({ body: { ticket }, headers: { cookie: page.cookie() } })
    attacker.credentials.token = data.access_token

    const { codes, account } = clientsOf(w.url, {})
    const mine = (await codes.signIn({ body: await codeFor(w, anna) })).data
    expect(mine).toMatchObject({ is_new_user: false, has_password: false })
    expect((await refusalOf(attacker.sso.list({}))).httpStatus).toBe(401)
    await w.settle()
    expect((await program.account(access)).status).toBe(401)
    const hers = clientsOf(w.url, { token: mine.access_token })
    expect((await hers.me.settings({})).data.keep_audio_days).toBeNull()
    expect((await refusalOf(account.signIn({ body: { email: anna, password: 'correct horse' } }))).refusal).toBe('wrong')
    const back = await browser(w.url).signIn('house', (url) => idp.signIn(url, 'attacker'))
    expect(back.is_new_user).toBe(true)
    expect((await clientsOf(w.url, { token: mine.access_token }).sso.list({})).data.email).toBe(anna)
  })

  it('keeps its password if the address was verified before', async () => {
    await using w = await world()
    await w.as('anna')
    const { codes, account } = clientsOf(w.url, {})
    expect((await codes.signIn({ body: await codeFor(w, anna) })).data.has_password).toBe(true)
    expect((await account.signIn({ body: { email: anna, password: 'correct horse' } })).data.account).toBe(anna)
  })
})

describe('a reauthentication code', () => {
  it("is sent to the user's own address and is valid for this user only, never for signing in", async () => {
    await using w = await world()
    const [one, two] = [await w.as('anna'), await w.as('ben')]
    const { token } = await one.codes.sendToProve({ body: {} })
    await w.settle()
    expect(w.letters.at(-1)?.to).toBe(anna)
    const said = { token, code: codeIn(w) }
    expect((await refusalOf(one.codes.signIn({ body: said }))).refusal).toBe('wrongCode')
    expect(await spendCode(w.ground, said, two.id)).toBe(false)
    expect(await spendCode(w.ground, { token, code: other(said.code) }, one.id)).toBe(false)
    expect(await spendCode(w.ground, said, one.id)).toBe(true)
    expect(await spendCode(w.ground, said, one.id)).toBe(false)
    const signIn = await codeFor(w, anna)
    expect(await spendCode(w.ground, signIn, one.id)).toBe(false)
  })

  it('is not sent for an account without an address or without a session', async () => {
    await using idp = await oidcIssuer({ accounts: [{ sub: 'mia' }] })
    await using w = await world({ settings: idp.settings })
    const { access_token } = await browser(w.url).signIn('house', (url) => idp.signIn(url, 'mia'))
    const { codes } = clientsOf(w.url, { token: access_token })
    expect((await refusalOf(codes.sendToProve({ body: {} }))).refusal).toBe('noAddress')
    expect((await refusalOf(clientsOf(w.url, {}).codes.sendToProve({ body: {} }))).httpStatus).toBe(401)
  })
})
