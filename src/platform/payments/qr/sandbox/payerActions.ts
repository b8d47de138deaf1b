import type { Millis } from '#shared/units.ts'
import { PaymentError } from '../../payments.ts'
import { type CustomerTransaction, type Sandbox, updateCustomer } from '../../sandbox/customerTransaction.ts'
import { withQrAgreement, withQrOrder } from '../../sandbox/objects.ts'
import type { QrAgreementRow, QrOrderRow } from '../../sandbox/tables.ts'

/** The result of an attempt to pay or to agree. `closed`: no longer possible. */
export type ScanOutcome = 'done' | 'closed'

/** Pays a scanned order, unless it has been paid. */
export const payOrder = (sandbox: Sandbox, orderNo: string): Promise<ScanOutcome> =>
  withQrOrder(sandbox, orderNo, async (transaction, order) => {
    if (order.state === 'paid') return 'done'
    if (order.state !== 'pending' || isOver(transaction, order.expires_at)) return 'closed'
    await setOrderState(transaction, order, 'paid')
    return 'done'
  })

/** Refunds an order, as the merchant can do in the channel's own account pages. */
export const refundOrder = (sandbox: Sandbox, orderNo: string): Promise<void> =>
  withQrOrder(sandbox, orderNo, async ({ tx, emit }, order) => {
    if (order.state !== 'paid') throw new PaymentError('invalid', 'this order is not paid')
    if (order.refunded > 0) return
    await tx.updateTable('sandbox_qr_order').set({ refunded: order.amount }).where('order_no', '=', orderNo).execute()
    await emit('order.refunded', { kind: 'order', id: orderNo })
  })

/** Agrees to recurring charges. */
export const signAgreement = (sandbox: Sandbox, agreementNo: string): Promise<ScanOutcome> =>
  withQrAgreement(sandbox, agreementNo, async (transaction, agreement) => {
    if (agreement.state === 'signed') return 'done'
    if (agreement.state !== 'pending' || isOver(transaction, agreement.expires_at)) return 'closed'
    await setAgreementState(transaction, agreement, 'signed')
    return 'done'
  })

/** Ends an agreement in the app. */
export const endAgreementInApp = (sandbox: Sandbox, agreementNo: string): Promise<void> =>
  withQrAgreement(sandbox, agreementNo, async (transaction, agreement) => {
    if (agreement.state === 'signed') await setAgreementState(transaction, agreement, 'ended')
  })

/** Sets whether charges of an agreement fail. */
export const setDeclines = (sandbox: Sandbox, agreementNo: string, declines: boolean): Promise<void> =>
  withQrAgreement(sandbox, agreementNo, async ({ tx }) => {
    await tx.updateTable('sandbox_qr_agreement').set({ declines }).where('agreement_no', '=', agreementNo).execute()
  })

/** Advances the clock of an agreement's customer, so that the charges until then become due. */
export const advanceAgreement = (sandbox: Sandbox, agreementNo: string, time: Millis): Promise<void> =>
  withQrAgreement(sandbox, agreementNo, async (transaction) => {
    const { customer, emit } = transaction
    await updateCustomer(transaction, { clock_offset_ms: customer.clock_offset_ms + time })
    await emit('agreement.clock', { kind: 'agreement', id: agreementNo })
  })

const isOver = ({ now }: CustomerTransaction, expiresAt: Date | null): boolean => expiresAt !== null && expiresAt <= now

export async function setOrderState(
  { tx, emit }: CustomerTransaction,
  { order_no }: QrOrderRow,
  state: QrOrderRow['state'],
): Promise<void> {
  await tx.updateTable('sandbox_qr_order').set({ state }).where('order_no', '=', order_no).execute()
  await emit(`order.${state}`, { kind: 'order', id: order_no })
}

export async function setAgreementState(
  { tx, emit }: CustomerTransaction,
  { agreement_no }: QrAgreementRow,
  state: QrAgreementRow['state'],
): Promise<void> {
  await tx.updateTable('sandbox_qr_agreement').set({ state }).where('agreement_no', '=', agreement_no).execute()
  await emit(`agreement.${state}`, { kind: 'agreement', id: agreement_no })
}
