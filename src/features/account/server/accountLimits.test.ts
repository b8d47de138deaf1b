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

type Limited = { what: string; most: number; within: number; call: (anna: User) => Call }

/** Each limit of the design on these routes, by the number it names. */
const limits: Limited[] = [
  {
    what: 'signing in, 20 a minute and network',
    most: 20,
    within: minutes(1),
    call: () => ({ url: '/auth/password/sign-in', payload: {} }),
  },
  {
    what: 'signing up, 20 a minute and network',
    most: 20,
    within: minutes(1),
    call: () => ({ url: '/auth/password/sign-up', payload: {} }),
  },
  {
    what: 'one address and passwords, 10 in a quarter of an hour',
    most: 10,
    within: minutes(15),
    call: () => ({ url: '/auth/password/sign-in', payload: { email: 'nobody@example.org', password: 'x' } }),
  },
  {
    what: 'proving again who one is, 10 in a quarter of an hour and user',
    most: 10,
    within: minutes(15),
    call: ({ token }) => ({ url: '/auth/confirm', payload: {}, headers: { authorization: `Bearer ${token}` } }),
  },
  {
    what: 'setting a password, 10 in a quarter of an hour and user',
    most: 10,
    within: minutes(15),
    call: ({ token }) => ({
      url: '/auth/password/set',
      payload: {},
      headers: { authorization: `Bearer ${token}` },
    }),
  },
]

describe('a limit of calls', () => {
  it.each(limits)('$what: then 429 with Retry-After, and it lets go with time', async ({ most, within, call }) => {
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

  it('hears no X-Forwarded-For, X-Real-IP or Forwarded of a stranger', async () => {
    await using w = await world()
    const spoofed = await tries(w, (n) => ({
      headers: { 'x-forwarded-for': `198.51.${n}.1`, 'x-real-ip': `198.51.${n}.1`, forwarded: `for=198.51.${n}.1` },
    }))
    expect(spoofed).toBe(4)
  })

  it('hears a trusted proxy, and no stranger who names himself before it', async () => {
    await using w = await world({ settings: { TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' } })
    expect(await tries(w, (n) => ({ remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': `198.51.${n}.1` } }))).toBe(0)
    const behind = (n: number) => ({ remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': `198.51.${n}.2, 203.0.113.9` } })
    expect(await tries(w, behind)).toBe(4)
    expect(await tries(w, (n) => ({ remoteAddress: '192.0.2.1', headers: { 'x-forwarded-for': `198.51.${n}.3` } }))).toBe(4)
  })

  it('counts a network, not an address: the next one of the same household is no other', async () => {
    await using w = await world()
    expect(await tries(w, (n) => ({ remoteAddress: `198.51.100.${n}` }))).toBe(4)
    expect(await tries(w, (n) => ({ remoteAddress: `2001:db8:1234:56${n.toString(16).padStart(2, '0')}::1` }))).toBe(4)
    expect(await tries(w, (n) => ({ remoteAddress: `2001:db8:${n + 1}::1` }))).toBe(0)
  })

  it('builds an invitation by PUBLIC_URL, whatever Host or X-Forwarded-Host say', async () => {
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
