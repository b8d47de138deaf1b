import type { AppContext } from '#platform/context.ts'
import { handleJob, listenTo, type ServerFeature } from '#platform/feature.ts'
import { accountRemoved } from '#features/account/server.ts'
import { RECONCILE_EVERY, SWEEP_EVERY } from './contract.ts'
import { billingGlobalRoutes } from './server/routes.ts'
import {
  endSubscriptionsOfDeletedAccounts,
  inbox,
  reconcile,
  reconcileJob,
  sweepJob,
  sweepNotifications,
  syncObject,
} from './server/sync/notifications.ts'
import { endSubscriptionJob, paymentJob } from './server/sync/jobs.ts'
import { endSubscription } from './server/sync/syncSubscription.ts'
import { CONTINUE_READ_ORDER } from './server/storeSubscriptions.ts'
import { listPayments } from './server/views.ts'

/** Plans and packs of minutes, paid by card on pages of a provider (A§7, global build). */
export const billingGlobal: ServerFeature = {
  name: 'billing-global',
  region: 'global',
  routes: [billingGlobalRoutes],
  jobs: [
    handleJob(inbox.job, inbox.handle),
    handleJob(endSubscriptionJob, endSubscription),
    handleJob(paymentJob, (ctx, { paymentId }) => syncObject(ctx, { kind: 'payment', id: paymentId })),
    handleJob(sweepJob, sweepNotifications),
    handleJob(reconcileJob, reconcile),
  ],
  schedules: [
    { every: SWEEP_EVERY, job: sweepJob },
    { every: RECONCILE_EVERY, job: reconcileJob },
  ],
  listeners: [listenTo(accountRemoved, 'billing', (ctx) => endSubscriptionsOfDeletedAccounts(ctx))],
  afterRestore: CONTINUE_READ_ORDER,
  personalData: async (ctx: AppContext, userId: string) => ({
    payments: (await listPayments(ctx, userId)).map(({ name, amount, currency, status, at }) => ({
      name,
      amount,
      currency,
      status,
      at,
    })),
  }),
}
