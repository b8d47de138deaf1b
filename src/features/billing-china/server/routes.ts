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

/** Whether a plan is agreed to and paid: the one that is named, or the one that was chosen last. */
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

async function endPlan(ctx: AppContext, userId: string, isNext: boolean): Promise<'done' | 'noSubscription' | 'unavailable'> {
  const current = await findCurrentPlan(ctx, userId)
  const { agreement, next, paidUntil } = current ?? {}
  if (!agreement || !paidUntil || (isNext ? !next : !agreement.renews || agreement.state !== 'active')) return 'noSubscription'
  if (next)
    await ctx.transaction(async (tx) => {
      await lockPayments(tx, userId)
      await forgetNext(tx, next, agreement, paidUntil)
    })
  if (isNext) return 'done'
  try {
    await endAgreement(ctx, { subId: agreement.sub_id })
    return 'done'
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return 'unavailable'
  }
}
