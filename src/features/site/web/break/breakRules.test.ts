import { describe, expect, it } from 'vitest'
import { hours, minutes, seconds } from '#shared/units.ts'
import { isBreakDue, newSession, recordInput } from './breakRules.ts'

describe('a session without a pause', () => {
  it('is due for a break after exactly three hours', () => {
    const busySession = { start: 0, last: hours(3) - seconds(1) }
    expect([isBreakDue(busySession, hours(3) - 1), isBreakDue(busySession, hours(3))]).toEqual([false, true])
  })

  it('ends after ten minutes without input, and the next input starts a new one', () => {
    expect(recordInput({ start: 0, last: 0 }, minutes(10) - 1)).toEqual({ start: 0, last: minutes(10) - 1 })
    expect(recordInput({ start: 0, last: 0 }, minutes(10))).toEqual(newSession(minutes(10)))
    expect(isBreakDue({ start: 0, last: hours(3) - minutes(10) }, hours(3))).toBe(false)
  })
})
