import { SignJWT, exportJWK, exportSPKI, generateKeyPair } from 'jose'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { days, unixSeconds } from '#shared/units.ts'
import type { User } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

type Claims = Record<string, unknown>
const encode = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims

describe('an access token (A§5)', () => {
  let w: TestServer
  let user: User
  const table: { token: string; response: string }[] = []
  beforeAll(async () => {
    w = await testServer()
    user = await w.user('anna')
  })
  afterAll(async () => {
    const width = Math.max(...table.map(({ token }) => token.length))
    console.log(
      [
        'forged tokens at GET /api/user/privacy/country',
        ...table.map((row) => `  ${row.token.padEnd(width)}  ${row.response}`),
      ].join('\n'),
    )
    await w[Symbol.asyncDispose]()
  })

  /** Calls a real route with the token, records the response and returns its status. */
  async function callWith(name: string, token: string): Promise<number> {
    const response = await fetch(`${w.url}/api/user/privacy/country`, { headers: { authorization: `Bearer ${token}` } })
    const { msg } = (await response.json()) as { msg: string }
    table.push({ token: name, response: `${response.status} ${msg}` })
    return response.status
  }
  const parts = () => user.token.split('.') as [string, string, string]
  const head = () => decode(parts()[0])
  const claims = () => decode(parts()[1])
  /** Signs with the server's own key, so that only the claims are wrong. */
  const signed = (payload: Claims, header: Claims = head()) =>
    new SignJWT(payload).setProtectedHeader(header as { alg: string }).sign(w.ctx.secrets.signing.key)
  const without = (payload: Claims, name: string) => Object.fromEntries(Object.entries(payload).filter(([key]) => key !== name))

  it('is accepted as the server issued it (control)', async () => {
    expect(await callWith('as given (control)', user.token)).toBe(200)
    expect(await callWith('signed again with the same claims (control)', await signed(claims()))).toBe(200)
  })

  const forgeries: [string, () => Promise<string> | string][] = [
    ['alg none', () => `${encode({ ...head(), alg: 'none' })}.${parts()[1]}.`],
    [
      'HS256 with the public key as the secret',
      async () => {
        const text = `${encode({ ...head(), alg: 'HS256' })}.${parts()[1]}`
        const secret = await exportSPKI(w.ctx.secrets.signing.publicKey)
        return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
      },
    ],
    ['changed sub', () => `${parts()[0]}.${encode({ ...claims(), sub: 'f'.repeat(32) })}.${parts()[2]}`],
    [
      'embedded jwk of the forger',
      async () => {
        const { publicKey, privateKey } = await generateKeyPair('ES256')
        return new SignJWT(claims())
          .setProtectedHeader({ ...head(), alg: 'ES256', jwk: await exportJWK(publicKey) })
          .sign(privateKey)
      },
    ],
    ['no exp', () => signed(without(claims(), 'exp'))],
    ['exp as a string', () => signed({ ...claims(), exp: String(claims()['exp']) })],
    ['expired', () => signed({ ...claims(), exp: unixSeconds(w.clock.now()) - 1 })],
    ['other audience', () => signed({ ...claims(), aud: 'share' })],
    ['other type', () => signed(claims(), { ...head(), typ: 'JWT' })],
    [
      'revoked session',
      async () => {
        const { data } = await user.account.signIn({ body: { email: user.email, password: 'correct horse' } })
        const otherHeaders = { authorization: `Bearer ${data.access_token}` }
        await fetch(`${w.url}/api/auth/access-token-logout`, { method: 'POST', headers: otherHeaders })
        return data.access_token
      },
    ],
  ]
  it.each(forgeries)('is refused with 401: %s', async (name, forge) => {
    expect(await callWith(name, await forge())).toBe(401)
  })

  const injections: [string, () => Promise<string>][] = [
    ['kid of another key, signed with it', () => signedByOtherKey({ kid: '../../dev/null' })],
    ['jku of the forger', () => signedByOtherKey({ jku: 'https://evil.example.org/keys.json' })],
    ['x5u of the forger', () => signedByOtherKey({ x5u: 'https://evil.example.org/chain.pem' })],
    [
      'ID token of an identity provider',
      async () => {
        const { privateKey } = await generateKeyPair('RS256')
        const idToken: Claims = {
          iss: 'https://accounts.google.com',
          aud: 'web',
          sub: user.id,
          exp: claims()['exp'],
          iat: claims()['iat'],
        }
        return new SignJWT(idToken).setProtectedHeader({ alg: 'RS256', kid: 'theirs' }).sign(privateKey)
      },
    ],
    ['no sid', () => signed(without(claims(), 'sid'))],
    [
      "another user's session",
      async () => signed({ ...claims(), sid: decode((await w.user('ben')).token.split('.')[1] ?? '')['sid'] }),
    ],
    [
      'unknown critical extension',
      () => Promise.resolve(`${encode({ ...head(), crit: ['x'], x: 1 })}.${parts()[1]}.${parts()[2]}`),
    ],
  ]
  it.each(injections)('is also refused with 401: %s', async (name, forge) => {
    expect(await callWith(name, await forge())).toBe(401)
  })

  it('is refused after 15 days whatever its exp is, because the session row has expired', async () => {
    const farExpiry = await signed({ ...claims(), exp: unixSeconds(w.clock.now()) + 400 * 86_400 })
    expect(await callWith('exp a year ahead, row valid', farExpiry)).toBe(200)
    w.clock.advance(days(15) + 1000)
    expect(await callWith('exp a year ahead, row over', farExpiry)).toBe(401)
  })

  async function signedByOtherKey(header: Claims): Promise<string> {
    const { privateKey } = await generateKeyPair('ES256')
    return new SignJWT(claims()).setProtectedHeader({ ...head(), ...header, alg: 'ES256' }).sign(privateKey)
  }
})
