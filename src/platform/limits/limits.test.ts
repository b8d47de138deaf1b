import { describe, expect, it } from 'vitest'
import { days, minutes, seconds } from '#kit/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { TooMany } from '#platform/http/failures.ts'
import { type World, world } from '#test/world/world.ts'
import { sweepLimits } from './limits.ts'

const limit = { most: 10, within: minutes(1) }

/** Makes `calls` calls one after another and returns how many were allowed. */
async function letThrough(w: World, key: string, calls: number, cost?: number): Promise<number> {
  let through = 0
  for (let n = 0; n < calls; n++) {
    const taken = await w.ground.limits.take(key, limit, cost).then(
      () => true,
      () => false,
    )
    if (taken) through++
  }
  return through
}

const refusal = (w: World, key: string) =>
  w.ground.limits.take(key, limit).then(
    () => null,
    (error: unknown) => error,
  )

describe('a rate limit', () => {
  it('allows the maximum at once, then returns the seconds to wait', async () => {
    await using w = await world()
    expect(await letThrough(w, 'a', 12)).toBe(10)
    const error = await refusal(w, 'a')
    expect(error).toBeInstanceOf(TooMany)
    expect(error).toMatchObject({ retryAfterSeconds: 6 })
  })

  it('restores one call after its share of the time, and all calls after the whole time', async () => {
    await using w = await world()
    await letThrough(w, 'a', 10)
    w.clock.pass(seconds(6) - 1)
    expect(await letThrough(w, 'a', 1)).toBe(0)
    w.clock.pass(1)
    expect(await letThrough(w, 'a', 2)).toBe(1)
    w.clock.pass(minutes(1))
    expect(await letThrough(w, 'a', 12)).toBe(10)
  })

  it('allows a call after Retry-After', async () => {
    await using w = await world()
    await letThrough(w, 'a', 10)
    const error = await refusal(w, 'a')
    w.clock.pass(seconds(error instanceof TooMany ? error.retryAfterSeconds : 0))
    expect(await letThrough(w, 'a', 1)).toBe(1)
  })

  it('does not count rejected calls or calls under other keys', async () => {
    await using w = await world()
    expect(await letThrough(w, 'a', 40)).toBe(10)
    expect(await letThrough(w, 'b', 12)).toBe(10)
    w.clock.pass(seconds(6))
    expect(await letThrough(w, 'a', 2)).toBe(1)
  })

  it('counts concurrent calls', async () => {
    await using w = await world()
    const tries = Array.from({ length: 40 }, () => w.ground.limits.take('a', limit))
    const through = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
    expect(through).toHaveLength(10)
  })

  it('counts a call by its cost', async () => {
    await using w = await world()
    expect(await letThrough(w, 'a', 12, 5)).toBe(2)
  })

  it('counts in a transaction that is rolled back', async () => {
    await using w = await world()
    const undone = w.ground.inOneStep(async (step) => {
      for (let n = 0; n < 10; n++) await step.limits.take('a', limit)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await letThrough(w, 'a', 1)).toBe(0)
  })

  it('can be reset', async () => {
    await using w = await world()
    await letThrough(w, 'a', 10)
    await w.ground.limits.forgive('a')
    expect(await letThrough(w, 'a', 12)).toBe(10)
  })

  it('rejects no longer than its window after a clock that was three days ahead is set back', async () => {
    await using w = await world()
    w.clock.pass(days(3))
    await letThrough(w, 'a', 10)
    w.clock.pass(days(-3))
    expect(await refusal(w, 'a')).toMatchObject({ retryAfterSeconds: 6 })
    w.clock.pass(seconds(6))
    expect(await letThrough(w, 'a', 3)).toBe(1)
    w.clock.pass(minutes(1))
    expect(await letThrough(w, 'a', 12)).toBe(10)
  })

  it('keeps its count when the clock goes back a little', async () => {
    await using w = await world()
    await letThrough(w, 'a', 4)
    w.clock.pass(seconds(-12))
    expect(await letThrough(w, 'a', 10)).toBe(4)
    w.clock.pass(seconds(-30))
    expect(await refusal(w, 'a')).toMatchObject({ retryAfterSeconds: 6 })
  })

  it('stores no key in clear text and deletes rows that no longer limit anything', async () => {
    await using w = await world()
    await letThrough(w, 'password:anna@example.org', 3)
    const read = async () => JSON.stringify((await executeSql(w.ground.db, 'select r::text from rate_limit r')).rows)
    expect(await read()).not.toContain('anna')
    await sweepLimits(w.ground.db, w.clock)
    expect(JSON.parse(await read())).toHaveLength(1)
    w.clock.pass(minutes(1))
    await sweepLimits(w.ground.db, w.clock)
    expect(await read()).toBe('[]')
  })
})
