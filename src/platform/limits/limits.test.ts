import { describe, expect, it } from 'vitest'
import { days, hours, minutes, seconds } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { TooManyRequests } from '#platform/http/errors.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { networkOf } from './limits.ts'

const limit = { max: 10, within: minutes(1) }

/** Makes `calls` calls in sequence and returns how many were allowed. */
async function countAllowed(server: TestServer, key: string, calls: number, cost?: number): Promise<number> {
  let allowed = 0
  for (let n = 0; n < calls; n++) {
    const isAllowed = await server.ctx.limits.consume(key, limit, cost).then(
      () => true,
      () => false,
    )
    if (isAllowed) allowed++
  }
  return allowed
}

const rejection = (server: TestServer, key: string, exceeded = limit) =>
  server.ctx.limits.consume(key, exceeded).then(
    () => null,
    (error: unknown) => error,
  )

describe('a rate limit', () => {
  it('allows the maximum at once, then returns the seconds to wait', async () => {
    await using server = await testServer()
    expect(await countAllowed(server, 'a', 12)).toBe(10)
    const error = await rejection(server, 'a')
    expect(error).toBeInstanceOf(TooManyRequests)
    expect(error).toMatchObject({ retryAfterSeconds: 6 })
  })

  it('restores one call after its share of the time, and all calls after the whole time', async () => {
    await using server = await testServer()
    await countAllowed(server, 'a', 10)
    server.clock.advance(seconds(6) - 1)
    expect(await countAllowed(server, 'a', 1)).toBe(0)
    server.clock.advance(1)
    expect(await countAllowed(server, 'a', 2)).toBe(1)
    server.clock.advance(minutes(1))
    expect(await countAllowed(server, 'a', 12)).toBe(10)
  })

  it('allows a call after Retry-After', async () => {
    await using server = await testServer()
    await countAllowed(server, 'a', 10)
    const error = await rejection(server, 'a')
    server.clock.advance(seconds(error instanceof TooManyRequests ? error.retryAfterSeconds : 0))
    expect(await countAllowed(server, 'a', 1)).toBe(1)
  })

  it('does not count rejected calls or calls under other keys', async () => {
    await using server = await testServer()
    expect(await countAllowed(server, 'a', 40)).toBe(10)
    expect(await countAllowed(server, 'b', 12)).toBe(10)
    server.clock.advance(seconds(6))
    expect(await countAllowed(server, 'a', 2)).toBe(1)
  })

  it('counts concurrent calls', async () => {
    await using server = await testServer()
    const calls = Array.from({ length: 40 }, () => server.ctx.limits.consume('a', limit))
    const allowed = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled')
    expect(allowed).toHaveLength(10)
  })

  it('counts a call by its cost', async () => {
    await using server = await testServer()
    expect(await countAllowed(server, 'a', 12, 5)).toBe(2)
  })

  it('counts in a transaction that is rolled back', async () => {
    await using server = await testServer()
    const rolledBack = server.ctx.transaction(async (tx) => {
      for (let n = 0; n < 10; n++) await tx.limits.consume('a', limit)
      throw new Error('undone')
    })
    await expect(rolledBack).rejects.toThrow('undone')
    expect(await countAllowed(server, 'a', 1)).toBe(0)
  })

  it('can be reset', async () => {
    await using server = await testServer()
    await countAllowed(server, 'a', 10)
    await server.ctx.limits.reset('a')
    expect(await countAllowed(server, 'a', 12)).toBe(10)
  })

  it('rejects no longer than its window after a clock that was three days ahead is set back', async () => {
    await using server = await testServer()
    server.clock.advance(days(3))
    await countAllowed(server, 'a', 10)
    server.clock.advance(days(-3))
    expect(await rejection(server, 'a')).toMatchObject({ retryAfterSeconds: 6 })
    server.clock.advance(seconds(6))
    expect(await countAllowed(server, 'a', 3)).toBe(1)
    server.clock.advance(minutes(1))
    expect(await countAllowed(server, 'a', 12)).toBe(10)
  })

  it('keeps its count when the clock goes back a little', async () => {
    await using server = await testServer()
    await countAllowed(server, 'a', 4)
    server.clock.advance(seconds(-12))
    expect(await countAllowed(server, 'a', 10)).toBe(4)
    server.clock.advance(seconds(-30))
    expect(await rejection(server, 'a')).toMatchObject({ retryAfterSeconds: 6 })
  })

  it('stores no key in clear text and deletes every hour the rows that no longer limit anything', async () => {
    await using server = await testServer()
    await countAllowed(server, 'password:anna@example.org', 3)
    const readRows = async () => JSON.stringify((await executeSql(server.ctx.db, 'select r::text from rate_limit r')).rows)
    expect(await readRows()).not.toContain('anna')
    await server.ctx.limits.consume('a day', { max: 1, within: days(1) })
    expect(JSON.parse(await readRows())).toHaveLength(2)
    server.clock.advance(hours(1))
    await expect.poll(async () => JSON.parse(await readRows()) as unknown).toHaveLength(1)
    expect(await rejection(server, 'a day', { max: 1, within: days(1) })).toBeInstanceOf(TooManyRequests)
  })
})

describe('addressPrefix', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['127.0.0.1', '127.0.0.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['::FFFF:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1234:5678:9abc:def0:1234:5678', '2001:db8:1234:5600::/56'],
    ['2001:db8::1', '2001:db8:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
    ['::', '0:0:0:0::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['2001:db8:1234:56ff::', '2001:db8:1234:5600::/56'],
  ])('returns the network of %s: %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })

  it.each([
    ['2001:db8:1234:5600::1', '2001:db8:1234:56ff:ffff:ffff:ffff:ffff'],
    ['2001:DB8:1234:5600::1', '2001:db8:1234:5600::2'],
    ['::ffff:203.0.113.1', '203.0.113.254'],
    ['::ffff:cb00:7101', '203.0.113.9'],
  ])('returns the same network for %s and %s', (first, second) => {
    expect(networkOf(first)).toBe(networkOf(second))
  })

  it.each([
    '',
    'localhost',
    '203.0.113',
    '203.0.113.256',
    '::g',
    '1:2:3:4:5:6:7:8:9',
    '127.0.0.1, 10.0.0.1',
    "'; drop table account",
    '%eth0',
  ])('returns unknown for an invalid address: %j', (invalid) => {
    expect(networkOf(invalid)).toBe('unknown')
  })
})
