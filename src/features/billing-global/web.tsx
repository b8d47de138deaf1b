import type { FeatureWithRoutes } from '#ui/feature/WebFeature.ts'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { routes } from './web/routes.ts'

/** The manifest of the feature. */
export const billingGlobalFeature: FeatureWithRoutes<typeof routes> = {
  name: 'billing-global',
  routes,
  background: withNamespace('billing-global', async () => (await import('./web/BillingBackground.tsx')).BillingBackground),
  live: async () => (await import('./web/reloadBilling.ts')).applyLiveEvent,
  dialogs: {
    upgradeConfirm: {
      priority: 'requested',
      load: withNamespace(
        'billing-global',
        async () => (await import('./web/dialogs/UpgradeConfirmDialog.tsx')).UpgradeConfirmDialog,
      ),
    },
    purchaseQuestion: {
      priority: 'requested',
      load: withNamespace(
        'billing-global',
        async () => (await import('./web/dialogs/PurchaseQuestionDialog.tsx')).PurchaseQuestionDialog,
      ),
    },
    purchaseNotice: {
      priority: 'requested',
      load: withNamespace(
        'billing-global',
        async () => (await import('./web/dialogs/PurchaseNoticeDialog.tsx')).PurchaseNoticeDialog,
      ),
    },
  },
}
