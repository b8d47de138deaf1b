import { systemClock } from '#platform/clock/clock.ts'
import type { Pricing } from '#features/billing-china/contract.ts'
import { type Arrival, type Buyer, callApi, openPage, query } from '../shop.ts'

export type QrShopper = Buyer & {
  /** QR codes that were left open. */
  readonly unpaid: Code[]
  /** Paid orders for which the page has not polled yet. */
  readonly unasked: string[]
}

/** The target of a QR code. */
export type Code = { readonly kind: 'order' | 'agreement'; readonly id: string }

export const NOTHING: Pricing = { products: [], current: null, change_details: {}, pay_methods: [] }

/** Returns the contents of the purchase page. */
export async function readPricing(shopper: QrShopper): Promise<Pricing> {
  const { reply } = await callApi(shopper, 'pricing', () => shopper.user.billingChina.pricing({}))
  return reply?.data ?? NOTHING
}

/** Performs an action on the customer's phone. Returns whether it was possible. */
export async function actOnPhone(shopper: QrShopper, { kind, id }: Code, action: string): Promise<boolean> {
  const { status } = await openPage(shopper, `/sandbox/phone/${kind}/${id}`, { action })
  return status === 303
}

/** Changes how further notifications of this customer arrive. Returns false before the first purchase. */
export async function setArrival(shopper: QrShopper, arrival: Arrival): Promise<boolean> {
  const { isTripled, isNewestFirst, isLost, delay } = arrival
  const changed = await query(
    shopper.shop,
    `update sandbox_customer set sends_duplicates = $2, sends_late_first = $3, sends_nothing = $4, delay_seconds = $5
     where customer_id in (${CUSTOMERS_OF_USERS} where user_id = $1) returning 1`,
    [shopper.user.id, isTripled, isNewestFirst, isLost, delay],
  )
  if (changed.length > 0) shopper.shop.switches.push({ userId: shopper.user.id, at: systemClock.now(), ...arrival })
  return changed.length > 0
}

const CUSTOMERS_OF_USERS = `
  select customer_id from (
    select customer_id, user_id from sandbox_qr_order join billing_qr_order on order_id = order_no
    union select customer_id, user_id from sandbox_qr_agreement join billing_qr_agreement on sub_id = agreement_no
  ) as customers`
