import { describe, expect, it } from 'vitest'
import { days } from '#shared/units.ts'
import {
  FEATURE_CODES,
  QUOTA_SECONDS,
  estimateMinutes,
  wholeMinutes,
  exceedsQuota,
  flagOfPeriod,
  showsUsage,
  featuresOfTier,
  hasMembership,
  isPaidTier,
  membershipLink,
  quotaPeriod,
  showsResetHour,
  usagePercent,
} from './rules.ts'

const periodStrings = (anchor: string, now: string) => {
  const { start, end } = quotaPeriod(new Date(anchor), new Date(now))
  return [start.toISOString().slice(0, 16), end.toISOString().slice(0, 16)]
}

describe('periodOf', () => {
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
  ])('returns the period for %s', (_, anchor, now, start, end) => {
    expect(periodStrings(anchor, now)).toEqual([start, end])
  })

  it('starts on the last day of every month when the anchor is a 31st, for a hundred months', () => {
    const days = Array.from({ length: 100 }, (_, n) => {
      const now = new Date(Date.UTC(2026, 1 + n, 0, 12))
      return quotaPeriod(new Date('2026-01-31T12:00Z'), now).start.getTime() === now.getTime()
    })
    expect(days.every(Boolean)).toBe(true)
  })

  it('leaves no gap and no overlap between months', () => {
    const anchor = new Date('2023-12-31T23:59Z')
    let { end } = quotaPeriod(anchor, anchor)
    for (let n = 0; n < 60; n++) {
      const next = quotaPeriod(anchor, end)
      expect(next.start).toEqual(end)
      end = next.end
    }
  })
})

describe('flagOfPeriod (A§4, A§9)', () => {
  it.each([
    [299, 'Monthly'],
    [300, 'Yearly'],
  ] as const)('counts a membership of %d days as %s', (length, flag) => {
    const start = new Date('2026-03-02T09:00:00Z')
    expect(flagOfPeriod(start, new Date(start.getTime() + days(length)))).toBe(flag)
  })
})

describe('usagePercent (A§5)', () => {
  it.each([
    [1, 3, 33],
    [17_999, 18_000, 99],
    [18_000, 18_000, 100],
    [20_000, 18_000, 100],
    [0, 18_000, 0],
    [-5, 18_000, 0],
    [100, 0, 0],
    [0, 0, 0],
  ])('with %d left of %d is %d', (left, total, percent) => {
    expect(usagePercent(left, total)).toBe(percent)
  })
})

describe('featuresOf (A§6)', () => {
  it('returns the basic features for starter, and all but the overview of the apps for paid tiers', () => {
    const basic = ['transcription', 'sharing', 'export', 'cloud_sync', 'multi_summary', 'auto_generate']
    expect(featuresOfTier('starter')).toEqual(basic)
    for (const tier of ['pro', 'unlimited', 'backer'] as const)
      expect(featuresOfTier(tier)).toEqual(FEATURE_CODES.filter((code) => code !== 'overview'))
  })
})

describe('memberAddress (A§2)', () => {
  it.each([
    [false, false, '/member/purchase'],
    [false, true, '/member/index'],
    [true, false, '/member/index'],
    [true, true, '/member/index'],
  ] as const)('subscribed %s, has transcribed %s: %s', (is_subscribed, has_transcribed, to) => {
    expect(membershipLink({ is_subscribed, has_transcribed }, 'usage_card')).toEqual({ to, search: { from: 'usage_card' } })
  })

  it('returns the overview with from while the user is not loaded', () => {
    expect(membershipLink(undefined, 'sidebar_menu')).toEqual({ to: '/member/index', search: { from: 'sidebar_menu' } })
  })

  it('isPaidTier is true for paid tiers, hasMembership also for starter', () => {
    expect((['free', 'none', 'starter', 'pro', 'unlimited', 'backer'] as const).map(isPaidTier)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ])
    expect((['free', 'none', 'starter'] as const).map(hasMembership)).toEqual([false, false, true])
  })
})

