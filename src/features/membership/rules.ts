import { addMonths } from '#shared/addMonths.ts'
import { paths } from '#shared/paths.ts'
import { days, seconds } from '#shared/units.ts'
import type { Millis, Seconds } from '#shared/units.ts'
import type { Tier } from './contract.ts'
import { FEATURE_CODES, includesRight, type RightCode } from './rules/rights.ts'

/** A tier, or one of the two wire values for no tier (A§3). */
export type MembershipType = Tier | 'free' | 'none'

/** Returns whether the user has a tier. Users without one are non-members (A§1). */
export const hasMembership = (type: MembershipType): type is Tier => type !== 'free' && type !== 'none'

/** Returns whether the tier is paid (A§2). Starter is free. */
export const isPaidTier = (type: MembershipType): boolean => hasMembership(type) && type !== 'starter'

/** Returns whether a payment renews the membership (A§3). */
export const isRenewing = (me: { is_subscribed: boolean; autorenew: string | null }): boolean =>
  me.is_subscribed || me.autorenew !== null

/** Returns whether a trial or a plan ends by itself before its minutes would be reset. */
export const endsBeforeReset = (me: {
  is_subscribed: boolean
  autorenew: string | null
  expire_time: number
  reset_time: number
}): boolean => me.expire_time > 0 && me.expire_time <= me.reset_time && !isRenewing(me)

/** Returns whether the tier has unlimited minutes (A§6). */
export const isUnlimited = (type: MembershipType): boolean => type === 'unlimited' || type === 'backer'

/**
 * Returns the path of the membership page for this user (A§2): the plans for users who are not subscribed and have never
 * transcribed, otherwise the membership overview, also while the user is not loaded. `from` names the button that was clicked.
 */
export function membershipPath(me: { is_subscribed: boolean; has_transcribed: boolean } | undefined, from: string): string {
  const showsPlans = me !== undefined && !me.is_subscribed && !me.has_transcribed
  return showsPlans ? paths.memberPurchase({ from }) : paths.memberIndex({ from })
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
 * The quota of an unlimited tier on the wire: the largest integer that every known client can parse. Clients that do not know
 * unlimited tiers show a full quota; other clients check the tier.
 */
export const UNLIMITED_SECONDS: Seconds = 2_147_483_647

/** Length of a free trial (A§9). */
export const TRIAL_DAYS = 7
/** A membership by a code counts as annual from this length (A§4). */
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

/** Returns whether the reset is shown with its hour and not only with its day (A§2). `reset` is in unix seconds. */
export const showsResetHour = (reset: Seconds, now: Millis): boolean => seconds(reset) - now <= RESET_HOUR_WITHIN

/** Less than this share of the minutes is shown as low, in percent. */
export const LOW_PERCENT = 10

/** Seconds on the wire as whole minutes for the screen. What is left is rounded down, so that no screen promises too much. */
export const wholeMinutes = (length: Seconds): number => Math.floor(Math.max(0, length) / 60)

/** What a user has left to transcribe with: the minutes of the membership, and packs and goodwill. */
export type MinutesLeft = { membership_type: MembershipType; seconds_left: Seconds; seconds_left_traffic: Seconds }

/** What a transcription takes, in whole minutes. `short` is above 0 when there are too few; then `after` is 0. */
export type MinutesEstimate = { needed: number; left: number; after: number; short: number }

/**
 * Returns what transcribing audio of this length takes and leaves, or null for unlimited plans. The server compares seconds, so
 * a recording that just fits is never shown as too long. The numbers add up: `needed` is at most `left`, or `short` more.
 */
export function estimateMinutes(me: MinutesLeft, length: Seconds): MinutesEstimate | null {
  if (isUnlimited(me.membership_type)) return null
  return compareMinutes({ needed: Math.ceil(length), left: me.seconds_left + me.seconds_left_traffic })
}

/** Like `estimateMinutes`, for a limited plan with this much left. */
export function compareMinutes(length: { needed: Seconds; left: Seconds }): MinutesEstimate {
  const left = wholeMinutes(length.left)
  const needed = Math.ceil(length.needed / 60)
  if (length.needed > length.left) return { needed, left, after: 0, short: needed - left }
  return { needed: Math.min(needed, left), left, after: Math.max(0, left - needed), short: 0 }
}

/** The quota of B§5, 6000 * 60. Its unit is not specified; here it is seconds, a hundred hours. */
export const QUOTA_SECONDS: Seconds = 6000 * 60

/** Returns whether transcribing this recording exceeds the quota, with everything that was ever transcribed (B§5). */
export const exceedsQuota = (transcribed: Seconds, length: Seconds): boolean => transcribed + length > QUOTA_SECONDS

/**
 * Returns whether the sidebar shows the membership: minutes that can run out, or something that can be bought. Otherwise it shows
 * what is kept (B§2). `hasShop`: devices are sold.
 */
export const showsUsage = (me: { membership_type: MembershipType; can_buy: boolean }, hasShop: boolean): boolean =>
  me.can_buy || (hasMembership(me.membership_type) ? !isUnlimited(me.membership_type) : hasShop)
