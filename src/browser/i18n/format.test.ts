import { describe, expect, it } from 'vitest'
import { formatBytes, formatDay, formatDuration, formatNumber, formatPercent, formatShortDate } from './format.ts'
import { LOCALES } from '#shared/locales.ts'

const normalizeSpaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('formatDuration', () => {
  it.each([
    [0, '0 s'],
    [42, '42 s'],
    [59.4, '59 s'],
    // The clock shows 0:59.
    [59.6, '59 s'],
    [60, '1 min'],
    [2887, '48 min'],
    [3599, '1 h'],
    [4320, '1 h 12 min'],
  ])('formats %d seconds as %s', (seconds, expected) => {
    expect(normalizeSpaces(formatDuration('en_US', seconds))).toBe(expected)
  })

  it('uses the units of the locale', () => {
    expect(normalizeSpaces(formatDuration('de_DE', 4320))).toBe('1 Std. 12 Min.')
    expect(normalizeSpaces(formatDuration('ja_JP', 4320))).toBe('1 時間 12 分')
    expect(normalizeSpaces(formatDuration('fr_FR', 4320))).toBe('1 h 12 min')
  })
})

describe('formatDay', () => {
  const at = (text: string) => new Date(text).getTime()
  const now = at('2026-11-21T12:00:00')
  const day = (text: string) => normalizeSpaces(formatDay('de_DE', at(text), now))

  it('uses the relative day, the weekday, the date, or the date with its year', () => {
    expect(day('2026-11-21T09:12:00')).toBe('Heute 09:12')
    expect(day('2026-11-20T23:59:00')).toBe('Gestern 23:59')
    expect(day('2026-11-18T16:00:00')).toBe('Mi 16:00')
    expect(day('2026-11-14T16:00:00')).toBe('14. Nov.')
    expect(day('2025-11-20T16:00:00')).toBe('20. Nov. 2025')
  })

  it('shows a date for tomorrow, which occurs when clocks differ', () => {
    expect(day('2026-11-22T00:10:00')).toBe('22. Nov.')
  })
})

describe('formatShortDate', () => {
  it('uses the relative day, the date, or the date with its year', () => {
    const now = new Date('2026-11-21T12:00:00').getTime()
    const format = (text: string) => formatShortDate('de_DE', new Date(text).getTime(), now)
    expect(['2026-11-21T09:12:00', '2026-11-20T23:59:00', '2025-11-14T16:00:00'].map(format)).toEqual([
      'heute',
      '20. Nov.',
      '14. Nov. 2025',
    ])
  })
})

describe('formatNumber, formatBytes and formatPercent', () => {
  it('use the format of the locale', () => {
    expect(formatNumber('en_US', 1200)).toBe('1,200')
    expect(formatNumber('de_DE', 1200)).toBe('1.200')
    expect(normalizeSpaces(formatBytes('en_US', 500 * 1024 * 1024))).toBe('500 MB')
    expect([1, 6].map((n) => normalizeSpaces(formatBytes('en_US', n)))).toEqual(['1 byte', '6 bytes'])
    expect(normalizeSpaces(formatBytes('fr_FR', 1.44 * 1024 ** 3))).toBe('1,4 Go')
    expect(formatPercent('en_US', 0.999)).toBe('99%')
  })

  it.each(LOCALES)('and the duration and day formats return text in %s', (locale) => {
    const written = [formatDuration(locale, 3725), formatBytes(locale, 0), formatDay(locale, 0, 1e12), formatPercent(locale, 1)]
    expect(written.every((text) => text.length > 0)).toBe(true)
  })
})
