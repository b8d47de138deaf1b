import type { Millis } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { type Invoice, PaymentError, type Subscription } from '#platform/payments/payments.ts'
import { recordTrial, setPaidMemberships } from '#features/membership/server.ts'
import { gatewayOf } from '../gateway.ts'
import { findUserOfCustomer } from '../storeCheckouts.ts'
import {
  deleteSubscription,
  findLiveSubscription,
  findSubscription,
  hasOtherBetween,
  isLive,
  listInvoicesOfSubscription,
  lockBilling,
  nextReadOrder,
  saveInvoice,
  saveSubscription,
  type SubscriptionRecord,
} from '../storeSubscriptions.ts'
import { applyPaidPlans } from './applyPaidPlans.ts'
import { endSubscriptionJob, paymentJob } from './jobs.ts'
import { meTopic } from '#features/account/contract.ts'

/**
 * Reads a subscription with its invoices from the provider and sets the user's memberships to what is paid. Safe to call at any
 * time, any number of times. Does nothing for customers of other products.
 */
export async function syncSubscription(ctx: AppContext, subscriptionId: string): Promise<void> {
  const gateway = gatewayOf(ctx)
  const readOrder = await nextReadOrder(ctx)
  const subscription = await gateway.getSubscription(subscriptionId)
  const userId = await findUserOfCustomer(ctx, subscription.customerId)
  if (userId === undefined || subscription.livemode !== gateway.livemode) return
  if (userId === null) {
    if (!isLive(subscription)) return await deleteSubscription(ctx, subscriptionId)
    return await ctx.jobs.send(endSubscriptionJob, { subscriptionId, paysBack: false })
  }
  const invoices = await gateway.listInvoices(subscriptionId)
  await refreshOther(ctx, userId, subscription)
  await ctx.transaction(async (tx) => {
    await lockBilling(tx, userId)
    const stored = await findSubscription(tx, subscriptionId)
    const record = await toRecord(tx, { userId, subscription, stored, readOrder })
    if (!(await saveSubscription(tx, record))) return
    for (const invoice of invoices) await saveInvoice(tx, toInvoiceRecord(userId, invoice, subscription.clockOffset, readOrder))
    await readNewPayments(tx, subscriptionId)
    if (record.is_duplicate || record.is_trial_refused) await endUnwanted(tx, record, { isNew: !stored })
    else await applyPaidPlans(tx, subscriptionId)
    await tx.live.publish(meTopic, { userId })
  })
}

/** A payment may have been refunded before its invoice was known here. */
async function readNewPayments(tx: AppContext, subscriptionId: string): Promise<void> {
  for (const { status, payment_id, payment_order } of await listInvoicesOfSubscription(tx, subscriptionId))
    if (status === 'paid' && payment_id !== null && payment_order === 0) await tx.jobs.send(paymentJob, { paymentId: payment_id })
}

async function endUnwanted(tx: AppContext, record: SubscriptionRecord, { isNew }: { isNew: boolean }): Promise<void> {
  const { subscription_id: subscriptionId, user_id: userId, is_duplicate } = record
  if (userId !== null) await setPaidMemberships(tx, { userId, subscriptionId, plans: [] })
  if (!isLive(record) && !isNew) return
  if (is_duplicate) tx.log.error({ subscriptionId }, 'a second subscription of one user is ended and paid back')
  await tx.jobs.send(endSubscriptionJob, { subscriptionId, paysBack: true })
}

/** The stored copy of another subscription may be outdated, so it is read again before this one counts as a duplicate. */
async function refreshOther(ctx: AppContext, userId: string, subscription: Subscription): Promise<void> {
  if (await findSubscription(ctx, subscription.id)) return
  const other = await findLiveSubscription(ctx, userId)
  if (other && other.subscription_id !== subscription.id) await syncSubscription(ctx, other.subscription_id)
}

type Read = { userId: string; subscription: Subscription; stored: SubscriptionRecord | undefined; readOrder: number }

