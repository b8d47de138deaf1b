import { newId } from '#shared/newId.ts'
import type { AppContext } from '#platform/context.ts'
import { readAccountProfile } from '#features/account/server.ts'
import { lockAccount } from './ledger/storeGrants.ts'
import { currentMembership, insertMembership, type MembershipRecord } from './store.ts'

/**
 * Returns the current membership, after granting the plan of the server if the account does not have it. Rejects with NotFound when
 * the account no longer exists.
 */
export async function ensureMembership(tx: AppContext, userId: string): Promise<MembershipRecord> {
  const current = await currentMembership(tx, userId)
  if (current) return current
  const { createdAt } = await readAccountProfile(tx, userId)
  await insertMembership(tx, serverMembership(tx, userId, createdAt))
  return (await currentMembership(tx, userId)) ?? serverMembership(tx, userId, createdAt)
}

/** Grants the server's plan to a new account, which keeps it when the operator changes the plan of new accounts. */
export async function giveServerPlan(ctx: AppContext, userId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockAccount(tx, userId)
    await ensureMembership(tx, userId)
  })
}

/** Returns the membership that the server grants to an account. */
export const serverMembership = (ctx: AppContext, userId: string, createdAt: Date): MembershipRecord => ({
  membership_id: newId(ctx.clock.now()),
  user_id: userId,
  tier: ctx.config.plan,
  flag: null,
  start_time: createdAt,
  expire_time: null,
  paid_until: null,
  source: 'server',
  source_ref: userId,
  renewal: null,
  made_at: ctx.clock.now(),
})
