import { z } from 'zod'
import { days, minutes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { Invalid, NotFound } from '#platform/http/errors.ts'
import { job } from '#platform/jobs/jobs.ts'
import { type Notification, type ObjectRef, PaymentError } from '#platform/payments/payments.ts'
import { SWEEP_BACK } from '../../contract.ts'
import { syncPrices } from '../prices.ts'
import { listOpenCheckouts, updateCheckout } from '../storeCheckouts.ts'
import { deleteHandled, findNotification, insertNotification, listUnhandled, markHandled } from '../storeNotifications.ts'
import { listLiveSubscriptions } from '../storeSubscriptions.ts'
import { closeCheckout } from '../buy/startCheckout.ts'
import { syncCheckout } from './syncCheckout.ts'
import { syncPayment } from './syncPayment.ts'
import { endSubscriptionJob } from './jobs.ts'
import { syncSubscription } from './syncSubscription.ts'

export const notificationJob = job('billing.notification', z.object({ eventId: z.string() }), {
  attempts: 10,
  retryDelay: 5,
  concurrency: 2,
})

/**
 * Stores a notification of the provider, once, and queues what it asks for. Throws NotFound for another provider than the
 * configured one, and Invalid when the signature is wrong or old, or when it is from the other mode.
 */
export async function receiveNotification(
  ctx: AppContext,
  provider: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
): Promise<void> {
  const { payments: gateway } = ctx
  if (gateway?.provider !== provider) throw new NotFound()
  const notification = await gateway.parseNotification(headers, body).catch((error: unknown) => {
    if (error instanceof PaymentError && error.failure === 'signature')
      throw new Invalid('signature', 'This notification is not signed.')
    throw error
  })
  if (notification.livemode !== gateway.livemode) throw new Invalid('livemode', 'This notification is from the other mode.')
  await storeNotification(ctx, notification)
}

async function storeNotification(ctx: AppContext, { eventId, type, objects }: Notification): Promise<void> {
  if (objects.length === 0) return
  await ctx.transaction(async (tx) => {
    const row = { event_id: eventId, type, objects: [...objects], received_at: tx.clock.now() }
    if (await insertNotification(tx, row)) await tx.jobs.send(notificationJob, { eventId })
  })
}

/** Reads every object that a notification names again. It can run any number of times. */
export async function handleNotification(ctx: AppContext, { eventId }: { eventId: string }): Promise<void> {
  const notification = await findNotification(ctx, eventId)
  if (!notification || notification.handled_at) return
  for (const object of notification.objects) await syncObject(ctx, object)
  await markHandled(ctx, eventId)
}

const SYNC: Record<ObjectRef['kind'], (ctx: AppContext, id: string) => Promise<unknown>> = {
  checkout: syncCheckout,
  subscription: syncSubscription,
  // The subscription of an invoice is named beside it.
  invoice: async () => undefined,
  payment: syncPayment,
  prices: syncPrices,
}

/** Reads an object of the provider again. One that it does not have is left out. */
export async function syncObject(ctx: AppContext, { kind, id }: ObjectRef): Promise<void> {
  try {
    await SYNC[kind](ctx, id)
  } catch (error) {
    if (!(error instanceof PaymentError) || error.failure !== 'notFound') throw error
    ctx.log.warn({ kind, id }, 'a notification names an object that the provider does not have')
  }
}

export const sweepJob = job('billing.sweep', z.object({}))

/** Fetches notifications that did not arrive, and queues those again whose jobs were lost. */
export async function sweepNotifications(ctx: AppContext): Promise<void> {
  if (!ctx.payments) return
  const now = ctx.clock.now().getTime()
  for (const notification of await ctx.payments.listMissedNotifications(new Date(now - SWEEP_BACK)))
    if (notification.livemode === ctx.payments.livemode) await storeNotification(ctx, notification)
  const unhandled = await listUnhandled(ctx, new Date(now - STUCK_AFTER))
  if (unhandled.length > 0) ctx.log.error({ count: unhandled.length }, 'payment notifications are not handled')
  for (const { event_id } of unhandled) await ctx.jobs.send(notificationJob, { eventId: event_id })
  await deleteHandled(ctx, new Date(now - days(90)))
  await endSubscriptionsOfDeletedAccounts(ctx)
}

/** Its job has failed with all attempts. */
const STUCK_AFTER = minutes(10)

/** Ends what nobody can end any more, and closes the pages of deleted accounts. */
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
