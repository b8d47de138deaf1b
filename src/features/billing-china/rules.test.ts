import { describe, expect, it } from 'vitest'
import { addMonths } from '#shared/addMonths.ts'
import { days } from '#shared/units.ts'
import {
  comparePlans,
  keyOfSku,
  nextOrderState,
  ORDER_STATES,
  type OrderEvent,
  type OrderState,
  orderTime,
  planPeriodEnd,
  type ChargedPlan,
  type PlanKey,
  PLANS,
  planMonths,
  priceOf,
  quoteChange,
  readPaidTime,
  skuId,
} from './rules.ts'

describe('the state of an order (A§4)', () => {
  const path = (...events: OrderEvent[]) => events.reduce<OrderState>(nextOrderState, 'creating')

  it.each<[OrderEvent[], OrderState]>([
    [[], 'creating'],
    [['created'], 'pending'],
    [['created', 'paid'], 'paid'],
    [['created', 'closed'], 'expired'],
    [['created', 'refused'], 'failed'],
    [['notCreated'], 'create_failed'],
    [['notCreated', 'closed'], 'create_failed'],
    // The response of the channel was lost, or came after another tab had closed the order.
    [['paid'], 'paid'],
    [['closed', 'created'], 'expired'],
    [['notCreated', 'created'], 'create_failed'],
    // A late payment wins.
    [['created', 'closed', 'paid'], 'paid'],
    [['notCreated', 'paid'], 'paid'],
    [['created', 'refused', 'paid'], 'paid'],
    [['created', 'paid', 'closed'], 'paid'],
    [['created', 'closed', 'refused'], 'expired'],
  ])('after %j is %s', (events, state) => expect(path(...events)).toBe(state))

  it('never leaves `paid`', () => {
    for (const event of ['created', 'notCreated', 'paid', 'closed', 'refused'] as const)
      expect(nextOrderState('paid', event)).toBe('paid')
    for (const state of ORDER_STATES) expect(nextOrderState(state, 'paid')).toBe('paid')
  })
})

describe('products (A§3, A§9)', () => {
  it('are bought by an id that identifies the price', () => {
    expect(keyOfSku(skuId('600-year-web'))).toBe('600-year-web')
    expect(['', '600-year-web', '-cny', 'other-cny', 'toString-cny'].map(keyOfSku)).toEqual(Array(5).fill(undefined))
  })

  it.each([
    [undefined, 60],
    [1, 60],
    [60, 60],
    [120, 120],
    [86_400, 300],
  ])('expire after the requested time: %j gives %d seconds', (asked, seconds) => {
    expect(orderTime(asked)).toBe(seconds * 1000)
  })
})

describe('a change of the plan (A§4)', () => {
  const now = new Date('2026-01-31T12:00:00Z')
  const change = (from: PlanKey, to: PlanKey, paidUntil: Date) =>
    quoteChange(
      { price: priceOf(from), months: planMonths(from), paidUntil },
      { price: priceOf(to), months: planMonths(to) },
      {
        comparison: comparePlans(to, from),
        now,
      },
    )

  it('to a higher plan begins at once, and the rest is deducted', () => {
    // The paid month has 31 days, whatever the length of the one that begins now.
    const later = new Date(now.getTime() + days(14))
    expect(change('600-month-web', '600-year-web', later)).toEqual({
      type: 'upgrade',
      amount: 29_800 - 1445,
      credit: 1445,
      startsAt: now,
      extra: 0,
    })
  })

  it('extends the first period by a credit that exceeds the price', () => {
    const { amount, extra, credit } = change('600-year-web', 'unlimited-month-web', addMonths(now, 12))
    expect([amount, credit]).toEqual([1, 29_800])
    expect(Math.round(extra / days(1))).toBe(Math.round(((29_800 + 1 - 6400) / 6400) * 28))
  })

  it('to a lower plan begins when the paid time ends', () => {
    const end = addMonths(now, 1)
    expect(change('unlimited-year-web', '600-month-web', end)).toMatchObject({ type: 'downgrade', amount: 3200, startsAt: end })
  })

  it('after the paid time is a new plan', () => {
    expect(change('600-month-web', 'unlimited-month-web', now)).toMatchObject({
      type: 'new',
      amount: PLANS['unlimited-month-web'].price,
    })
  })

  it('has periods counted from the first day, so that the 31st returns', () => {
    const ends = [0, 1, 2].map((n) => planPeriodEnd(now, n, 1, 0).toISOString().slice(0, 10))
    expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
  })
})

describe('the paid time of a plan', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n))
  const month = (n: number, refunded = 0, amount = 3200) => ({ amount, refunded, start: day(31 * n), end: day(31 * (n + 1)) })
  const plan = (charges: ChargedPlan['charges'], upgradeOf: string | null = null, id = 'plan'): ChargedPlan => ({
    id,
    price: 3200,
    months: 1,
    upgradeOf,
    charges,
  })
  const paid = (first: ChargedPlan, ...others: ChargedPlan[]) => readPaidTime([first, ...others], first)
  const upTo = (end: number) => ({ time: { start: day(0), end: day(end) } })

  it('is empty before the first charge', () => expect(paid(plan([]))).toMatchObject({ time: null, isLastPaidBack: false }))

  it('ends with the last period that is paid and not refunded', () => {
    expect(paid(plan([month(0), month(1)]))).toMatchObject({ ...upTo(62), isLastPaidBack: false })
    expect(paid(plan([month(0), month(1, 3200)]))).toMatchObject({ ...upTo(31), isLastPaidBack: true })
    expect(paid(plan([month(0, 3200), month(1)]))).toMatchObject(upTo(62))
    expect(paid(plan([month(0, 3200)]))).toMatchObject({ time: null })
  })

  it('is not shortened by a partial refund', () => expect(paid(plan([month(0, 3199)]))).toMatchObject(upTo(31)))

  it('ends when its rest was credited to an upgrade, and continues when the upgrade is refunded', () => {
    const upgrade = (refunded: number) => plan([{ amount: 3000, refunded, start: day(10), end: day(41) }], 'plan', 'upgrade')
    expect(paid(plan([month(0)]), upgrade(0))).toMatchObject({ ...upTo(10), isUpgraded: true })
    expect(paid(plan([month(0)]), upgrade(3000))).toMatchObject({ ...upTo(31), isUpgraded: false })
  })

  it('stays credited when the rest of the upgrade was credited to another one before its refund', () => {
    const upgrade = plan([{ amount: 3000, refunded: 3000, start: day(10), end: day(41) }], 'plan', 'upgrade')
    const second = plan([{ amount: 3000, refunded: 0, start: day(20), end: day(51) }], 'upgrade', 'second')
    expect(paid(plan([month(0)]), upgrade, second)).toMatchObject(upTo(10))
  })

  it('is unpaid when most of it was paid with the credit for a refunded period', () => {
    const upgrade = (amount: number) => plan([{ amount, refunded: 0, start: day(10), end: day(41) }], 'plan', 'upgrade')
    const gone = plan([month(0, 3200)])
    expect(readPaidTime([gone, upgrade(1)], upgrade(1))).toMatchObject({ time: null, isLastPaidBack: true })
    expect(readPaidTime([gone, upgrade(3000)], upgrade(3000)).time).not.toBeNull()
  })
})
