import { describe, expect, it } from 'vitest'
import { seconds } from '#shared/units.ts'
import { readConfig } from '#platform/config/config.ts'
import { startSecondServer } from '#test/server/startSecondServer.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

/** Returns how many of `calls` calls each server accepts when they are called in turn. */
async function countAllowed(servers: readonly TestServer['server'][], token: string, calls: number): Promise<number[]> {
  const allowed = servers.map(() => 0)
  for (let n = 0; n < calls; n++) {
    for (const [index, { app }] of servers.entries()) {
      const response = await app.inject({ url: '/api/auth/access-token-list', headers: { authorization: `Bearer ${token}` } })
      allowed[index]! += response.statusCode === 200 ? 1 : 0
      expect([response.statusCode, Number(response.headers['retry-after'] ?? 0) > 0]).toEqual([
        response.statusCode === 200 ? 200 : 429,
        response.statusCode !== 200,
      ])
    }
  }
  return allowed
}

describe('the calls of a user', () => {
  it('are limited per minute across all servers of an installation, and get 429 above the limit', async () => {
    await using server = await testServer({ settings: { CALLS_PER_MINUTE: '40' } })
    const [user, otherUser] = [await server.user('anna'), await server.user('ben')]
    await using second = await startSecondServer(server)
    const secondApp = second.server
    expect(await countAllowed([server.server, secondApp], user.token, 30)).toEqual([20, 20])
    expect(await countAllowed([secondApp], otherUser.token, 5)).toEqual([5])
    server.clock.advance(seconds(29))
    expect(await countAllowed([server.server, secondApp], user.token, 3)).toEqual([0, 0])
    server.clock.advance(seconds(1))
    expect(await countAllowed([server.server, secondApp], user.token, 25)).toEqual([20, 0])
  })

  it('are limited to 600 by default, and a single server accepts all of them', async () => {
    await using server = await testServer({ settings: { CALLS_PER_MINUTE: '45' } })
    const user = await server.user('anna')
    expect((await countAllowed([server.server], user.token, 60))[0]).toBeGreaterThanOrEqual(40)
    expect(readConfig({}).callsPerMinute).toBe(600)
  })

  it('that are concurrent are counted exactly', async () => {
    await using server = await testServer({ settings: { CALLS_PER_MINUTE: '60' } })
    const { token } = await server.user('anna')
    const headers = { authorization: `Bearer ${token}` }
    const sendCall = async () => (await server.server.app.inject({ url: '/api/auth/access-token-list', headers })).statusCode
    const codes = await Promise.all(Array.from({ length: 70 }, sendCall))
    expect(codes.filter((code) => code === 200)).toHaveLength(60)
    expect(codes.filter((code) => code === 429)).toHaveLength(10)
  })

  it('that start AI tasks get -2 above the limit, which clients retry silently (B§4, B§8)', async () => {
    await using server = await testServer({ settings: { CALLS_PER_MINUTE: '10' } })
    const user = await server.user('anna')
    await countAllowed([server.server], user.token, 12)
    const id = 'a'.repeat(32)
    for (const path of ['transsumm', 'chatllm', 'sum_new_note', 'retry_sum_note']) {
      const headers = { authorization: `Bearer ${user.token}` }
      const response = await server.server.app.inject({ method: 'POST', url: `/api/ai/${path}/${id}`, headers, payload: {} })
      expect([response.statusCode, response.json<{ status: number }>().status]).toEqual([200, -2])
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  it('are not limited with CALLS_PER_MINUTE=0', async () => {
    await using server = await testServer()
    const user = await server.user('anna')
    expect(await countAllowed([server.server], user.token, 50)).toEqual([50])
  })
})
