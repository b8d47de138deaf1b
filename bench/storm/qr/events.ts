import { callApi, query } from '../shop.ts'
import { transcribe } from '../transcribe.ts'
import { askForOrder } from './comeBack.ts'
import { scan } from './purchases.ts'
import { type QrShopper, readPricing, actOnPhone } from './shopper.ts'

/** Events between two purchases, by weight. */
const EVENTS = {
  nothing: 8,
  month: 14,
  declines: 3,
  endInApp: 2,
  endHere: 2,
  keepsPlan: 3,
  refund: 4,
  lateScan: 6,
  lateReturn: 4,
  transcription: 6,
} as const

/** Triggers one of the events that happen between purchases. */
export async function somethingHappens(shopper: QrShopper): Promise<void> {
  const event = shopper.random.weighted(EVENTS)
  if (await HANDLERS[event](shopper)) shopper.shop.journal.count(`events: ${event}`)
}

const HANDLERS: Record<keyof typeof EVENTS, (shopper: QrShopper) => Promise<boolean>> = {
  nothing: async () => false,
  /** Advances the clock of the customer by a month. */
  month: (shopper) => onPlan(shopper, 'advance'),
  declines: (shopper) => onPlan(shopper, shopper.random.pick(['decline', 'accept'])),
  endInApp: (shopper) => onPlan(shopper, 'end'),
  endHere: (shopper) => endPlan(shopper, {}),
  keepsPlan: (shopper) => endPlan(shopper, { next: 'true' }),
  refund: payBack,
  lateScan: async (shopper) => {
    const code = shopper.unpaid.shift()
    if (code) await scan(shopper, code)
    return code !== undefined
  },
  lateReturn: async (shopper) => {
    const orderId = shopper.unasked.shift()
    if (orderId !== undefined) await askForOrder(shopper, orderId, 1)
    return orderId !== undefined
  },
  transcription: transcribe,
}

async function onPlan(shopper: QrShopper, action: string): Promise<boolean> {
  const { current } = await readPricing(shopper)
  return current !== null && (await actOnPhone(shopper, { kind: 'agreement', id: current.sub_id }, action))
}

async function endPlan(shopper: QrShopper, body: { next?: 'true' }): Promise<boolean> {
  const { reply } = await callApi(shopper, 'end', () => shopper.user.billingChina.endSubscription({ query: body }))
  return reply !== undefined
}

/** The operator refunds one payment, often the newest. */
async function payBack(shopper: QrShopper): Promise<boolean> {
  const orders = await query<{ id: string }>(
    shopper.shop,
    `select order_no as id from sandbox_qr_order join billing_qr_order on order_id = order_no
     where user_id = $1 and sandbox_qr_order.state = 'paid' and sandbox_qr_order.refunded = 0 order by created_at desc, order_no desc`,
    [shopper.user.id],
  )
  if (orders.length === 0) return false
  const { id } = shopper.random.chance(0.5) ? orders[0]! : shopper.random.pick(orders)
  return await actOnPhone(shopper, { kind: 'order', id }, 'refund')
}
