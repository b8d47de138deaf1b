import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '#shared/units.ts'
import type { User } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

type RequestOptions = {
  method?: 'POST' | 'GET'
  url: string
  headers?: Record<string, string>
  remoteAddress?: string
  payload?: object
}

async function request(w: TestServer, { method = 'POST', url, ...rest }: RequestOptions) {
  const response = await w.server.app.inject({ method, url: `/api${url}`, ...rest })
  return {
    code: response.statusCode,
    retryAfter: Number(response.headers['retry-after'] ?? 0),
    body: response.json() as { msg: string },
  }
}

type RateLimit = { description: string; maxCalls: number; within: number; requestOf: (user: User) => RequestOptions }

/** The specified rate limits of these routes. */
const limits: RateLimit[] = [
  {
    description: 'sign-in, 20 per minute and network',
    maxCalls: 20,
    within: minutes(1),
    requestOf: () => ({ url: '/auth/password/sign-in', payload: {} }),
  },
  {
    description: 'sign-up, 20 per minute and network',
    maxCalls: 20,
    within: minutes(1),
    requestOf: () => ({ url: '/auth/password/sign-up', payload: {} }),
  },
  {
    description: 'password attempts for one address, 10 in 15 minutes',
    maxCalls: 10,
    within: minutes(15),
    requestOf: () => ({ url: '/auth/password/sign-in', payload: { email: 'unknown@example.org', password: 'x' } }),
  },
  {
    description: 'reauthentication, 10 in 15 minutes and user',
    maxCalls: 10,
    within: minutes(15),
    requestOf: ({ token }) => ({ url: '/auth/confirm', payload: {}, headers: { authorization: `Bearer ${token}` } }),
  },
  {
    description: 'setting a password, 10 in 15 minutes and user',
    maxCalls: 10,
    within: minutes(15),
    requestOf: ({ token }) => ({
      url: '/auth/password/set',
      payload: {},
      headers: { authorization: `Bearer ${token}` },
    }),
  },
]

describe('rate limits', () => {
  it.each(limits)(
    '$description: returns 429 with Retry-After, and allows calls again later',
    async ({ maxCalls, within, requestOf }) => {
      await using w = await testServer()
      const user = await w.user('anna')
      w.clock.advance(minutes(15))
      const codes: number[] = []
      for (let n = 0; n < maxCalls; n++) codes.push((await request(w, requestOf(user))).code)
      expect(codes).not.toContain(429)
      const refused = await request(w, requestOf(user))
      expect(refused).toMatchObject({ code: 429, retryAfter: within / maxCalls / 1000, body: { msg: 'too many requests' } })
      w.clock.advance(seconds(refused.retryAfter) - 1)
      expect((await request(w, requestOf(user))).code).toBe(429)
      w.clock.advance(1)
      expect((await request(w, requestOf(user))).code).not.toBe(429)
      expect((await request(w, requestOf(user))).code).toBe(429)
    },
  )

  const countRefused = async (w: TestServer, requestOf: (n: number) => Partial<RequestOptions>) => {
    const codes: number[] = []
    for (let n = 0; n < 24; n++) {
      codes.push((await request(w, { url: '/auth/password/sign-in', payload: {}, ...requestOf(n) })).code)
    }
    return codes.filter((code) => code === 429).length
  }

  it('ignores X-Forwarded-For, X-Real-IP and Forwarded from untrusted clients', async () => {
    await using w = await testServer()
    const withSpoofedHeaders = await countRefused(w, (n) => ({
      headers: { 'x-forwarded-for': `198.51.${n}.1`, 'x-real-ip': `198.51.${n}.1`, forwarded: `for=198.51.${n}.1` },
    }))
    expect(withSpoofedHeaders).toBe(4)
  })

  it('uses X-Forwarded-For of a trusted proxy, but not the entries a client added before it', async () => {
    await using w = await testServer({ settings: { TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' } })
    expect(await countRefused(w, (n) => ({ remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': `198.51.${n}.1` } }))).toBe(0)
    const behindProxy = (n: number) => ({
      remoteAddress: '10.0.0.1',
      headers: { 'x-forwarded-for': `198.51.${n}.2, 203.0.113.9` },
    })
    expect(await countRefused(w, behindProxy)).toBe(4)
    expect(await countRefused(w, (n) => ({ remoteAddress: '192.0.2.1', headers: { 'x-forwarded-for': `198.51.${n}.3` } }))).toBe(
      4,
    )
  })

  it('counts per network and not per address', async () => {
    await using w = await testServer()
    expect(await countRefused(w, (n) => ({ remoteAddress: `198.51.100.${n}` }))).toBe(4)
    expect(await countRefused(w, (n) => ({ remoteAddress: `2001:db8:1234:56${n.toString(16).padStart(2, '0')}::1` }))).toBe(4)
    expect(await countRefused(w, (n) => ({ remoteAddress: `2001:db8:${n + 1}::1` }))).toBe(0)
  })

  it('builds invitation links from PUBLIC_URL and ignores Host and X-Forwarded-Host', async () => {
    await using w = await testServer({ signUp: 'invite', settings: { PUBLIC_URL: 'http://localhost:9' } })
    const body = { email: 'anna@example.org', password: 'correct horse' }
    const signUpResponse = await w.server.app.inject({
      method: 'POST',
      url: '/api/auth/password/sign-up',
      headers: { host: 'localhost' },
      payload: body,
    })
    const { data } = signUpResponse.json() as { data: { access_token: string } }
    const headers = {
      host: 'evil.example.org',
      'x-forwarded-host': 'evil.example.org',
      authorization: `Bearer ${data.access_token}`,
    }
    const response = await w.server.app.inject({ method: 'POST', url: '/api/auth/invitations', headers })
    expect((response.json() as { data: { link: string } }).data.link).toMatch(/^http:\/\/localhost:9\/login\?invitation=/)
  })
})
