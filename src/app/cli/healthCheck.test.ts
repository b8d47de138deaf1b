import { describe, expect, it } from 'vitest'
import { hours } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { TestClock } from '#test/server/TestClock.ts'
import { CHECK_INTERVAL, startHealthCheck } from './healthCheck.ts'

/** Starts a health check of a process that responds while `responds` returns true, and records whether it counts as stuck. */
function startCheck(responds: () => boolean) {
  const clock = new TestClock()
  const state = { checksSent: 0, isStuck: false }
  const health = startHealthCheck({ sendCheck: () => void (state.checksSent += 1), clock, signal: new AbortController().signal })
  void health.stuck.then(() => (state.isStuck = true))
  const pass = async (ms: number) => {
    if (responds()) health.onResponse()
    clock.advance(ms)
    await systemClock.wait(0)
  }
  return { state, pass }
}

describe('checkHealth', () => {
  it('reports a process as stuck when it has not responded for twenty seconds, and not earlier', async () => {
    const { state, pass } = startCheck(() => false)
    for (let n = 0; n < 3; n++) await pass(CHECK_INTERVAL)
    expect(state).toEqual({ checksSent: 4, isStuck: false })
    await pass(CHECK_INTERVAL)
    expect(state).toEqual({ checksSent: 4, isStuck: true })
  })

  it('continues while the process responds, however late', async () => {
    let n = 0
    const { state, pass } = startCheck(() => n++ % 3 === 2)
    for (let times = 0; times < 30; times++) await pass(CHECK_INTERVAL)
    expect(state).toEqual({ checksSent: 31, isStuck: false })
  })

  it('does not count the time in which the machine was suspended', async () => {
    const { state, pass } = startCheck(() => false)
    for (let n = 0; n < 3; n++) await pass(CHECK_INTERVAL)
    await pass(hours(8))
    for (let n = 0; n < 3; n++) await pass(CHECK_INTERVAL)
    expect(state.isStuck).toBe(false)
    await pass(CHECK_INTERVAL)
    expect(state.isStuck).toBe(true)
  })
})