describe('showsResetHour (A§2)', () => {
  it('is true within 2 days before the reset', () => {
    const now = 1_700_000_000_000
    const inHours = (hours: number) => now / 1000 + hours * 3600
    expect([showsResetHour(inHours(48), now), showsResetHour(inHours(1), now), showsResetHour(inHours(49), now)]).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('the minutes that a transcription takes', () => {
  const me = (seconds_left: number, seconds_left_traffic = 0) =>
    ({ membership_type: 'starter', seconds_left, seconds_left_traffic }) as const
  const minutes = 60

  it.each([
    ['a whole number of minutes', 12 * minutes, 288 * minutes, 0, { needed: 12, left: 288, after: 276, short: 0 }],
    ['a started minute as a whole one', 11 * minutes + 1, 288 * minutes + 59, 0, { needed: 12, left: 288, after: 276, short: 0 }],
    ['packs and goodwill as well', 12 * minutes, 4 * minutes, 10 * minutes, { needed: 12, left: 14, after: 2, short: 0 }],
    ['a recording that just fits in seconds', 690, 690, 0, { needed: 11, left: 11, after: 0, short: 0 }],
    ['one second too many', 691, 690, 0, { needed: 12, left: 11, after: 0, short: 1 }],
    ['less than a minute too many', 719, 718, 0, { needed: 12, left: 11, after: 0, short: 1 }],
    ['a shortage within the same minute', 60, 59.5, 0, { needed: 1, left: 0, after: 0, short: 1 }],
    ['a recording longer than what is left', 48 * minutes, 12 * minutes, 0, { needed: 48, left: 12, after: 0, short: 36 }],
    ['nothing left', 30, 0, 0, { needed: 1, left: 0, after: 0, short: 1 }],
    ['a balance below zero as none', 60, -600, 0, { needed: 1, left: 0, after: 0, short: 1 }],
  ])('counts %s', (_, length, left, extra, estimate) => {
    expect(estimateMinutes(me(left, extra), length)).toEqual(estimate)
  })

  it('adds up for every length and balance', () => {
    for (let left = 0; left < 400; left += 7)
      for (let length = 1; length < 400; length += 3) {
        const estimate = estimateMinutes(me(left), length)!
        expect(estimate.left + estimate.short - estimate.needed).toBe(estimate.after)
        expect(estimate.short > 0).toBe(length > left)
      }
  })

  it.each(['unlimited', 'backer'] as const)('is nothing for the %s plan', (membership_type) => {
    expect(estimateMinutes({ ...me(0), membership_type }, 100)).toBeNull()
  })
})

describe('the quota (B§5)', () => {
  it('is exceeded by the first second above a hundred hours of everything ever transcribed', () => {
    expect([exceedsQuota(QUOTA_SECONDS - 60, 60), exceedsQuota(QUOTA_SECONDS - 60, 61), exceedsQuota(0, 60)]).toEqual([
      false,
      true,
      false,
    ])
  })
})

describe('what the sidebar shows (B§2)', () => {
  it.each([
    ['starter', false, false, true],
    ['pro', false, false, true],
    ['unlimited', false, true, false],
    ['backer', false, false, false],
    ['unlimited', true, false, true],
    ['none', false, false, false],
    ['none', false, true, true],
    ['free', true, false, true],
  ] as const)('%s, can buy %s, has a shop %s: the membership %s', (membership_type, can_buy, hasShop, expected) => {
    expect(showsUsage({ membership_type, can_buy }, hasShop)).toBe(expected)
  })
})

it.each([
  [0, 0, 0],
  [1, 0, 1],
  [60, 1, 1],
  [119, 1, 2],
  [-5, 0, 0],
])('%d seconds are %d whole minutes that are left and %d that were used', (length, left, used) => {
  expect([wholeMinutes(length), wholeMinutes(length, 'used')]).toEqual([left, used])
  const total = 18_000
  expect(wholeMinutes(total - Math.max(0, length)) + wholeMinutes(length, 'used')).toBe(300)
})
