import { describe, expect, it } from 'vitest'
import { seconds } from '#kit/units.ts'
import { readConfig } from '#platform/config/config.ts'
import { secondServer } from '#test/world/secondServer.ts'
import { type World, world } from '#test/world/world.ts'

/** Returns how many of `calls` calls each server allows, called in turn. */
async function letThrough(servers: readonly World['server'][], token: string, calls: number): Promise<number[]> {
  const through = servers.map(() => 0)
  for (let n = 0; n < calls; n++) {
    for (const [at, { app }] of servers.entries()) {
      const answer = await app.inject({ url: '/api/auth/access-token-list', headers: { authorization: `Bearer ${token}` } })
      through[at]! += answer.statusCode === 200 ? 1 : 0
      expect([answer.statusCode, Number(answer.headers['retry-after'] ?? 0) > 0]).toEqual([
        answer.statusCode === 200 ? 200 : 429,
        answer.statusCode !== 200,
      ])
    }
  }
  return through
}

describe('the calls of a user', () => {
  it('are limited per minute over all servers of an installation, and get 429 above that', async () => {
    await using w = await world({ settings: { CALLS_PER_MINUTE: '40' } })
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    await using second = await secondServer(w)
    const other = second.server
    expect(await letThrough([w.server, other], anna.token, 30)).toEqual([20, 20])
    expect(await letThrough([other], ben.token, 5)).toEqual([5])
    w.clock.pass(seconds(29))
    expect(await letThrough([w.server, other], anna.token, 3)).toEqual([0, 0])
    w.clock.pass(seconds(1))
    expect(await letThrough([w.server, other], anna.token, 25)).toEqual([20, 0])
  })

  it('are limited to 600 by default, and a single server allows all of them', async () => {
    await using w = await world({ settings: { CALLS_PER_MINUTE: '45' } })
    const anna = await w.as('anna')
    expect((await letThrough([w.server], anna.token, 60))[0]).toBeGreaterThanOrEqual(40)
    expect(readConfig({}).callsPerMinute).toBe(600)
  })

  it('that are concurrent are counted exactly', async () => {
    await using w = await world({ settings: { CALLS_PER_MINUTE: '60' } })
    const { token } = await w.as('anna')
    const headers = { authorization: `Bearer ${token}` }
    const ask = async () => (await w.server.app.inject({ url: '/api/auth/access-token-list', headers })).statusCode
    const codes = await Promise.all(Array.from({ length: 70 }, ask))
    expect(codes.filter((code) => code === 200)).toHaveLength(60)
    expect(codes.filter((code) => code === 429)).toHaveLength(10)
  })

  it('are not limited with CALLS_PER_MINUTE=0', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    expect(await letThrough([w.server], anna.token, 50)).toEqual([50])
  })
})
