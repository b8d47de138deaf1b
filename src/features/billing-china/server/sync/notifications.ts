import { days, minutes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { Invalid, NotFound } from '#platform/http/errors.ts'
import { PaymentError } from '#platform/payments/payments.ts'
import type { QrRef } from '#platform/payments/qr/qrPayments.ts'
import { findAgreement } from '../storeAgreements.ts'
import { deleteHandled, findNotification, insertNotification, listUnhandled, markHandled } from '../storeNotifications.ts'
import { findOrder } from '../storeOrders.ts'
import { notificationJob } from './jobs.ts'
import { syncAgreement } from './syncAgreement.ts'
import { settleForgottenOrders, syncOrder } from './syncOrder.ts'

/**
 * Stores a notification of a channel, once, and queues what it asks for. Throws NotFound for a channel that is not configured, and
 * Invalid when it is not signed, old, or from the other mode.
 */
export async function receiveNotification(
  ctx: AppContext,
  provider: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
): Promise<void> {
  const { qrPayments } = ctx
  if (!qrPayments) throw new NotFound()
  const notification = await qrPayments.parseNotification(provider, headers, body).catch((error: unknown) => {
    if (!(error instanceof PaymentError)) throw error
    throw error.failure === 'notFound' ? new NotFound() : new Invalid('signature', 'This notification is not signed.')
  })
  if (!notification) return
  if (notification.livemode !== qrPayments.livemode) throw new Invalid('livemode', 'This notification is from the other mode.')
  const { eventId, objects } = notification
  await ctx.transaction(async (tx) => {
    const row = { event_id: eventId, objects: [...objects], received_at: tx.clock.now() }
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

async function syncObject(ctx: AppContext, { kind, id }: QrRef): Promise<void> {
  const order = kind === 'order' ? await findOrder(ctx, id) : undefined
  if (order) await syncOrder(ctx, order)
  else if (kind === 'agreement' && (await findAgreement(ctx, id))) await syncAgreement(ctx, { subId: id })
  else ctx.log.warn({ kind, id }, 'a notification names an object that was not made here')
}

/** Its job has failed with all attempts. */
const STUCK_AFTER = minutes(10)
const KEEP = days(90)

/** Queues again what was forgotten: notifications whose jobs failed, and orders that are not settled. */
export async function settleAll(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now().getTime()
  const unhandled = await listUnhandled(ctx, new Date(now - STUCK_AFTER))
  if (unhandled.length > 0) ctx.log.error({ count: unhandled.length }, 'payment notifications are not handled')
  for (const eventId of unhandled) await ctx.jobs.send(notificationJob, { eventId })
  await deleteHandled(ctx, new Date(now - KEEP))
  await settleForgottenOrders(ctx)
}
