import type { AppContext } from '#platform/context.ts'
import { notificationInbox } from '#platform/payments/inbox/notificationInbox.ts'
import type { QrRef } from '#platform/payments/qr/qrPayments.ts'
import { RECONCILE_BACK } from '../../contract.ts'
import { findAgreement, listRunning } from '../storeAgreements.ts'
import { findOrder, listPaidSince } from '../storeOrders.ts'
import { syncAgreementJob, syncOrderJob } from './jobs.ts'
import { syncAgreement } from './syncAgreement.ts'
import { settleForgottenOrders, syncOrder } from './syncOrder.ts'

export const inbox = notificationInbox('billing-china', syncObject)

/** Reads an object from its channel. */
async function syncObject(ctx: AppContext, { kind, id }: QrRef): Promise<void> {
  const order = kind === 'order' ? await findOrder(ctx, id) : undefined
  if (order) await syncOrder(ctx, order)
  else if (kind === 'agreement' && (await findAgreement(ctx, id))) await syncAgreement(ctx, { subId: id })
  else ctx.log.warn({ kind, id }, 'a notification names an object that was not made here')
}

/**
 * Compares the stored state with the channels to find events without a notification: refunds by the merchant, and plans canceled in
 * an app.
 */
export async function reconcile(ctx: AppContext): Promise<void> {
  if (!ctx.qrPayments) return
  const since = new Date(ctx.clock.now().getTime() - RECONCILE_BACK)
  for (const { order_id: orderId } of await listPaidSince(ctx, since)) await ctx.jobs.send(syncOrderJob, { orderId })
  for (const { sub_id: subId } of await listRunning(ctx)) await ctx.jobs.send(syncAgreementJob, { subId })
}

/** Queues lost work again: notifications whose jobs failed, and unsettled orders. */
export async function settleAll(ctx: AppContext): Promise<void> {
  await inbox.sweep(ctx)
  await settleForgottenOrders(ctx)
}
