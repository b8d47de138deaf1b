import { type Payment, PaymentError } from '../payments.ts'
import { idOf } from './readFields.ts'
import { receive, receiveAll } from './receive.ts'
import type { StripeContext } from './stripeClient.ts'

export async function getPayment(stripe: StripeContext, id: string): Promise<Payment> {
  const payment = await receive('payment_intent', stripe.client.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
  const charge = payment.latest_charge
  if (typeof charge === 'string') throw new PaymentError('unavailable', 'Stripe sent a payment without its charge.')
  return {
    id,
    customerId: idOf(payment.customer),
    amount: payment.amount_received,
    refunded: charge?.amount_refunded ?? 0,
    currency: payment.currency,
    dispute: charge?.disputed ? await readDispute(stripe, id) : 'none',
    livemode: payment.livemode,
  }
}

export async function refund(stripe: StripeContext, id: string, idempotencyKey: string): Promise<Payment> {
  const payment = await getPayment(stripe, id)
  if (payment.amount > 0 && payment.refunded >= payment.amount) return payment
  try {
    await receive('refund', stripe.client.refunds.create({ payment_intent: id }, { idempotencyKey }))
  } catch (error) {
    if (!(error instanceof PaymentError) || error.failure !== 'invalid') throw error
    // It may have been refunded in the meantime.
    const current = await getPayment(stripe, id)
    if (current.amount === 0 || current.refunded < current.amount) throw error
    return current
  }
  return await getPayment(stripe, id)
}

/** A payment can be disputed more than once. A closed inquiry (`warning_closed`) costs nothing. */
async function readDispute(stripe: StripeContext, paymentId: string): Promise<Payment['dispute']> {
  const disputes = await receiveAll('dispute', (page) => stripe.client.disputes.list({ payment_intent: paymentId, ...page }))
  const statuses = disputes.map(({ status }) => status)
  if (statuses.length === 0 || statuses.some((status) => !ENDED.includes(status))) return 'open'
  return statuses.some((status) => LOST.includes(status)) ? 'lost' : 'won'
}

/** `prevented`: Stripe avoided a dispute by refunding the customer. */
const LOST: readonly string[] = ['lost', 'prevented']
const ENDED: readonly string[] = [...LOST, 'won', 'warning_closed']
