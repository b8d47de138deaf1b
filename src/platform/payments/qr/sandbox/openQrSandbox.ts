import { type NotificationOf, PaymentError } from '../../payments.ts'
import type { CustomerTransaction, Sandbox } from '../../sandbox/customerTransaction.ts'
import { ensureCustomer } from '../../sandbox/ensureCustomer.ts'
import { registerSandboxJobs } from '../../sandbox/notifications/delivery.ts'
import { verifyNotification } from '../../sandbox/notifications/signing.ts'
import { withQrAgreement, withQrOrder } from '../../sandbox/objects.ts'
import type { CustomerRow, QrAgreementRow, QrOrderRow } from '../../sandbox/tables.ts'
import { withCustomer } from '../../sandbox/withCustomer.ts'
import type {
  NewQrAgreement,
  NewQrOrder,
  PayPlatform,
  QrChannel,
  QrDeduction,
  QrOrder,
  QrPayments,
  QrRef,
} from '../qrPayments.ts'
import { refundOrder, setAgreementState, setOrderState } from './payerActions.ts'

/** The sandbox with actions that its pages and tests take in the customer's place. */
export type QrSandbox = QrPayments & { readonly sandbox: Sandbox }

/** The URL in a QR code of the sandbox: a page that stands for the customer's phone. */
export const phoneUrl = ({ publicUrl }: Sandbox, kind: QrRef['kind'], id: string): string =>
  `${publicUrl}/sandbox/phone/${kind}/${id}`

/** Opens the built-in channels, whose records are in the database of this server. No real money is charged. */
export function openQrSandbox(sandbox: Sandbox): QrSandbox {
  registerSandboxJobs(sandbox)
  return {
    sandbox,
    livemode: false,
    channels: { wechatpay: openChannel(sandbox, 'wechatpay'), alipay: openChannel(sandbox, 'alipay') },
    parseNotification: async (provider, headers, body) => {
      if (provider !== 'sandbox') throw new PaymentError('notFound', `${provider} is not configured`)
      return verifyNotification(sandbox.secret, headers, body, sandbox.clock.now()) as NotificationOf<QrRef>
    },
  }
}

const openChannel = (sandbox: Sandbox, platform: PayPlatform): QrChannel => ({
  platform,
  hasAgreements: true,
  createOrder: (order) => createOrder(sandbox, platform, order),
  getOrder: (orderNo) => withQrOrder(sandbox, orderNo, async (_, order) => toOrder(order)),
  closeOrder: (orderNo) =>
    withQrOrder(sandbox, orderNo, async (transaction, order) => {
      if (order.state === 'pending') await setOrderState(transaction, order, 'closed')
    }),
  refund: ({ orderNo }) => refundOrder(sandbox, orderNo),
  createAgreement: (agreement) => createAgreement(sandbox, platform, agreement),
  getAgreement: (agreementNo) =>
    withQrAgreement(sandbox, agreementNo, async ({ customer }, { state }) => ({
      agreementNo,
      state,
      clockOffset: customer.clock_offset_ms,
    })),
  endAgreement: (agreementNo) =>
    withQrAgreement(sandbox, agreementNo, async (transaction, agreement) => {
      if (agreement.state !== 'ended') await setAgreementState(transaction, agreement, 'ended')
    }),
  announceDeduction: ({ agreementNo }) =>
    withQrAgreement(sandbox, agreementNo, async ({ tx, now }) => {
      await tx.updateTable('sandbox_qr_agreement').set({ announced_at: now }).where('agreement_no', '=', agreementNo).execute()
    }),
  deduct: (deduction) =>
    withQrAgreement(sandbox, deduction.agreementNo, (transaction, agreement) => deduct(transaction, agreement, deduction)),
})

const toOrder = ({ order_no: orderNo, state, amount, refunded }: QrOrderRow): QrOrder => ({
  orderNo,
  state,
  amount,
  refunded,
  transactionId: state === 'paid' ? `sandbox-${orderNo}` : null,
})

async function createOrder(sandbox: Sandbox, platform: PayPlatform, order: NewQrOrder): Promise<string> {
  const { orderNo, title, amount } = order
  const customerId = await ensureCustomer(sandbox, order.userId)
  await withCustomer(sandbox, customerId, async ({ tx, now, customer }) => {
    const row = { order_no: orderNo, customer_id: customerId, platform, agreement_no: null, title, amount, created_at: now }
    const inserted = await tx
      .insertInto('sandbox_qr_order')
      .values({ ...row, expires_at: onClockOf(customer, order.expiresAt) })
      .onConflict((conflict) => conflict.column('order_no').doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows === 1n) return
    const stored = await tx.selectFrom('sandbox_qr_order').selectAll().where('order_no', '=', orderNo).executeTakeFirst()
    if (stored?.amount !== amount || stored.customer_id !== customerId)
      throw new PaymentError('invalid', 'this number was used for another order')
  })
  return phoneUrl(sandbox, 'order', orderNo)
}

async function createAgreement(sandbox: Sandbox, platform: PayPlatform, agreement: NewQrAgreement): Promise<string> {
  const { agreementNo, title, amount, months, startsAt, expiresAt } = agreement
  const customerId = await ensureCustomer(sandbox, agreement.userId)
  await withCustomer(sandbox, customerId, async ({ tx, now, customer }) => {
    const times = { starts_at: onClockOf(customer, startsAt), expires_at: onClockOf(customer, expiresAt) }
    const row = { agreement_no: agreementNo, customer_id: customerId, platform, title, amount, months }
    await tx
      .insertInto('sandbox_qr_agreement')
      .values({ ...row, ...times, announced_at: null, created_at: now })
      .onConflict((conflict) => conflict.column('agreement_no').doNothing())
      .execute()
  })
  return phoneUrl(sandbox, 'agreement', agreementNo)
}

/** The clock of a customer may be ahead of that of the server. */
const onClockOf = ({ clock_offset_ms: offset }: CustomerRow, time: Date): Date => new Date(time.getTime() + offset)

/** Charges an agreement. Returns an existing charge unchanged. */
async function deduct(
  { tx, now, customer, emit }: CustomerTransaction,
  agreement: QrAgreementRow,
  { orderNo, title, amount }: QrDeduction,
): Promise<QrOrder> {
  const earlier = await tx.selectFrom('sandbox_qr_order').selectAll().where('order_no', '=', orderNo).executeTakeFirst()
  if (earlier) return toOrder(earlier)
  if (agreement.state !== 'signed' || amount > agreement.amount)
    throw new PaymentError('invalid', 'the agreement does not allow this charge')
  const { agreement_no, platform, declines } = agreement
  const state = declines ? ('failed' as const) : ('paid' as const)
  const row = { order_no: orderNo, customer_id: customer.customer_id, platform, agreement_no, title, amount, state }
  const stored = await tx
    .insertInto('sandbox_qr_order')
    .values({ ...row, expires_at: null, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await emit(`order.${state}`, { kind: 'order', id: orderNo })
  return toOrder(stored)
}
