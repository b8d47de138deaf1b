import { addMonths } from '#shared/addMonths.ts'

/** A plan with its paid charges, oldest first. */
export type ChargedPlan = {
  readonly id: string
  /** Of one period, in fen. */
  readonly price: number
  readonly months: 1 | 12
  /** The plan whose rest was taken as a part of the price of this one. */
  readonly upgradeOf: string | null
  readonly charges: readonly Charge[]
}

export type Charge = { readonly amount: number; readonly refunded: number; readonly start: Date; readonly end: Date }

export type PaidTime = { readonly start: Date; readonly end: Date }

/** What of a plan is paid. */
export type PaidState = {
  /** Null when none of the money is here. */
  readonly time: PaidTime | null
  /** The money of the last period went back. */
  readonly isLastPaidBack: boolean
  /** The rest of it was taken as a part of the price of another plan. */
  readonly isUpgraded: boolean
}

/** Returns the paid time of one of the plans of a user. A refund only voids its own period. */
export function readPaidTime(plans: readonly ChargedPlan[], plan: ChargedPlan): PaidState {
  const { charges } = plan
  const last = charges.findLast((_, period) => !isPaidBack(plans, plan, period))
  const cut = upgradeTime(plans, plan)
  const end = last && cut && cut < last.end ? cut : last?.end
  return {
    time: last && end ? { start: charges[0]!.start, end } : null,
    isLastPaidBack: charges.length > 0 && isPaidBack(plans, plan, charges.length - 1),
    isUpgraded: cut !== null,
  }
}

/** Whether the money of a period went back, or that of the time which was a larger part of its price than money. */
function isPaidBack(plans: readonly ChargedPlan[], plan: ChargedPlan, period: number): boolean {
  const { amount, refunded, start } = plan.charges[period]!
  if (refunded >= amount) return true
  const upgraded = plans.find(({ id }) => id === plan.upgradeOf)
  if (period > 0 || !upgraded || creditOf(plan) <= amount) return false
  const taken = upgraded.charges.findLastIndex((charge) => charge.start <= start)
  return taken >= 0 && isPaidBack(plans, upgraded, taken)
}

/** What the first period was paid with beside money, in fen. The credit beyond the price has made it longer. */
function creditOf({ price, months, charges }: ChargedPlan): number {
  const { amount, start, end } = charges[0]!
  const length = addMonths(start, months).getTime() - start.getTime()
  return (price * (end.getTime() - start.getTime())) / length - amount
}

/**
 * Returns when the rest of a plan was taken by an upgrade; null when that does not count, because its money went back before its own
 * rest was taken by another one.
 */
function upgradeTime(plans: readonly ChargedPlan[], { id }: ChargedPlan): Date | null {
  for (const upgrade of plans.filter(({ upgradeOf }) => upgradeOf === id)) {
    const [first] = upgrade.charges
    if (first && (first.refunded < first.amount || upgradeTime(plans, upgrade))) return first.start
  }
  return null
}
