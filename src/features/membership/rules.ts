import { addMonths } from '#shared/addMonths.ts'
import { days, seconds } from '#shared/units.ts'
import type { Millis, Seconds } from '#shared/units.ts'
import { FEATURE_CODES, includesRight, type RightCode } from './rules/rights.ts'
import { type MembershipType, hasMembership, isUnlimited } from './rules/tiers.ts'

export {
  compareMinutes,
  estimateMinutes,
  exceedsQuota,
  type MinutesEstimate,
  type MinutesLeft,
  QUOTA_SECONDS,
  wholeMinutes,
} from './rules/minutes.ts'
export { hasMembership, isPaidTier, isUnlimited, type MembershipType } from './rules/tiers.ts'

/** Returns whether a payment renews the membership (A§3). */
export const isRenewing = (me: { is_subscribed: boolean; autorenew: string | null }): boolean =>
  me.is_subscribed || me.autorenew !== null

/** Returns whether a trial or plan ends before its minutes would reset. */
export const endsBeforeReset = (me: {
  is_subscribed: boolean
  autorenew: string | null
  expire_time: number
  reset_time: number
}): boolean => me.expire_time > 0 && me.expire_time <= me.reset_time && !isRenewing(me)

/**
 * Returns the link to the membership page for this user (A§2): the plans for users who are not subscribed and have never
 * transcribed, otherwise the membership overview, also while the user is not loaded. `from` names the button that was clicked.
 */
export function membershipLink(me: { is_subscribed: boolean; has_transcribed: boolean } | undefined, from: string) {
  const showsPlans = me !== undefined && !me.is_subscribed && !me.has_transcribed
  return { to: showsPlans ? '/member/purchase' : '/member/index', search: { from } } as const
}

export {
  comparePeriods,
  isPackKey,
  PACK_MINUTES,
  PACK_MONTHS,
  packSeconds,
  planFlag,
  yearlyDiscount,
  type PackKey,
  type PaidPeriod,
} from './rules/products.ts'

export {
  FEATURE_CODES,
  includesRight,
  isBetaFeature,
  RIGHTS,
  SAVE_REFUSED,
  triesOf,
  type Right,
  type RightCode,
} from './rules/rights.ts'

/** Returns the features of a tier (A§6). Non-members have the basic features too; only uploading needs a tier (B§6). */
export const featuresOfTier = (type: MembershipType): readonly RightCode[] =>
  FEATURE_CODES.filter((code) => includesRight(type, code))

/**
 * The quota of an unlimited tier on the wire: the largest integer that every known client can parse. Clients without support for
 * unlimited tiers show a full quota; others check the tier.
 */
export const UNLIMITED_SECONDS: Seconds = 2_147_483_647

/** Length of a free trial (A§9). */
export const TRIAL_DAYS = 7
/** Minimum length in days of a membership by code that counts as annual (A§4). */
const ANNUAL_DAYS = 300

/** Returns whether a membership that ends by itself counts as yearly or monthly. */
export const flagOfPeriod = (start: Date, end: Date): 'Yearly' | 'Monthly' =>
  end.getTime() - start.getTime() >= days(ANNUAL_DAYS) ? 'Yearly' : 'Monthly'

const RANKS: readonly MembershipType[] = ['none', 'free', 'starter', 'pro', 'unlimited', 'backer']

/** Returns a positive number when the first tier is higher, a negative one when the second is. */
export const compareTiers = (a: MembershipType, b: MembershipType): number => RANKS.indexOf(a) - RANKS.indexOf(b)

/**
 * A quota period of one month. `end` is exclusive: the start of the next period, when the quota resets. `month` counts the periods
 * from 0.
 */
export type QuotaPeriod = { readonly start: Date; readonly end: Date; readonly month: number }

/**
 * Returns the period that contains `now`, in UTC. Periods start at `anchor` plus n months, so that a start on the 31st uses the
 * last day of a short month and returns to the 31st afterwards.
 */
export function quotaPeriod(anchor: Date, now: Date): QuotaPeriod {
  const n = (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth()
  const index = addMonths(anchor, n) <= now ? n : n - 1
  return { start: addMonths(anchor, index), end: addMonths(anchor, index + 1), month: index }
}

/** Returns the remaining share in percent, rounded down, between 0 and 100; 0 if the total is 0 (A§5). */
export function usagePercent(left: Seconds, total: Seconds): number {
  if (total <= 0) return 0
  return Math.max(0, Math.min(100, Math.floor((left / total) * 100)))
}

/** Returns the days that are left of a free trial, today included (A§5). `start` is in unix seconds. */
export function freeTrialDaysLeft(start: Seconds, now: Millis): number {
  const daysElapsed = Math.max(1, Math.floor((now - seconds(start)) / days(1)) + 1)
  return Math.max(0, TRIAL_DAYS - daysElapsed + 1)
}

/** The hour of the reset is shown if the reset is at most this far away (A§9). */
export const RESET_HOUR_WITHIN: Millis = days(2)

/** Returns whether the reset is shown with its hour, not just its day (A§2). `reset` is in unix seconds. */
export const showsResetHour = (reset: Seconds, now: Millis): boolean => seconds(reset) - now <= RESET_HOUR_WITHIN

/** Remaining minutes below this percentage are shown as low. */
export const LOW_PERCENT = 10

/**
 * Returns whether the sidebar shows the membership, because minutes can run out or something can be bought. Otherwise it shows the
 * used storage (B§2). `hasShop`: devices are sold.
 */
export const showsUsage = (me: { membership_type: MembershipType; can_buy: boolean }, hasShop: boolean): boolean =>
  me.can_buy || (hasMembership(me.membership_type) ? !isUnlimited(me.membership_type) : hasShop)
