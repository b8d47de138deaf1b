import { PaymentError } from '../../payments.ts'
import type { CustomerTransaction } from '../customerTransaction.ts'
import type { PaymentRow } from '../tables.ts'

/** Refunds what is left of a payment. Does nothing when nothing is left. */
export async function refundPayment(transaction: CustomerTransaction, payment: PaymentRow): Promise<void> {
  if (payment.dispute === 'open' || payment.dispute === 'lost')
    throw new PaymentError('invalid', 'a payment that is disputed cannot be paid back')
  if (payment.refunded === payment.amount) return
  await savePayment(transaction, payment, { refunded: payment.amount }, 'charge.refunded')
}

/** Opens or decides a dispute. Throws PaymentError `invalid` when that is not the next step. */
export async function disputePayment(
  transaction: CustomerTransaction,
  payment: PaymentRow,
  dispute: 'open' | 'won' | 'lost',
): Promise<void> {
  const isNext = dispute === 'open' ? payment.dispute === 'none' : payment.dispute === 'open'
  if (!isNext) throw new PaymentError('invalid', `a dispute that is ${payment.dispute} cannot be ${dispute} now`)
  const type = dispute === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed'
  await savePayment(transaction, payment, { dispute }, type)
}

async function savePayment(
  { tx, emit }: CustomerTransaction,
  payment: PaymentRow,
  changes: Partial<PaymentRow>,
  type: string,
): Promise<void> {
  Object.assign(payment, changes)
  const { payment_id: id } = payment
  await tx.updateTable('sandbox_payment').set(changes).where('payment_id', '=', id).execute()
  await emit(type, { kind: 'payment', id })
}
