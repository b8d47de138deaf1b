import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { openRawConnection } from '#test/server/openRawConnection.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

const fewConnections = { CONNECTIONS_PER_ADDRESS: '3' }
const request = (path: string, headers = '') => `GET ${path} HTTP/1.1\nhost: localhost\n${headers}\n`
const portOf = (server: TestServer) => Number(new URL(server.url).port)
const openConnections = (server: TestServer, count: number, text = '') =>
  Promise.all(Array.from({ length: count }, () => openRawConnection(portOf(server), text)))

describe('connections of one address', () => {
  it('are accepted up to the limit and rejected with 429 above it, until one is closed', async () => {
    await using server = await testServer({ dedicated: true, settings: fewConnections })
    const [firstConnection] = await openConnections(server, 3)
    const refused = await openRawConnection(portOf(server), request('/healthz'))
    expect(await refused.closed).toMatch(/^HTTP\/1.1 429 [^]*retry-after: 5[^]*"status":-429/)
    firstConnection!.socket.end()
    await firstConnection!.closed
    const accepted = await openRawConnection(portOf(server), request('/healthz', 'connection: close\n'))
    expect(await accepted.closed).toMatch(/^HTTP\/1.1 200 /)
  })

  it('are not limited when the limit is 0', async () => {
    await using server = await testServer({ settings: { CONNECTIONS_PER_ADDRESS: '0' } })
    await openConnections(server, 20)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  it('above the limit are logged once a minute, with advice for proxies', async () => {
    const lines: string[] = []
    const destination = new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) })
    await using server = await testServer({
      dedicated: true,
      settings: fewConnections,
      log: createLog({ level: 'warn', destination }),
    })
    await openConnections(server, 3)
    for (const { closed } of await openConnections(server, 2, request('/healthz'))) await closed
    expect(lines.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(1)
  })

  it('through a trusted proxy are counted as open requests of the forwarded address', async () => {
    await using server = await testServer({ dedicated: true, settings: { ...fewConnections, TRUSTED_PROXIES: 'loopback' } })
    const { token } = await server.user()
    const live = (address: string) => request('/api/live', `x-forwarded-for: ${address}\nauthorization: Bearer ${token}\n`)
    const streams = await openConnections(server, 3, live('203.0.113.9'))
    for (const { received } of streams) await expect.poll(received).toContain(': hello')
    const statusFor = async (address: string) =>
      (await fetch(`${server.url}/api/config/init`, { headers: { 'x-forwarded-for': address } })).status
    expect(await statusFor('203.0.113.9')).toBe(429)
    expect(await statusFor('203.0.113.10')).toBe(200)
    streams[0]!.socket.destroy()
    await expect.poll(() => statusFor('203.0.113.9')).toBe(200)
  })
})
