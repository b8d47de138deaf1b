import { type Seconds, unixSeconds } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { MONTHLY_SECONDS } from '../contract.ts'
import { type MembershipType, type Period, UNLIMITED_SECONDS, hasMembership, periodOf } from '../rules.ts'
import { type MembershipRecord, currentMembership, sumEntries } from './store.ts'

/** What somebody may use and has used. Moments in unix seconds. */
export type Membership = {
  readonly type: MembershipType
  readonly flag: 'Yearly' | 'Monthly' | ''
  readonly startTime: Seconds
  /** 0: without end. */
  readonly expireTime: Seconds
  /** When the month's minutes are full again. */
  readonly resetTime: Seconds
  /** UNLIMITED_SECONDS, both of them, where the tier has no end. */
  readonly secondsLeft: Seconds
  readonly secondsTotal: Seconds
  /** Something was transcribed some time. */
  readonly hasUse: boolean
}

/** Somebody's tier and minutes as of now. Never below 0 left, never more than the whole. */
export async function readMembership(ground: Ground, userId: string, accountCreatedAt: Date): Promise<Membership> {
  const held = await currentMembership(ground, userId)
  const type = held?.tier ?? 'starter'
  const period = periodNow(ground, held, accountCreatedAt)
  const { granted, used, hasUse } = await sumEntries(ground, userId, period.start)
  const monthly = hasMembership(type) ? MONTHLY_SECONDS[type] : 0
  const total = monthly === null ? UNLIMITED_SECONDS : monthly + granted
  return {
    type,
    flag: held?.flag ?? '',
    startTime: unixSeconds(held?.start_time ?? accountCreatedAt),
    expireTime: held?.expire_time ? unixSeconds(held.expire_time) : 0,
    resetTime: unixSeconds(period.end),
    secondsLeft: monthly === null ? total : Math.max(0, Math.min(total, total - used)),
    secondsTotal: total,
    hasUse,
  }
}

/** Minutes are counted by months from the beginning of the membership, a starter's from that of the account. */
export const periodNow = (ground: Ground, held: MembershipRecord | undefined, accountCreatedAt: Date): Period =>
  periodOf(held?.start_time ?? accountCreatedAt, ground.clock.now())
