import { systemClock } from '#platform/clock/clock.ts'
import { seconds } from '#shared/units.ts'
import { callApi, query } from '../shop.ts'
import type { QrShopper } from './shopper.ts'

/** How the page polls for an order that was paid. */
const RETURNS = { once: 8, tenAtOnce: 3, late: 3, never: 4 } as const

/** Returns to the page of a paid order, or does not. Everything that the server reports as paid must have been delivered. */
export async function comeBack(shopper: QrShopper, orderId: string): Promise<void> {
  const how = shopper.random.weighted(RETURNS)
  shopper.shop.journal.count(`pages: ${how}`)
  if (how === 'late') shopper.unasked.push(orderId)
  else if (how !== 'never') await askForOrder(shopper, orderId, how === 'once' ? 1 : 10)
}

/** Polls for an order, several times at once. */
export async function askForOrder(shopper: QrShopper, orderId: string, times: number): Promise<void> {
  const ask = () => callApi(shopper, 'order', () => shopper.user.billingChina.order({ params: { id: orderId } }))
  const replies = await Promise.all(Array.from({ length: times }, ask))
  if (!replies.some(({ reply }) => reply?.data.status === 'paid')) return
  // An order that was paid with another code of the same pack is refunded.
  const given = await query(
    shopper.shop,
    `select 1 from billing_qr_order paid
     where order_id = $1 and (refunded > 0 or exists (
       select 1 from billing_qr_order other join minute_grant on source = 'order' and source_ref = 'order:' || other.order_id
       where other.user_id = paid.user_id and other.sku = paid.sku and (other.order_id = paid.order_id or other.made_at <> paid.made_at)
     ))`,
    [orderId],
  )
  if (given.length === 0) shopper.shop.journal.wrong('paid to the page, but nothing is given', orderId)
}

const ASKS = 3

/** Polls for a plan whose agreement was signed, as the page does, a few times. */
export async function waitForPlan(shopper: QrShopper, subId: string): Promise<void> {
  if (shopper.random.chance(0.3)) return
  for (let n = 0; n < ASKS; n++) {
    const { reply } = await callApi(shopper, 'plan', () => shopper.user.billingChina.subscription({ query: { sub_id: subId } }))
    if (reply?.data.has_subscription) return await checkPlanGiven(shopper, subId)
    await systemClock.wait(seconds(1))
  }
}

async function checkPlanGiven({ shop }: QrShopper, subId: string): Promise<void> {
  const given = await query(
    shop,
    `select 1 from billing_qr_agreement where sub_id = $1
     and (change = 'downgrade' or exists (select 1 from membership where source_ref = sub_id || ':paid'))`,
    [subId],
  )
  if (given.length === 0) shop.journal.wrong('a plan is there for the page, but nothing is given', subId)
}
