import { newId } from '#shared/newId.ts'
import { days } from '#shared/units.ts'
import type { Seconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { addMonths } from '#shared/addMonths.ts'
import { TRIAL_DAYS, flagOfPeriod } from '../rules.ts'
import { addGrant, voidGrant } from './ledger/grants.ts'
import { listGrants, lockAccount, type GrantRecord } from './ledger/storeGrants.ts'
import { ensureMembership } from './plans.ts'
import { findMembership, insertMembership, listMemberships, updateMembership, type MembershipRecord } from './store.ts'
import { meTopic } from '#features/account/contract.ts'

/**
 * What an operator can grant: a plan for some months or without end, a seven-day trial, or minutes. `none` removes the server's
 * plan.
 */
export type Gift =
  | { readonly plan: 'starter' | 'pro' | 'unlimited' | 'backer'; readonly months: number | null }
  | { readonly plan: 'trial' }
  | { readonly plan: 'none' }
  | { readonly seconds: Seconds; readonly months: number | null }

/** Grants a membership or minutes and returns the id that revokes it. */
export async function give(ctx: AppContext, userId: string, gift: Gift): Promise<string> {
  return await ctx.transaction(async (tx) => {
    await lockAccount(tx, userId)
    await ensureMembership(tx, userId)
    if ('plan' in gift && gift.plan === 'none') return await removeServerPlan(tx, userId)
    const now = tx.clock.now()
    const id = newId(now)
    if ('seconds' in gift) {
      const validUntil = gift.months === null ? null : addMonths(now, gift.months)
      await addGrant(tx, {
        grantId: id,
        userId,
        kind: 'pack',
        seconds: gift.seconds,
        source: 'manual',
        sourceRef: id,
        validUntil,
      })
      return id
    }
    await insertMembership(tx, { ...createMembership(now, gift), membership_id: id, user_id: userId, source_ref: id })
    await tx.live.publish(meTopic, { userId })
    return id
  })
}

/** Removes the server's plan from an account, unless it has another one. Its minutes of this month become void. */
async function removeServerPlan(tx: AppContext, userId: string): Promise<string> {
  const plan = (await listMemberships(tx, userId)).find(({ source }) => source === 'server')
  if (!plan) throw new NotFound()
  await updateMembership(tx, plan.membership_id, { tier: 'none' })
  for (const grant of await listGrants(tx, userId))
    if (grant.membership_id === plan.membership_id) await voidGrant(tx, grant.grant_id)
  await tx.live.publish(meTopic, { userId })
  return plan.membership_id
}

type PlanGift = Exclude<Gift, { seconds: Seconds } | { plan: 'none' }>

function createMembership(now: Date, gift: PlanGift) {
  const common = { start_time: now, paid_until: null, made_at: now, renewal: null }
  if (gift.plan === 'trial')
    return {
      ...common,
      tier: 'pro',
      flag: null,
      source: 'trial',
      expire_time: new Date(now.getTime() + days(TRIAL_DAYS)),
    } as const
  const expire_time = gift.months === null ? null : addMonths(now, gift.months)
  return {
    ...common,
    tier: gift.plan,
    flag: expire_time && flagOfPeriod(now, expire_time),
    source: 'manual',
    expire_time,
  } as const
}

/** Returns everything granted to an account: memberships and grants, including ended ones. */
export const listGiven = async (
  ctx: AppContext,
  userId: string,
): Promise<{ memberships: MembershipRecord[]; grants: GrantRecord[] }> => ({
  memberships: await listMemberships(ctx, userId),
  grants: await listGrants(ctx, userId),
})

/**
 * Ends a membership now and voids its minutes, or voids a grant. Used minutes stay used. Rejects with NotFound, also for the plan
 * of the server.
 */
export async function revoke(ctx: AppContext, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const membership = await findMembership(tx, id)
    if (!membership) return void (await voidGrant(tx, id))
    if (membership.source === 'server') throw new NotFound()
    const { user_id: userId, start_time, expire_time } = membership
    await lockAccount(tx, userId)
    // The database requires the end to be after the start, even for a membership that has not begun.
    const end = new Date(Math.max(tx.clock.now().getTime(), start_time.getTime() + 1))
    if (expire_time === null || expire_time > end) await updateMembership(tx, id, { expire_time: end })
    for (const grant of await listGrants(tx, userId)) if (grant.membership_id === id) await voidGrant(tx, grant.grant_id)
    await tx.live.publish(meTopic, { userId })
  })
}
