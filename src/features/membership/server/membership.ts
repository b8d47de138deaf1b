import { type Seconds, unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { readAccountProfile } from '#features/account/server.ts'
import {
  type MembershipType,
  type RightCode,
  UNLIMITED_SECONDS,
  TRIAL_DAYS,
  includesRight,
  isPaidTier,
  quotaPeriod,
} from '../rules.ts'
import { monthlyGrant } from './ledger/grants.ts'
import { findGrantOf, listUsableGrants, type GrantRecord } from './ledger/storeGrants.ts'
import { serverMembership } from './plans.ts'
import { currentMembership, listMemberships, type MembershipRecord } from './store.ts'
import { hasUsedMinutes } from './storeEntries.ts'
import { hasClaimedTrial } from './trials.ts'

/** Sums over several grants. Held seconds are in neither `left` nor `used`. */
export type Minutes = { readonly left: Seconds; readonly total: Seconds }

/** The tier and the minutes of a user. Times are unix seconds, 0 for none. */
export type Membership = {
  readonly type: MembershipType
  readonly flag: 'Yearly' | 'Monthly' | ''
  readonly startTime: Seconds
  readonly expireTime: Seconds
  /** When the monthly minutes renew. */
  readonly resetTime: Seconds
  /** Minutes of the membership. Both are UNLIMITED_SECONDS if it is unlimited. */
  readonly minutes: Minutes
  /** Minutes of packs and goodwill, which are used after those of the membership. */
  readonly extra: Minutes & { readonly startTime: Seconds; readonly expireTime: Seconds }
  /** What renews the membership; null when it ends by itself. */
  readonly renewal: MembershipRecord['renewal']
  readonly isTrial: boolean
  readonly hasHadTrial: boolean
  /** True if the user has ever transcribed a recording. */
  readonly hasUse: boolean
}

/** Returns the user's current tier and minutes. Rejects with NotFound when the account no longer exists. */
export async function readMembership(ctx: AppContext, userId: string): Promise<Membership> {
  const memberships = await listMemberships(ctx, userId)
  const record = await membershipOrPlan(ctx, userId)
  const grants = await listUsableGrants(ctx, userId, record.membership_id)
  const monthly = monthlyGrant(ctx, record)
  const end = record.paid_until ?? record.expire_time
  const reset = quotaPeriod(record.start_time, ctx.clock.now()).end
  // After the minutes of a trial come those of the plan.
  const isTrial = record.source === 'trial'
  const unlimited = monthly?.is_unlimited === true
  // The grant of a month is created on first use.
  const isCreated = monthly !== undefined && (await findGrantOf(ctx, monthly.source, monthly.source_ref)) !== undefined
  const created = grants.filter(({ membership_id }) => membership_id !== null)
  const ofMembership = monthly && !isCreated ? [...created, monthly] : created
  const extra = grants.filter(({ membership_id, is_unlimited }) => membership_id === null && !is_unlimited)
  const [nextToExpire] = extra.filter(({ seconds_left, valid_until }) => seconds_left > 0 && valid_until !== null)
  return {
    type: record.tier,
    flag: record.flag ?? '',
    startTime: unixSeconds(record.start_time),
    expireTime: end ? unixSeconds(end) : 0,
    resetTime: unixSeconds(isTrial && end && end < reset ? end : reset),
    minutes: unlimited ? UNLIMITED : sumMinutes(ofMembership),
    extra: {
      ...sumMinutes(extra),
      startTime: extra[0] ? unixSeconds(extra[0].valid_from) : 0,
      expireTime: nextToExpire?.valid_until ? unixSeconds(nextToExpire.valid_until) : 0,
    },
    renewal: record.renewal,
    isTrial,
    hasHadTrial: memberships.some(({ source }) => source === 'trial'),
    hasUse: await hasUsedMinutes(ctx, userId),
  }
}

const UNLIMITED: Minutes = { left: UNLIMITED_SECONDS, total: UNLIMITED_SECONDS }

const sumMinutes = (grants: readonly GrantRecord[]): Minutes => ({
  left: grants.reduce((sum, { seconds_left }) => sum + seconds_left, 0),
  total: grants.reduce((sum, { seconds_total }) => sum + seconds_total, 0),
})

/** Returns the current membership, or the plan of the server for an account that is being created. */
async function membershipOrPlan(ctx: AppContext, userId: string): Promise<MembershipRecord> {
  const record = await currentMembership(ctx, userId)
  return record ?? serverMembership(ctx, userId, (await readAccountProfile(ctx, userId)).createdAt)
}

/** Returns the tier of a user. */
export const readTier = async (ctx: AppContext, userId: string): Promise<MembershipType> =>
  (await membershipOrPlan(ctx, userId)).tier

/** Returns whether the user's plan includes a right. */
export const hasRight = async (ctx: AppContext, userId: string, code: RightCode): Promise<boolean> =>
  includesRight(await readTier(ctx, userId), code)

/** Returns whether the user can try a plan (A§3): once, without a paid plan, and only where plans can be bought. */
export async function readTrialStatus(ctx: AppContext, userId: string) {
  const { isTrial, renewal, expireTime, type } = await readMembership(ctx, userId)
  const hasClaimed = await hasClaimedTrial(ctx, userId)
  const canClaim = ctx.payments !== null && !hasClaimed && renewal === null && !isPaidTier(type)
  const remaining = isTrial ? Math.max(0, expireTime - unixSeconds(ctx.clock.now())) : 0
  return {
    trial_info: { can_claim: canClaim, has_claimed: hasClaimed, available_days: canClaim ? TRIAL_DAYS : 0 },
    countdown: { is_active: isTrial, remaining_seconds: remaining },
  }
}
