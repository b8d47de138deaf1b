import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '#kit/units.ts'
import type { User } from '#test/world/user.ts'
import { type World, world } from '#test/world/world.ts'

type Call = { method?: 'POST' | 'GET'; url: string; headers?: Record<string, string>; remoteAddress?: string; payload?: object }

async function ask(w: World, { method = 'POST', url, ...rest }: Call) {
  const answer = await w.server.app.inject({ method, url: `/api${url}`, ...rest })
  return {
    code: answer.statusCode,
    retryAfter: Number(answer.headers['retry-after'] ?? 0),
    body: answer.json() as { msg: string },
  }
}

type Limited = { description: string; most: number; within: number; call: (anna: User) => Call }

/** Every specified rate limit of these routes. */
const limits: Limited[] = [
  {
    description: 'sign-in, 20 per minute and network',
    most: 20,
    within: minutes(1),
    call: () => ({ url: '/auth/password/sign-in', payload: {} }),
  },
  {
    description: 'sign-up, 20 per minute and network',
    most: 20,
    within: minutes(1),
    call: () => ({ url: '/auth/password/sign-up', payload: {} }),
  },
  {
    description: 'password attempts for one address, 10 in 15 minutes',
    most: 10,
    within: minutes(15),
    call: () => ({ url: '/auth/password/sign-in', payload: { email: 'nobody@example.org', password: 'x' } }),
  },
  {
    description: 'reauthentication, 10 in 15 minutes and user',
    most: 10,
    within: minutes(15),
    call: ({ token }) => ({ url: '/auth/confirm', payload: {}, headers: { authorization: `Bearer ${token}` } }),
  },
  {
    description: 'setting a password, 10 in 15 minutes and user',
    most: 10,
    within: minutes(15),
    call: ({ token }) => ({
      url: '/auth/password/set',
      payload: {},
      headers: { authorization: `Bearer ${token}` },
    }),
  },
]

describe('rate limits', () => {
  it.each(limits)('$description: returns 429 with Retry-After, and allows calls again later', async ({ most, within, call }) => {
    await using w = await world()
    const anna = await w.as('anna')
    w.clock.pass(minutes(15))
    const codes: number[] = []
    for (let n = 0; n < most; n++) codes.push((await ask(w, call(anna))).code)
    expect(codes).not.toContain(429)
    const refused = await ask(w, call(anna))
    expect(refused).toMatchObject({ code: 429, retryAfter: within / most / 1000, body: { msg: 'too many requests' } })
    w.clock.pass(seconds(refused.retryAfter) - 1)
    expect((await ask(w, call(anna))).code).toBe(429)
    w.clock.pass(1)
    expect((await ask(w, call(anna))).code).not.toBe(429)
    expect((await ask(w, call(anna))).code).toBe(429)
  })

  const tries = async (w: World, call: (n: number) => Partial<Call>) => {
    const codes: number[] = []
    for (let n = 0; n < 24; n++) {
      codes.push((await ask(w, { url: '/auth/password/sign-in', payload: {}, ...call(n) })).code)
    }
    return codes.filter((code) => code === 429).length
  }

  it('ignores X-Forwarded-For, X-Real-IP and Forwarded from untrusted clients', async () => {
    await using w = await world()
    const spoofed = await tries(w, (n) => ({
      headers: { 'x-forwarded-for': `198.51.${n}.1`, 'x-real-ip': `198.51.${n}.1`, forwarded: `for=198.51.${n}.1` },
    }))
    expect(spoofed).toBe(4)
  })

  it('uses X-Forwarded-For of a trusted proxy, but not the entries a client added before it', async () => {
    await using w = await world({ settings: { TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' } })
    expect(await tries(w, (n) => ({ remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': `198.51.${n}.1` } }))).toBe(0)
    const behind = (n: number) => ({ remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': `198.51.${n}.2, 203.0.113.9` } })
    expect(await tries(w, behind)).toBe(4)
    expect(await tries(w, (n) => ({ remoteAddress: '192.0.2.1', headers: { 'x-forwarded-for': `198.51.${n}.3` } }))).toBe(4)
  })

  it('counts per network and not per address', async () => {
    await using w = await world()
    expect(await tries(w, (n) => ({ remoteAddress: `198.51.100.${n}` }))).toBe(4)
    expect(await tries(w, (n) => ({ remoteAddress: `2001:db8:1234:56${n.toString(16).padStart(2, '0')}::1` }))).toBe(4)
    expect(await tries(w, (n) => ({ remoteAddress: `2001:db8:${n + 1}::1` }))).toBe(0)
  })

  it('builds invitation links from PUBLIC_URL and ignores Host and X-Forwarded-Host', async () => {
    await using w = await world({ signUp: 'invite', settings: { PUBLIC_URL: 'http://localhost:9' } })
    const body = { email: 'anna@example.org', password: 'correct horse' }
    const made = await w.server.app.inject({
      method: 'POST',
      url: '/api/auth/password/sign-up',
      headers: { host: 'localhost' },
      payload: body,
    })
    const { data } = made.json() as { data: { access_token: string } }
    const headers = {
      host: 'evil.example.org',
      'x-forwarded-host': 'evil.example.org',
      authorization: `Bearer ${data.access_token}`,
    }
    const answer = await w.server.app.inject({ method: 'POST', url: '/api/auth/invitations', headers })
    expect((answer.json() as { data: { link: string } }).data.link).toMatch(/^http:\/\/localhost:9\/login\?invitation=/)
  })
})
