import { describe, expect, it } from 'vitest'
import { days, hours } from '#shared/units.ts'
import { daysLeft, deletionTime } from './trashDeadline.ts'

const NOON = new Date(2026, 10, 21, 12).getTime()
const unix = (at: number) => at / 1000

describe('days left in the trash', () => {
  it.each([
    ['just put there', NOON, 30],
    ['this morning', NOON - hours(11), 30],
    ['late yesterday', NOON - hours(13), 29],
    ['29 days ago', NOON - days(29), 1],
    ['30 days less an hour ago', NOON - days(30) + hours(1), 0],
    ['30 days ago', NOON - days(30), 0],
    ['longer ago than the rule allows', NOON - days(31), 0],
  ])('%s', (_, at, expected) => {
    expect(daysLeft(unix(at), 30, NOON)).toBe(expected)
  })

  it('are undefined without a rule and outside the trash', () => {
    expect([daysLeft(unix(NOON), null, NOON), daysLeft(unix(NOON), undefined, NOON), daysLeft(null, 30, NOON)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(deletionTime(null, 30)).toBeUndefined()
  })

  it('are calendar days across a day of 23 or 25 hours', () => {
    const march = new Date(2026, 2, 20, 23, 30).getTime()
    expect(daysLeft(unix(march), 30, march)).toBe(30)
  })
})
