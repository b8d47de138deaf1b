import type { AppContext } from '#platform/context.ts'
import { notificationInbox } from '#platform/payments/inbox/notificationInbox.ts'
import type { QrRef } from '#platform/payments/qr/qrPayments.ts'
import { findAgreement } from '../storeAgreements.ts'
import { findOrder } from '../storeOrders.ts'
import { syncAgreement } from './syncAgreement.ts'
import { settleForgottenOrders, syncOrder } from './syncOrder.ts'

export const inbox = notificationInbox('billing-china', syncObject)

/** Reads an object of a channel again. */
async function syncObject(ctx: AppContext, { kind, id }: QrRef): Promise<void> {
  const order = kind === 'order' ? await findOrder(ctx, id) : undefined
  if (order) await syncOrder(ctx, order)
  else if (kind === 'agreement' && (await findAgreement(ctx, id))) await syncAgreement(ctx, { subId: id })
  else ctx.log.warn({ kind, id }, 'a notification names an object that was not made here')
}

/** Queues again what was forgotten: notifications whose jobs failed, and orders that are not settled. */
export async function settleAll(ctx: AppContext): Promise<void> {
  await inbox.sweep(ctx)
  await settleForgottenOrders(ctx)
}
