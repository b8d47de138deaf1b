import { describe, expect, it } from 'vitest'
import { hours } from '#kit/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { HeldClock } from '#test/world/HeldClock.ts'
import { CHECK_EVERY, checkHealth } from './healthCheck.ts'

/** Starts a health check of a process that responds while `responds` returns true, and records whether it counts as stuck. */
function watched(answers: () => boolean) {
  const clock = new HeldClock()
  const state = { asked: 0, isStuck: false }
  const health = checkHealth({ ask: () => void (state.asked += 1), clock, signal: new AbortController().signal })
  void health.stuck.then(() => (state.isStuck = true))
  const pass = async (ms: number) => {
    if (answers()) health.answered()
    clock.pass(ms)
    await systemClock.wait(0)
  }
  return { state, pass }
}

describe('checkHealth', () => {
  it('reports a process as stuck when it has not responded for twenty seconds, and not earlier', async () => {
    const { state, pass } = watched(() => false)
    for (let n = 0; n < 3; n++) await pass(CHECK_EVERY)
    expect(state).toEqual({ asked: 4, isStuck: false })
    await pass(CHECK_EVERY)
    expect(state).toEqual({ asked: 4, isStuck: true })
  })

  it('continues while the process responds, however late', async () => {
    let n = 0
    const { state, pass } = watched(() => n++ % 3 === 2)
    for (let times = 0; times < 30; times++) await pass(CHECK_EVERY)
    expect(state).toEqual({ asked: 31, isStuck: false })
  })

  it('does not count the time in which the machine was suspended', async () => {
    const { state, pass } = watched(() => false)
    for (let n = 0; n < 3; n++) await pass(CHECK_EVERY)
    await pass(hours(8))
    for (let n = 0; n < 3; n++) await pass(CHECK_EVERY)
    expect(state.isStuck).toBe(false)
    await pass(CHECK_EVERY)
    expect(state.isStuck).toBe(true)
  })
})
