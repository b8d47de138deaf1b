import { addMonths } from '#shared/addMonths.ts'
import type { InvoiceLine } from '../../payments.ts'

type Priced = { readonly priceId: string; readonly amount: number; readonly months: number }
type Period = { readonly start: Date; readonly end: Date }

/**
 * Returns the end of the period that begins at `start`. Periods are counted from the anchor: one anchored on the 31st ends on the
 * last day of a short month and on the 31st again later.
 */
export function periodEndAfter(start: Date, anchor: Date, months: number): Date {
  const elapsed = (start.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + start.getUTCMonth() - anchor.getUTCMonth()
  for (let n = Math.max(1, Math.floor(elapsed / months)); ; n++) {
    const end = addMonths(anchor, n * months)
    if (end > start) return end
  }
}

export type Change = {
  readonly lines: readonly InvoiceLine[]
  readonly period: Period
  readonly anchor: Date
}

/** The subscription before a change. `isTrial` when nothing was paid for its period. */
export type Changed = { readonly price: Priced; readonly period: Period; readonly anchor: Date; readonly isTrial: boolean }

/**
 * Returns the cost of a change to another price at `at`. The rest of the paid period is credited to the second. With the same
 * interval, the rest is charged at the new price and the payment dates stay; otherwise, and in a trial, a full period begins.
 */
export function computeChange({ price: from, period, anchor, isTrial }: Changed, to: Priced, at: Date): Change {
  const { start, end } = period
  const left = (end.getTime() - at.getTime()) / (end.getTime() - start.getTime())
  const credits = isTrial ? [] : [{ priceId: from.priceId, amount: 0 - Math.round(from.amount * left), start: at, end }]
  if (!isTrial && from.months === to.months) {
    const charge = { priceId: to.priceId, amount: Math.round(to.amount * left), start: at, end }
    return { lines: [...credits, charge], period, anchor }
  }
  const newEnd = addMonths(at, to.months)
  const charge = { priceId: to.priceId, amount: to.amount, start: at, end: newEnd }
  return { lines: [...credits, charge], period: { start: at, end: newEnd }, anchor: at }
}
