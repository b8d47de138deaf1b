import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { oidcIssuer } from '#test/idp/oidcIssuer.ts'
import { browser } from '#test/world/browser.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { clientsOf } from '#test/world/user.ts'
import { world } from '#test/world/world.ts'

describe('the server log', () => {
  it('contains no password, code, state, ticket, token, cookie or e-mail text, also after errors (case 74)', async () => {
    let lines = ''
    const log = createLog({ level: 'trace', destination: { write: (line: string) => (lines += line) } })
    await using idp = await oidcIssuer({ accounts: [{ sub: 'mia', email: 'mia@example.org' }] })
    await using w = await world({ log, signUp: 'invite', settings: idp.settings })
    const anna = await w.as('anna')
    const secrets: string[] = [anna.token, decodeJwt(anna.token).jti ?? '', 'correct horse', 'wrong horse']
    const { account, codes, desktop, sso } = clientsOf(w.url, {})
    await refusalOf(account.signIn({ body: { email: anna.email, password: 'wrong horse' } }))

    const { token } = await codes.send({ body: { username: anna.email } })
    await w.settle()
    const digits = /\d{6}/.exec(w.letters[0]?.text ?? '')?.[0] ?? ''
    secrets.push(digits, (await codes.signIn({ body: { token, code: digits } })).data.access_token)

    const invitation = new URL((await anna.invitations.create({})).data.link).searchParams.get('invitation') ?? ''
    const page = browser(w.url)
    const start = await page.start('house', { invitation })
    const back = await idp.signIn(start, 'mia')
    const spoilt = new URL(back.url)
    spoilt.searchParams.set('code', 'guessed-by-somebody')
    const asked = new URL(start).searchParams
    secrets.push(invitation, asked.get('state') ?? '', asked.get('nonce') ?? '', new URL(back.url).searchParams.get('code') ?? '')
    expect(await page.carry({ url: spoilt.href, form: null })).toMatchObject({ sso_error: 'failed' })
    const { ticket = '' } = await page.carry(await idp.signIn(await page.start('house', { invitation }), 'mia'))
    const session = await sso.redeem({ body: { ticket }, headers: { cookie: page.cookie() } })
    await refusalOf(sso.redeem({ body: { ticket }, headers: { cookie: page.cookie() } }))
    secrets.push(ticket, session.data.access_token, ...[...page.jar.values()].map(({ value }) => value))

    const query = { client_id: 'web' as const, desktop_uuid: 'laptop' }
    const { auth_code } = (await anna.desktop.code({ query })).data
    secrets.push(auth_code, (await desktop.exchange({ body: { auth_code, desktop_uuid: 'laptop' } })).data.access_token)
    secrets.push((await anna.exporting.all({})).data.url)

    expect(lines).toContain('signing in with a provider failed')
    expect(secrets.every((secret) => secret.length > 5)).toBe(true)
    expect(secrets.filter((secret) => lines.includes(secret))).toEqual([])
  })
})
