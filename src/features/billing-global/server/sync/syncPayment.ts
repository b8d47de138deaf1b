import type { AppContext } from '#platform/context.ts'
import type { Payment } from '#platform/payments/payments.ts'
import { findGrantOf, restoreGrant, voidGrant } from '#features/membership/server.ts'
import { PACK_SOURCE, packRef } from '../../rules.ts'
import { gatewayOf } from '../gateway.ts'
import { findPackOfPayment, type PackRecord, recordUseAtRefund, updatePackPayment } from '../storePacks.ts'
import { findInvoiceOfPayment, findSubscription, isLive, nextReadOrder, updateInvoicePayment } from '../storeSubscriptions.ts'
import { applyPaidPlans, isPaidBack, isPeriodPaidBack } from './applyPaidPlans.ts'
import { endSubscriptionJob } from './jobs.ts'
import { meTopic } from '#features/account/contract.ts'

/**
 * Reads a payment from the provider. Its purchase ends when it is refunded or disputed, and is restored when a dispute is won. Used
 * minutes stay used.
 */
export async function syncPayment(ctx: AppContext, paymentId: string): Promise<void> {
  const readOrder = await nextReadOrder(ctx)
  const payment = await gatewayOf(ctx).getPayment(paymentId)
  await ctx.transaction(async (tx) => {
    const pack = await findPackOfPayment(tx, paymentId)
    if (pack) await applyToPack(tx, pack, payment, readOrder)
    const invoice = await findInvoiceOfPayment(tx, paymentId)
    if (!invoice) return
    const { refunded, dispute } = payment
    const isNewest = await updateInvoicePayment(tx, invoice.invoice_id, { refunded, dispute, payment_order: readOrder })
    if (!isNewest || invoice.subscription_id === null) return
    await applyPaidPlans(tx, invoice.subscription_id)
    if (invoice.user_id !== null) await tx.live.publish(meTopic, { userId: invoice.user_id })
    await endUnpaid(tx, invoice.subscription_id, payment)
    if (dispute === 'won' && refunded < invoice.amount_paid) await payBackUnwanted(tx, invoice.subscription_id)
  })
}

/** A plan is not charged again when its current period was refunded or the dispute was lost. */
async function endUnpaid(tx: AppContext, subscriptionId: string, { refunded, amount, dispute }: Payment): Promise<void> {
  const isGone = dispute === 'lost' || (amount > 0 && refunded >= amount)
  const subscription = isGone ? await findSubscription(tx, subscriptionId) : undefined
  if (subscription && isLive(subscription) && (await isPeriodPaidBack(tx, subscription)))
    await tx.jobs.send(endSubscriptionJob, { subscriptionId, paysBack: false })
}

/** Refunds unwanted payments that the bank was holding until now. */
async function payBackUnwanted(tx: AppContext, subscriptionId: string): Promise<void> {
  const subscription = await findSubscription(tx, subscriptionId)
  if (subscription?.is_duplicate || subscription?.is_trial_refused)
    await tx.jobs.send(endSubscriptionJob, { subscriptionId, paysBack: true })
}

async function applyToPack(tx: AppContext, pack: PackRecord, payment: Payment, readOrder: number): Promise<void> {
  const { refunded, dispute } = payment
  if (!(await updatePackPayment(tx, pack.checkout_id, { refunded, dispute, read_order: readOrder }))) return
  const grant = await findGrantOf(tx, PACK_SOURCE, packRef(pack.checkout_id))
  if (!grant) return
  if (!isPaidBack({ refunded, dispute }, pack.amount)) return await restoreGrant(tx, grant.grant_id)
  const used = await voidGrant(tx, grant.grant_id)
  if (used === 0) return
  await recordUseAtRefund(tx, pack.checkout_id, used)
  tx.log.warn({ checkout: pack.checkout_id, seconds: used }, 'minutes of a pack had been used when its payment went back')
}
