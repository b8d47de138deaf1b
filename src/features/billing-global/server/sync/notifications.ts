import { z } from 'zod'
import type { AppContext } from '#platform/context.ts'
import { job } from '#platform/jobs/jobs.ts'
import { notificationInbox } from '#platform/payments/inbox/notificationInbox.ts'
import { type ObjectRef, PaymentError } from '#platform/payments/payments.ts'
import { SWEEP_BACK } from '../../contract.ts'
import { syncPrices } from '../prices.ts'
import { listOpenCheckouts, updateCheckout } from '../storeCheckouts.ts'
import { listLiveSubscriptions } from '../storeSubscriptions.ts'
import { closeCheckout } from '../buy/startCheckout.ts'
import { syncCheckout } from './syncCheckout.ts'
import { syncPayment } from './syncPayment.ts'
import { endSubscriptionJob } from './jobs.ts'
import { syncSubscription } from './syncSubscription.ts'

export const inbox = notificationInbox('billing', syncObject)

const SYNC: Record<ObjectRef['kind'], (ctx: AppContext, id: string) => Promise<unknown>> = {
  checkout: syncCheckout,
  subscription: syncSubscription,
  // The notification also names the subscription of the invoice.
  invoice: async () => undefined,
  payment: syncPayment,
  prices: syncPrices,
}

/** Reads an object from the provider. Ignores unknown ones. */
export async function syncObject(ctx: AppContext, { kind, id }: ObjectRef): Promise<void> {
  try {
    await SYNC[kind](ctx, id)
  } catch (error) {
    if (!(error instanceof PaymentError) || error.failure !== 'notFound') throw error
    ctx.log.warn({ kind, id }, 'a notification names an object that the provider does not have')
  }
}

export const sweepJob = job('billing.sweep', z.object({}))

/** Fetches notifications that were not delivered, and queues those whose jobs were lost. */
export async function sweepNotifications(ctx: AppContext): Promise<void> {
  if (!ctx.payments) return
  const since = new Date(ctx.clock.now().getTime() - SWEEP_BACK)
  for (const notification of await ctx.payments.listMissedNotifications(since))
    if (notification.livemode === ctx.payments.livemode) await inbox.store(ctx, notification)
  await inbox.sweep(ctx)
  await endSubscriptionsOfDeletedAccounts(ctx)
}

/** Ends subscriptions and closes checkouts of deleted accounts. */
export async function endSubscriptionsOfDeletedAccounts(ctx: AppContext): Promise<void> {
  if (!ctx.payments) return
  for (const { user_id, subscription_id } of await listLiveSubscriptions(ctx))
    if (user_id === null) await ctx.jobs.send(endSubscriptionJob, { subscriptionId: subscription_id, paysBack: false })
  for (const checkout of await listOpenCheckouts(ctx)) if (checkout.user_id === null) await closeCheckout(ctx, checkout)
}

export const reconcileJob = job('billing.reconcile', z.object({}))

/** Compares everything that can still change with the provider. */
export async function reconcile(ctx: AppContext): Promise<void> {
  if (!ctx.payments) return
  await syncPrices(ctx)
  for (const { subscription_id } of await listLiveSubscriptions(ctx))
    await syncObject(ctx, { kind: 'subscription', id: subscription_id })
  for (const { intent_id, checkout_id, expires_at } of await listOpenCheckouts(ctx)) {
    if (checkout_id !== null) await syncObject(ctx, { kind: 'checkout', id: checkout_id })
    else if (expires_at < ctx.clock.now()) await updateCheckout(ctx, intent_id, { status: 'expired' })
  }
}
