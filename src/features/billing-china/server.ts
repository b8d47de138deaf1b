import { handleJob, listenTo, type ServerFeature } from '#platform/feature.ts'
import { accountRemoved } from '#features/account/server.ts'
import { RECONCILE_EVERY, RENEW_EVERY, SETTLE_EVERY } from './contract.ts'
import { notifyRoutes } from './server/notifyRoutes.ts'
import { listPayments } from './server/pricing.ts'
import { billingChinaRoutes } from './server/routes.ts'
import { charge } from './server/sync/charge.ts'
import {
  chargeJob,
  endAgreementJob,
  reconcileJob,
  refundOrderJob,
  renewalNoticeJob,
  renewJob,
  settleAllJob,
  settleOrderJob,
  syncAgreementJob,
  syncOrderJob,
} from './server/sync/jobs.ts'
import { inbox, reconcile, settleAll } from './server/sync/notifications.ts'
import { renew } from './server/sync/renew.ts'
import { sendRenewalNotice } from './server/sync/renewalNotice.ts'
import { endAgreement, syncAgreement } from './server/sync/syncAgreement.ts'
import { readOrder, refundOrder, settleOrder } from './server/sync/syncOrder.ts'

/** Plans and packs of minutes, paid by scanning a QR code with WeChat Pay or Alipay (A§7, China build). */
export const billingChina: ServerFeature = {
  name: 'billing-china',
  region: 'cn',
  routes: [billingChinaRoutes],
  pages: [notifyRoutes],
  jobs: [
    handleJob(inbox.job, inbox.handle),
    handleJob(settleOrderJob, async (ctx, { orderId }) => void (await settleOrder(ctx, orderId))),
    handleJob(refundOrderJob, refundOrder),
    handleJob(syncAgreementJob, syncAgreement),
    handleJob(chargeJob, charge),
    handleJob(endAgreementJob, endAgreement),
    handleJob(renewJob, renew),
    handleJob(renewalNoticeJob, sendRenewalNotice),
    handleJob(settleAllJob, settleAll),
    handleJob(syncOrderJob, readOrder),
    handleJob(reconcileJob, reconcile),
  ],
  schedules: [
    { every: RENEW_EVERY, job: renewJob },
    { every: SETTLE_EVERY, job: settleAllJob },
    { every: RECONCILE_EVERY, job: reconcileJob },
  ],
  listeners: [listenTo(accountRemoved, 'billing-china', (ctx) => ctx.jobs.send(renewJob, {}))],
  personalData: async (ctx, userId) => ({ payments: await listPayments(ctx, userId) }),
}
