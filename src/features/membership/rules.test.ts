import { describe, expect, it } from 'vitest'
import { FEATURE_CODES, featuresOf, periodOf, usagePercent } from './rules.ts'

const period = (anchor: string, now: string) => {
  const { start, end } = periodOf(new Date(anchor), new Date(now))
  return [start.toISOString().slice(0, 16), end.toISOString().slice(0, 16)]
}

describe('the month of the minutes', () => {
  it.each([
    ['its first moment', '2026-03-10T08:30Z', '2026-03-10T08:30Z', '2026-03-10T08:30', '2026-04-10T08:30'],
    ['a moment before its end', '2026-03-10T08:30Z', '2026-04-10T08:29:59.999Z', '2026-03-10T08:30', '2026-04-10T08:30'],
    ['its end, which begins the next', '2026-03-10T08:30Z', '2026-04-10T08:30Z', '2026-04-10T08:30', '2026-05-10T08:30'],
    ['the turn of the year', '2025-11-20T00:00Z', '2026-01-03T00:00Z', '2025-12-20T00:00', '2026-01-20T00:00'],
    ['the 31st in a short February', '2026-01-31T12:00Z', '2026-02-10T00:00Z', '2026-01-31T12:00', '2026-02-28T12:00'],
    ['the 31st after a short February', '2026-01-31T12:00Z', '2026-03-01T00:00Z', '2026-02-28T12:00', '2026-03-31T12:00'],
    ['the 31st in a leap February', '2024-01-31T12:00Z', '2024-02-29T12:00Z', '2024-02-29T12:00', '2024-03-31T12:00'],
    ['the 31st before a month of thirty days', '2026-03-31T00:00Z', '2026-04-29T23:59Z', '2026-03-31T00:00', '2026-04-30T00:00'],
    ['the 29th of February in a year without', '2024-02-29T09:00Z', '2025-02-28T09:00Z', '2025-02-28T09:00', '2025-03-29T09:00'],
    [
      'the 29th of February in the next leap year',
      '2024-02-29T09:00Z',
      '2028-03-01T00:00Z',
      '2028-02-29T09:00',
      '2028-03-29T09:00',
    ],
    ['a night in which clocks change', '2026-01-29T01:30Z', '2026-03-29T01:30Z', '2026-03-29T01:30', '2026-04-29T01:30'],
  ])('holds %s', (_, anchor, now, start, end) => {
    expect(period(anchor, now)).toEqual([start, end])
  })

  it('never drifts: a hundred months after the 31st it is the 31st again where there is one', () => {
    const days = Array.from({ length: 100 }, (_, n) => {
      const now = new Date(Date.UTC(2026, 1 + n, 0, 12))
      return periodOf(new Date('2026-01-31T12:00Z'), now).start.getTime() === now.getTime()
    })
    expect(days.every(Boolean)).toBe(true)
  })

  it('leaves no gap and no overlap between months', () => {
    const anchor = new Date('2023-12-31T23:59Z')
    let { end } = periodOf(anchor, anchor)
    for (let n = 0; n < 60; n++) {
      const next = periodOf(anchor, end)
      expect(next.start).toEqual(end)
      end = next.end
    }
  })
})

describe('the usage percent (A§5)', () => {
  it.each([
    [1, 3, 33],
    [17_999, 18_000, 99],
    [18_000, 18_000, 100],
    [20_000, 18_000, 100],
    [0, 18_000, 0],
    [-5, 18_000, 0],
    [100, 0, 0],
    [0, 0, 0],
  ])('of %d left of %d is %d', (left, total, percent) => {
    expect(usagePercent(left, total)).toBe(percent)
  })
})

describe('what a tier opens (A§6)', () => {
  it('is transcription, sharing, export and cloud sync for a starter, everything for the others', () => {
    expect(featuresOf('starter')).toEqual(['transcription', 'sharing', 'export', 'cloud_sync'])
    for (const tier of ['pro', 'unlimited', 'backer'] as const) expect(featuresOf(tier)).toEqual(FEATURE_CODES)
  })
})
