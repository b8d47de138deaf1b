import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { PAY_PLATFORMS } from '#platform/payments/qr/qrPayments.ts'
import { MONTHLY_SECONDS } from '#features/membership/contract.ts'
import type { ChangeDetail } from '../contract.ts'
import { PACK_MINUTES, type PackKey, planFlag, wholeMinutes } from '#features/membership/rules.ts'
import { isPlanKey, type PlanKey, planMonths, planPeriodEnd, PLANS, priceOf, type ProductKey, skuId } from '../rules.ts'
import { type CurrentPlan, findCurrentPlan, quotePlan } from './currentPlan.ts'
import { listPaidOrders, type OrderRecord } from './storeOrders.ts'

const PLAN_KEYS = Object.keys(PLANS) as PlanKey[]
const PACK_KEYS = Object.keys(PACK_MINUTES) as PackKey[]

/** Returns the products in their wire format (A§3). Empty where nothing is sold. */
export async function readPricing(ctx: AppContext, userId: string) {
  const current = await findCurrentPlan(ctx, userId)
  const keys = ctx.qrPayments ? [...PLAN_KEYS, ...PACK_KEYS] : []
  return {
    products: keys.map((key) => toProduct(key, current)),
    current: current && toCurrent(current),
    change_details: ctx.qrPayments && current ? changeDetails(ctx, current) : {},
    pay_methods: PAY_PLATFORMS.filter((platform) => ctx.qrPayments?.channels[platform]),
  }
}

function toProduct(key: ProductKey, current: CurrentPlan | null) {
  const common = { price: priceOf(key), sku_id: skuId(key), product_id: key, uniq_name: key }
  if (!isPlanKey(key))
    return {
      ...common,
      type: 'traffic' as const,
      minutes: PACK_MINUTES[key],
      tags: [],
      purchase_type: 'once' as const,
      is_current: false,
    }
  const { tier } = PLANS[key]
  const seconds = MONTHLY_SECONDS[tier]
  return {
    ...common,
    type: 'membership' as const,
    minutes: seconds === null ? null : wholeMinutes(seconds),
    tags: [planFlag(PLANS[key]).toLowerCase(), tier],
    purchase_type: 'sub' as const,
    is_current: current?.agreement.sku === key,
  }
}

const toCurrent = ({ agreement, paidUntil, next }: CurrentPlan) => ({
  sub_id: agreement.sub_id,
  uniq_name: agreement.sku,
  product_id: agreement.sku,
  sku_id: skuId(agreement.sku),
  pay_platform: agreement.platform,
  is_current: true as const,
  price: agreement.price,
  expire_time: unixSeconds(paidUntil),
  // A canceled plan that was agreed to again renews.
  renews: (agreement.renews && agreement.state === 'active') || next?.sku === agreement.sku,
  next: next && next.sku !== agreement.sku ? { uniq_name: next.sku, start_time: unixSeconds(next.starts_at) } : null,
})

function changeDetails(ctx: AppContext, current: CurrentPlan): Record<string, ChangeDetail> {
  const changes = PLAN_KEYS.map((key) => ({ key, change: quotePlan(current, key, ctx.clock.now()) }))
  return Object.fromEntries(
    changes.flatMap(({ key, change }) =>
      change && change.type !== 'new' && current.next?.sku !== key
        ? [
            [
              key,
              {
                change_type: change.type,
                amount: change.amount,
                credit: change.credit,
                start_time: unixSeconds(change.startsAt),
                end_time: unixSeconds(planPeriodEnd(change.startsAt, 0, planMonths(key), change.extra)),
              },
            ],
          ]
        : [],
    ),
  )
}

/** Returns the payments of a user in their wire format, newest first. */
export const listPayments = async (ctx: AppContext, userId: string) => (await listPaidOrders(ctx, userId)).map(toPayment)

const toPayment = ({ order_id, sku, amount, refunded, platform, paid_at, made_at, transaction_id }: OrderRecord) => ({
  id: order_id,
  name: sku,
  amount,
  status: refunded >= amount ? ('refunded' as const) : ('paid' as const),
  pay_platform: platform,
  at: unixSeconds(paid_at ?? made_at),
  transaction_id,
})
