import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { withNamespace } from '#browser/i18n/i18n.ts'

const loadDialogs = withNamespace(['billing-china', 'membership'], async () => (await import('./web/dialogs/dialogs.ts')).dialogs)

export const billingChinaFeature: WebFeature = {
  name: 'billing-china',
  background: withNamespace('billing-china', async () => (await import('./web/BillingBackground.tsx')).BillingBackground),
  live: async () => (await import('./web/reloadPricing.ts')).liveHandlers,
  dialogs: {
    qrPayment: { priority: 'requested', load: async () => (await loadDialogs()).qrPayment },
    qrQuestion: { priority: 'requested', load: async () => (await loadDialogs()).qrQuestion },
    qrNotice: { priority: 'requested', load: async () => (await loadDialogs()).qrNotice },
  },
}
