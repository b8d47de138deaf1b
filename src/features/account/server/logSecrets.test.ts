import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { startOidcIssuer } from '#test/fakes/idp/oidcIssuer.ts'
import { createSsoBrowser } from '#test/server/createSsoBrowser.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'

describe('the server log', () => {
  it('contains no password, code, state, ticket, token, cookie or e-mail text, also after errors', async () => {
    let lines = ''
    const log = createLog({ level: 'trace', destination: { write: (line: string) => (lines += line) } })
    await using idp = await startOidcIssuer({ accounts: [{ sub: 'mia', email: 'mia@example.org' }] })
    await using w = await testServer({ log, signUp: 'invite', settings: idp.settings })
    const user = await w.user('anna')
    const secrets: string[] = [user.token, decodeJwt(user.token).jti ?? '', 'correct horse', 'wrong horse']
    const { account, codes, desktop, sso } = createClients(w.url, {})
    await expectRefusal(account.signIn({ body: { email: user.email, password: 'wrong horse' } }))

    const { token } = await codes.send({ body: { username: user.email } })
    await w.waitForJobs()
    const digits = /\d{6}/.exec(w.sentMails[0]?.text ?? '')?.[0] ?? ''
    secrets.push(digits, (await codes.signIn({ body: { token, code: digits } })).data.access_token)

    const invitation = new URL((await user.invitations.create({})).data.link).searchParams.get('invitation') ?? ''
    const page = createSsoBrowser(w.url)
    const startUrl = await page.startSignIn('house', { invitation })
    const callback = await idp.signIn(startUrl, 'mia')
    const tampered = new URL(callback.url)
    tampered.searchParams.set('code', 'guessed')
    const authorizeParameters = new URL(startUrl).searchParams
    secrets.push(
      invitation,
      authorizeParameters.get('state') ?? '',
      authorizeParameters.get('nonce') ?? '',
      new URL(callback.url).searchParams.get('code') ?? '',
    )
    expect(await page.followProviderRedirect({ url: tampered.href, form: null })).toMatchObject({ sso_error: 'failed' })
    const { ticket = '' } = await page.followProviderRedirect(
      await idp.signIn(await page.startSignIn('house', { invitation }), 'mia'),
    )
    const session = await sso.redeem({ body: { ticket }, headers: { cookie: page.cookie() } })
    await expectRefusal(sso.redeem({ body: { ticket }, headers: { cookie: page.cookie() } }))
    secrets.push(ticket, session.data.access_token, ...[...page.cookies.values()].map(({ value }) => value))

    const query = { client_id: 'web' as const, desktop_uuid: 'laptop' }
    const { auth_code } = (await user.desktop.code({ query })).data
    secrets.push(auth_code, (await desktop.exchange({ body: { auth_code, desktop_uuid: 'laptop' } })).data.access_token)
    secrets.push((await user.personalData.all({})).data.url)

    expect(lines).toContain('sign-in with a provider failed')
    expect(secrets.every((secret) => secret.length > 5)).toBe(true)
    expect(secrets.filter((secret) => lines.includes(secret))).toEqual([])
  })
})
