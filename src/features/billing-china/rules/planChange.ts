import { addMonths } from '#shared/addMonths.ts'
import type { Millis } from '#shared/units.ts'

/** A plan with what a period of it costs, in fen. */
export type PricedPlan = { readonly price: number; readonly months: 1 | 12 }

/** What a change to another plan costs and when it begins. `extra` is time beyond a period that is paid with the old plan. */
export type PlanChange = {
  readonly type: 'new' | 'upgrade' | 'downgrade'
  readonly amount: number
  /** What the rest of the old plan is worth; it is deducted already. */
  readonly credit: number
  readonly startsAt: Date
  readonly extra: Millis
}

/** Channels charge no less. */
const LEAST_AMOUNT = 1

/**
 * Returns what a change comes to: an upgrade begins at once, and the rest of the old plan is deducted; a downgrade begins when
 * the paid time ends. What the rest is worth beyond the price makes the first period longer.
 */
export function quoteChange(
  current: (PricedPlan & { readonly paidUntil: Date }) | null,
  target: PricedPlan,
  { comparison, now }: { comparison: number; now: Date },
): PlanChange {
  if (!current || current.paidUntil <= now) return { type: 'new', amount: target.price, credit: 0, startsAt: now, extra: 0 }
  if (comparison < 0) return { type: 'downgrade', amount: target.price, credit: 0, startsAt: current.paidUntil, extra: 0 }
  const rest = current.paidUntil.getTime() - now.getTime()
  const credit = Math.floor((current.price * rest) / periodLength(addMonths(current.paidUntil, -current.months), current.months))
  const amount = Math.max(LEAST_AMOUNT, target.price - credit)
  const left = credit + amount - target.price
  const extra = Math.floor((left / target.price) * periodLength(now, target.months))
  return { type: 'upgrade', amount, credit, startsAt: now, extra }
}

const periodLength = (start: Date, months: 1 | 12): Millis => addMonths(start, months).getTime() - start.getTime()

/** Returns the end of period `n`, counted from 0. Periods are counted from the first day, so that the 31st comes back. */
export const planPeriodEnd = (anchor: Date, n: number, months: 1 | 12, extra: Millis): Date =>
  new Date(addMonths(anchor, (n + 1) * months).getTime() + extra)
