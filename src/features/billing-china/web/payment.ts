import { type Millis, seconds } from '#shared/units.ts'
import { now } from '#browser/timers/time.ts'
import type { ChangeDetail, PayPlatform, PlanPurchaseBody, Product } from '../contract.ts'
import type { OrderState } from '../rules.ts'
import { billingClient } from './billingClient.ts'

export type PlanChangeType = 'new' | 'upgrade' | 'downgrade'

/** A QR code that is shown. */
export type Code = {
  readonly id: string
  readonly text: string
  readonly status: OrderState
  readonly expiresAt: Millis
}

/** What is bought, and what it costs as a change of the running plan. */
export type Order = { readonly product: Product; readonly change: ChangeDetail | undefined }

/** How often the page asks whether the code was paid, and whether it has expired (A§9). */
export const ASK_EVERY = seconds(3)
export const CHECK_EVERY = seconds(1)
/** How long a code can be paid, in seconds (A§9). */
export const EXPIRE_SECONDS = 60

/**
 * Asks for a QR code. One that could not be fetched is `create_failed`. It expires by the clock of this device, counted from the
 * request: that clock may be wrong, and the server decides.
 */
export async function fetchCode({ product, change }: Order, platform: PayPlatform): Promise<Code> {
  const { product_id, sku_id, price } = product
  const common = { product_id, sku_id, amount: price, pay_platform: platform, pay_method: 'qrcode' as const }
  const body = { ...common, expire_seconds: EXPIRE_SECONDS }
  const expiresAt = now() + seconds(EXPIRE_SECONDS)
  if (product.purchase_type === 'once') {
    const { order_id: id, qrcode: text, status } = (await billingClient.checkout({ body })).data
    return { id, text, status, expiresAt }
  }
  const shown: Pick<PlanPurchaseBody, 'change_type' | 'change_amount'> = {
    change_type: change?.change_type ?? 'new',
    ...(change?.change_type === 'upgrade' && { change_amount: change.amount }),
  }
  const { sub_id: id, sub_url: text, status } = (await billingClient.subscribe({ body: { ...body, ...shown } })).data
  return { id, text, status, expiresAt }
}

/** Returns whether a code is paid by now. */
export async function readStatus({ purchase_type }: Product, id: string): Promise<OrderState> {
  if (purchase_type === 'once') return (await billingClient.order({ params: { id } }, { quiet: true })).data.status
  const { has_subscription, status } = (await billingClient.subscription({ query: { sub_id: id } }, { quiet: true })).data
  return has_subscription ? 'paid' : (status ?? 'pending')
}
