import { paths } from '#kit/paths.ts'
import { days, seconds } from '#kit/units.ts'
import type { Millis, Seconds } from '#kit/units.ts'
import type { Tier } from './contract.ts'

/** A tier, or the two words the wire has for none (A§3). */
export type MembershipType = Tier | 'free' | 'none'

/** Somebody with a tier; the others are non-members (A§1). */
export const hasMembership = (type: MembershipType): type is Tier => type !== 'free' && type !== 'none'

/** Somebody with a tier that is paid for (A§2); starter is free. */
export const isSubscribed = (type: MembershipType): boolean => hasMembership(type) && type !== 'starter'

/** A tier whose minutes have no end (A§6). */
export const isUnlimited = (type: MembershipType): boolean => type === 'unlimited' || type === 'backer'

/**
 * Where somebody is led who wants to see their membership (A§2): who is not subscribed and has never transcribed to the plans,
 * everybody else to their membership. `from` names the button that led there; nobody known yet goes by the second rule.
 */
export function memberAddress(
  me: { membership_type: MembershipType; has_transcribed: boolean } | undefined,
  from: string,
): string {
  const isNew = me !== undefined && !isSubscribed(me.membership_type) && !me.has_transcribed
  return isNew ? paths.memberPurchase({ from }) : paths.memberIndex({ from })
}

/** What everybody has (A§6). */
const FOR_ALL = ['transcription', 'sharing', 'export', 'cloud_sync'] as const
/** What pro, unlimited and backer have besides (A§6). */
const FOR_MEMBERS = ['ask_ai', 'templates_pro', 'template_community', 'custom_templates'] as const

/** Codes a client may ask for. */
export const FEATURE_CODES: readonly string[] = [...FOR_ALL, ...FOR_MEMBERS]

/** What a tier opens (A§6). Who has none keeps what everybody has; only bringing sound in is for members (B§6). */
export const featuresOf = (type: MembershipType): readonly string[] => (isSubscribed(type) ? FEATURE_CODES : FOR_ALL)

/**
 * Quota of a tier without end, on the wire: the largest whole number every known client can read. One that knows no
 * "unlimited" sees a full quota and never an empty one; who knows it goes by the tier.
 */
export const UNLIMITED_SECONDS: Seconds = 2_147_483_647

/** A month of minutes; `end` is its reset, the first moment of the next one. */
export type Period = { readonly start: Date; readonly end: Date }

/**
 * The month `now` lies in, counted in UTC from `anchor`: always anchor + n months, so that a start on the 31st comes back to
 * the 31st after a short month, which uses its last day.
 */
export function periodOf(anchor: Date, now: Date): Period {
  const n = (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth()
  const first = addMonths(anchor, n) <= now ? n : n - 1
  return { start: addMonths(anchor, first), end: addMonths(anchor, first + 1) }
}

function addMonths(anchor: Date, n: number): Date {
  const at = new Date(anchor)
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + n)
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return at
}

/** What is left, in whole percent: floored, at most 100, 0 when there is nothing to have (A§5). */
export function usagePercent(left: Seconds, total: Seconds): number {
  if (total <= 0) return 0
  return Math.max(0, Math.min(100, Math.floor((left / total) * 100)))
}

/** A§9: how near the reset must be for its hour to be shown. */
export const RESET_HOUR_WITHIN: Millis = days(2)

/** Whether the moment the minutes are full again is shown with its hour, or as a day alone (A§2). */
export const showsResetHour = (reset: Seconds, now: Millis): boolean => seconds(reset) - now <= RESET_HOUR_WITHIN
