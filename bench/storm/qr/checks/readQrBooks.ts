import type pg from 'pg'
import type { CustomerRow, QrAgreementRow, QrOrderRow } from '#platform/payments/sandbox/tables.ts'
import { type CommonBooks, inSnapshot, readCommonBooks } from '../../checks/commonBooks.ts'

/** Our copies, with only the fields that the checks compare. */
export type OurOrder = {
  order_id: string
  user_id: string
  sku: string
  amount: number
  state: string
  refunded: number
  replaces: string | null
  sub_id: string | null
  /** The order does not count and is refunded. */
  pays_back: boolean
  period: number | null
  period_start: Date | null
  period_end: Date | null
  is_settled: boolean
}
export type OurAgreement = {
  sub_id: string
  user_id: string
  sku: string
  price: number
  state: string
  change: string
  replaces: string | null
  starts_at: Date
  renews: boolean
  charge_at: Date | null
}

export type QrBooks = CommonBooks & {
  readonly customers: readonly CustomerRow[]
  readonly orders: readonly QrOrderRow[]
  readonly agreements: readonly QrAgreementRow[]
  readonly ourOrders: readonly OurOrder[]
  readonly ourAgreements: readonly OurAgreement[]
}

const LINKS = `
  select customer_id, user_id from sandbox_qr_order join billing_qr_order on order_id = order_no
  union select customer_id, user_id from sandbox_qr_agreement join billing_qr_agreement on sub_id = agreement_no`

/** Reads both sides, the sandbox and ours, in one snapshot. */
export const readQrBooks = (pool: pg.Pool): Promise<QrBooks> =>
  inSnapshot(pool, async (all) => ({
    ...(await readCommonBooks(all, LINKS)),
    customers: await all('select * from sandbox_customer'),
    orders: await all('select * from sandbox_qr_order order by created_at'),
    agreements: await all('select * from sandbox_qr_agreement order by created_at'),
    ourOrders: await all('select * from billing_qr_order order by made_at'),
    ourAgreements: await all('select * from billing_qr_agreement order by made_at'),
  }))

export const isPaid = ({ state, refunded, amount, pays_back }: OurOrder): boolean =>
  state === 'paid' && refunded < amount && !pays_back
