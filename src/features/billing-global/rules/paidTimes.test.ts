import { describe, expect, it } from 'vitest'
import { paidTimes, type PlanLine } from './paidTimes.ts'

type Key = 'month' | 'year' | 'unlimited'

const line = (key: Key, start: string, end: string, change: Partial<PlanLine<Key>> = {}): PlanLine<Key> => ({
  key,
  start: new Date(start),
  end: new Date(end),
  amount: 1000,
  invoiceId: `in ${start}`,
  isPaidBack: false,
  ...change,
})
const credit = (key: Key, start: string, end: string, change: Partial<PlanLine<Key>> = {}) =>
  line(key, start, end, { amount: -500, ...change })
const paid = (...lines: PlanLine<Key>[]) =>
  paidTimes(lines).map(({ key, start, end }) => [key, start.toISOString().slice(0, 10), end.toISOString().slice(0, 10)])

describe('the time that is paid', () => {
  it('is that of all months without a gap, in any order, under one name', () => {
    const months = [
      line('month', '2026-01-31', '2026-02-28'),
      line('month', '2026-02-28', '2026-03-31'),
      line('month', '2026-03-31', '2026-04-30'),
    ]
    expect(paid(...months)).toEqual([['month', '2026-01-31', '2026-04-30']])
    expect(paidTimes(months.toReversed())).toEqual(paidTimes(months))
    expect(paidTimes(months)[0]?.ref).toBe(paidTimes(months.slice(0, 1))[0]?.ref)
  })

  it('ends with the moment of an upgrade, which is credited', () => {
    const upgrade = { invoiceId: 'in upgrade' }
    expect(
      paid(
        line('month', '2026-01-01', '2026-02-01'),
        credit('month', '2026-01-15', '2026-02-01', upgrade),
        line('unlimited', '2026-01-15', '2026-02-01', upgrade),
      ),
    ).toEqual([
      ['month', '2026-01-01', '2026-01-15'],
      ['unlimited', '2026-01-15', '2026-02-01'],
    ])
  })

  it('is that of the plan before an upgrade again when the upgrade is paid back', () => {
    const upgrade = { invoiceId: 'in upgrade', isPaidBack: true }
    expect(
      paid(
        line('month', '2026-01-01', '2026-02-01'),
        credit('month', '2026-01-15', '2026-02-01', upgrade),
        line('year', '2026-01-15', '2027-01-15', upgrade),
      ),
    ).toEqual([['month', '2026-01-01', '2026-02-01']])
  })

  it('keeps its name when its first or its last month is paid back', () => {
    const [first, second] = [line('month', '2026-01-01', '2026-02-01'), line('month', '2026-02-01', '2026-03-01')]
    const ref = paidTimes([first, second])[0]?.ref
    const lastPaidBack = paidTimes([first, { ...second, isPaidBack: true }])
    expect(lastPaidBack).toMatchObject([{ ref, end: first.end }])
    const firstPaidBack = paidTimes([{ ...first, isPaidBack: true }, second])
    expect(firstPaidBack).toMatchObject([{ ref, end: second.end }])
    expect(paidTimes([{ ...first, isPaidBack: true }])).toEqual([])
  })

  it('is none for a trial, which costs nothing', () => {
    expect(paid(line('month', '2026-01-01', '2026-01-08', { amount: 0 }))).toEqual([])
  })

  it('begins again after a gap', () => {
    expect(paid(line('month', '2026-01-01', '2026-02-01'), line('month', '2026-05-01', '2026-06-01'))).toEqual([
      ['month', '2026-01-01', '2026-02-01'],
      ['month', '2026-05-01', '2026-06-01'],
    ])
  })
})
