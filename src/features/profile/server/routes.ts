import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { removeAccount, readAccountProfile } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { profileContract } from '../contract.ts'
import { changeSettings, isGreetedByName, readAllSettings, readSettings } from './settings.ts'
import { TIERS, type Tier } from '#features/membership/contract.ts'
import { isPaidTier } from '#features/membership/rules.ts'
import { readMembership, sumUsed } from '#features/membership/server.ts'
import { unixSeconds } from '#shared/units.ts'

export function profileRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'me', profileContract, {
    me: ({ caller }) => readCurrentUser(ctx, caller.userId),
    settings: async ({ caller }) => ({ data: await readAllSettings(ctx, caller.userId) }),
    changeSettings: async ({ body, caller, refuse }) => {
      const refusal = await changeSettings(ctx, caller.userId, body)
      return refusal ? refuse(refusal.refused) : { data: await readAllSettings(ctx, caller.userId) }
    },
    remove: async ({ caller, refuse }) => {
      const refusal = await removeAccount(ctx, caller)
      return refusal ? refuse(refusal.refused) : {}
    },
  })
}

/**
 * Returns user data and account state of the caller (A§3). `…_traffic` are packs and goodwill. `is_subscribed` means a renewing
 * payment. Throws NotFound if the account no longer exists.
 */
async function readCurrentUser(ctx: AppContext, userId: string): Promise<z.output<typeof profileContract.me.reply>> {
  const account = await readAccountProfile(ctx, userId)
  const settings = await readSettings(ctx, userId)
  const membership = await readMembership(ctx, userId)
  return {
    data_user: {
      id: userId,
      id_hash: createHash('sha256').update(userId).digest('hex'),
      email: account.email,
      nickname: account.nickname,
      greet_by_name: isGreetedByName(account, settings),
      avatar: account.avatar,
      country: account.country,
      email_verified: account.emailVerified,
      membership_id: TIERS.indexOf(membership.type as Tier) + 1,
      membership_id_traffic: membership.extra.total > 0 ? 1 : 0,
      membership_type: membership.type,
      start_time: membership.startTime,
      expire_time: membership.expireTime,
      reset_time: membership.resetTime,
      seconds_left: membership.minutes.left,
      seconds_total: membership.minutes.total,
      start_time_traffic: membership.extra.startTime,
      expire_time_traffic: membership.extra.expireTime,
      seconds_left_traffic: membership.extra.left,
      seconds_total_traffic: membership.extra.total,
      has_transcribed: membership.hasUse,
      has_new_privacy: account.hasNewPrivacy,
      is_operator: account.isOperator,
    },
    data_state: {
      is_bind: account.boundIdentities > 0 ? 1 : 0,
      is_membership: isPaidTier(membership.type) ? 1 : 0,
      membership_type: membership.type,
      membership_flag: membership.flag,
      has_transcribed: membership.hasUse,
      autorenew_status_ios: membership.renewal === 'ios',
      autorenew_status_android: membership.renewal === 'android',
      autorenew_status_web: membership.renewal === 'web',
      autorenew_status_stripe: membership.renewal === 'stripe',
      is_free_trial_now: membership.isTrial ? 1 : 0,
      is_free_trial_history: membership.hasHadTrial ? 1 : 0,
      is_subscribed: membership.renewal !== null,
      can_buy: ctx.payments !== null || ctx.qrPayments !== null,
      seconds_transcribed: await sumUsed(ctx, userId),
      created_at: unixSeconds(account.createdAt),
    },
  }
}
