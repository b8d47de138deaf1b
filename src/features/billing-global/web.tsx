import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { withNamespace } from '#browser/i18n/i18n.ts'

const loadDialogs = withNamespace(
  ['billing-global', 'membership'],
  async () => (await import('./web/dialogs/dialogs.ts')).dialogs,
)

export const billingGlobalFeature: WebFeature = {
  name: 'billing-global',
  background: withNamespace('billing-global', async () => (await import('./web/BillingBackground.tsx')).BillingBackground),
  live: async () => (await import('./web/reloadBilling.ts')).liveHandlers,
  dialogs: {
    upgradeConfirm: { priority: 'requested', load: async () => (await loadDialogs()).upgradeConfirm },
    purchaseQuestion: { priority: 'requested', load: async () => (await loadDialogs()).purchaseQuestion },
    purchaseNotice: { priority: 'requested', load: async () => (await loadDialogs()).purchaseNotice },
  },
}
