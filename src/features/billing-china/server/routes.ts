import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { billingChinaContract } from '../contract.ts'
import { startOrder } from './buy/startOrder.ts'
import { startSubscription, toStatus } from './buy/startSubscription.ts'
import { isUnavailable } from './channels.ts'
import { findCurrentPlan } from './currentPlan.ts'
import { readPaidPlans, runsUntil } from './paidPlans.ts'
import { listPayments, readPricing } from './pricing.ts'
import { findAgreement, listAgreements, lockPayments } from './storeAgreements.ts'
import { findOrder } from './storeOrders.ts'
import { isBeingCharged } from './sync/charge.ts'
import { checkAgreement, endAgreement, forgetNext } from './sync/syncAgreement.ts'
import { checkOrder } from './sync/syncOrder.ts'

export function billingChinaRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'billing-china', billingChinaContract, {
    pricing: async ({ caller }) => ({ data: await readPricing(ctx, caller.userId) }),
    checkout: async ({ body, caller, refuse }) => {
      const order = await startOrder(ctx, caller.userId, body)
      return 'refused' in order ? refuse(order.refused) : { data: order }
    },
    order: async ({ params, caller }) => {
      const order = await findOrder(ctx, params.id)
      if (order?.user_id !== caller.userId) throw new NotFound()
      const status = await checkOrder(ctx, order)
      return { data: { order_id: order.order_id, status, expire_time: unixSeconds(order.expire_time ?? order.made_at) } }
    },
    orders: async ({ caller }) => ({ data: await listPayments(ctx, caller.userId) }),
    subscribe: async ({ body, caller, refuse }) => {
      const plan = await startSubscription(ctx, caller.userId, body)
      return 'refused' in plan ? refuse(plan.refused) : { data: plan }
    },
    subscription: async ({ query, caller }) => ({ data: await readSubscription(ctx, caller.userId, query.sub_id) }),
    endSubscription: async ({ query, caller, refuse }) => {
      const ended = await endPlan(ctx, caller.userId, query.next === 'true')
      return ended === 'done' ? {} : refuse(ended)
    },
  })
}

/** Returns whether a plan is agreed to and paid: the given one, or the latest. */
async function readSubscription(ctx: AppContext, userId: string, subId: string | undefined) {
  const chosen = subId === undefined ? (await listAgreements(ctx, userId))[0] : await findAgreement(ctx, subId)
  if (subId !== undefined && chosen?.user_id !== userId) throw new NotFound()
  if (!chosen) return { has_subscription: false, status: null }
  await checkAgreement(ctx, chosen)
  const plan = (await readPaidPlans(ctx, userId)).find(({ agreement }) => agreement.sub_id === chosen.sub_id)
  const { state, change } = plan?.agreement ?? chosen
  const isOver = state === 'active' && plan !== undefined && runsUntil(ctx, plan) === null
  const status = isOver ? ('expired' as const) : toStatus(state, change)
  return { has_subscription: status === 'paid', status }
}

type Ended = 'done' | 'noSubscription' | 'unavailable'

/**
 * Cancels the running plan at the end of its paid time, and the plan that would follow it. With `isNext`, cancels only the latter.
 */
async function endPlan(ctx: AppContext, userId: string, isNext: boolean): Promise<Ended> {
  const decided = await ctx.transaction(async (tx): Promise<Ended | { subId: string }> => {
    await lockPayments(tx, userId)
    const current = await findCurrentPlan(tx, userId)
    if (!current || (isNext && !current.next)) return 'noSubscription'
    const { agreement, next } = current
    if (next && (await isBeingCharged(tx, next.sub_id))) return 'unavailable'
    if (next) await forgetNext(tx, next)
    if (!isNext && agreement.renews) return { subId: agreement.sub_id }
    return next ? 'done' : 'noSubscription'
  })
  if (typeof decided === 'string') return decided
  try {
    await endAgreement(ctx, decided)
    return 'done'
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return 'unavailable'
  }
}