async function toRecord(tx: AppContext, { userId, subscription, stored, readOrder }: Read): Promise<SubscriptionRecord> {
  const { clockOffset, scheduled } = subscription
  const shift = <T extends Date | null>(time: T) => withoutOffset(time, clockOffset)
  return {
    subscription_id: subscription.id,
    user_id: userId,
    customer_id: subscription.customerId,
    status: subscription.status,
    price_id: subscription.priceId,
    currency: subscription.currency,
    trial_start: shift(subscription.trialStart),
    trial_end: shift(subscription.trialEnd),
    period_start: shift(subscription.periodStart),
    period_end: shift(subscription.periodEnd),
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    ended_at: shift(subscription.endedAt),
    has_pending_change: subscription.hasPendingChange,
    scheduled_price_id: scheduled?.priceId ?? null,
    scheduled_at: shift(scheduled?.startsAt ?? null),
    is_duplicate: stored?.is_duplicate ?? (await isSecond(tx, userId, subscription)),
    is_trial_refused: stored?.is_card_checked ? stored.is_trial_refused : await isTrialRefused(tx, userId, subscription),
    is_card_checked: stored?.is_card_checked === true || subscription.cardFingerprint !== null,
    read_order: readOrder,
    made_at: shift(subscription.startedAt),
  }
}

/** A subscription that is first seen after its end was a duplicate if another one was running at the time. */
async function isSecond(tx: AppContext, userId: string, subscription: Subscription): Promise<boolean> {
  const { id: subscriptionId, startedAt, endedAt, clockOffset } = subscription
  if (isLive(subscription)) {
    const other = await findLiveSubscription(tx, userId)
    return other !== undefined && other.subscription_id !== subscriptionId
  }
  const [start, end] = [withoutOffset(startedAt, clockOffset), withoutOffset(endedAt ?? startedAt, clockOffset)]
  return await hasOtherBetween(tx, { userId, subscriptionId, start, end })
}

const toInvoiceRecord = (userId: string, invoice: Invoice, clockOffset: Millis, readOrder: number) => ({
  invoice_id: invoice.id,
  user_id: userId,
  subscription_id: invoice.subscriptionId,
  status: invoice.status,
  currency: invoice.currency,
  amount_due: invoice.amountDue,
  amount_paid: invoice.amountPaid,
  hosted_url: invoice.hostedUrl,
  payment_id: invoice.paymentId,
  lines: invoice.lines.map((line) => ({
    ...line,
    start: withoutOffset(line.start, clockOffset),
    end: withoutOffset(line.end, clockOffset),
  })),
  read_order: readOrder,
  made_at: withoutOffset(invoice.createdAt, clockOffset),
})

/** Shifts a time of a test clock that is ahead, so that what is due there is due here. */
const withoutOffset = <T extends Date | null>(time: T, offset: Millis): T =>
  (time && offset !== 0 ? new Date(time.getTime() - offset) : time) as T

/** Records the trial of a user. Returns whether its card, which is known only now, was used for another trial. */
async function isTrialRefused(tx: AppContext, userId: string, subscription: Subscription): Promise<boolean> {
  if (subscription.trialStart === null) return false
  const claim = { userId, subscriptionId: subscription.id, card: subscription.cardFingerprint }
  return !(await recordTrial(tx, claim)) && subscription.status === 'trialing'
}

/** Ends a subscription at the provider, and refunds its paid invoices if requested. */
export async function endSubscription(
  ctx: AppContext,
  { subscriptionId, paysBack }: { subscriptionId: string; paysBack: boolean },
): Promise<void> {
  const gateway = gatewayOf(ctx)
  await gateway.cancelSubscription(subscriptionId)
  const invoices = paysBack ? await gateway.listInvoices(subscriptionId) : []
  for (const { paymentId } of invoices.filter(({ status, amountPaid }) => status === 'paid' && amountPaid > 0))
    if (paymentId !== null) await payBack(ctx, paymentId)
  await syncSubscription(ctx, subscriptionId)
}

/** A payment held by the bank is refunded when its dispute is won. */
async function payBack(ctx: AppContext, paymentId: string): Promise<void> {
  try {
    await gatewayOf(ctx).refund(paymentId, `refund:${paymentId}`)
  } catch (error) {
    if (!(error instanceof PaymentError) || error.failure !== 'invalid') throw error
    ctx.log.error({ paymentId }, 'a payment that must go back cannot be paid back now')
  }
}
