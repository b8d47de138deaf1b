import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { rawConnection } from '#test/world/rawConnection.ts'
import { type World, world } from '#test/world/world.ts'

const few = { CONNECTIONS_PER_ADDRESS: '3' }
const ask = (path: string, more = '') => `GET ${path} HTTP/1.1\nhost: localhost\n${more}\n`
const portOf = (w: World) => Number(new URL(w.url).port)
const open = (w: World, count: number, text = '') =>
  Promise.all(Array.from({ length: count }, () => rawConnection(portOf(w), text)))

describe('connections of one address', () => {
  it('are accepted up to the limit and rejected with 429 above it, until one is closed', async () => {
    await using w = await world({ settings: few })
    const [first] = await open(w, 3)
    const refused = await rawConnection(portOf(w), ask('/healthz'))
    expect(await refused.closed).toMatch(/^HTTP\/1.1 429 [^]*retry-after: 5[^]*"status":-429/)
    first!.socket.end()
    await first!.closed
    const taken = await rawConnection(portOf(w), ask('/healthz', 'connection: close\n'))
    expect(await taken.closed).toMatch(/^HTTP\/1.1 200 /)
  })

  it('are not limited when the limit is 0', async () => {
    await using w = await world({ settings: { CONNECTIONS_PER_ADDRESS: '0' } })
    await open(w, 20)
    expect((await fetch(`${w.url}/healthz`)).status).toBe(200)
  })

  it('above the limit are logged once a minute, with advice for proxies', async () => {
    const lines: string[] = []
    const destination = new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) })
    await using w = await world({ settings: few, log: createLog({ level: 'warn', destination }) })
    await open(w, 3)
    for (const { closed } of await open(w, 2, ask('/healthz'))) await closed
    expect(lines.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(1)
  })

  it('through a trusted proxy are counted by the forwarded address, as calls under way', async () => {
    await using w = await world({ settings: { ...few, TRUSTED_PROXIES: 'loopback' } })
    const { token } = await w.as()
    const live = (from: string) => ask('/api/live', `x-forwarded-for: ${from}\nauthorization: Bearer ${token}\n`)
    const streams = await open(w, 3, live('203.0.113.9'))
    for (const { said } of streams) await expect.poll(said).toContain(': hello')
    const statusFor = async (from: string) =>
      (await fetch(`${w.url}/api/config/init`, { headers: { 'x-forwarded-for': from } })).status
    expect(await statusFor('203.0.113.9')).toBe(429)
    expect(await statusFor('203.0.113.10')).toBe(200)
    streams[0]!.socket.destroy()
    await expect.poll(() => statusFor('203.0.113.9')).toBe(200)
  })
})
