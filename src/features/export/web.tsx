import { withNamespace } from '#browser/i18n/i18n.ts'
import type { WebFeature } from '#ui/feature/WebFeature.ts'

export const exportFeature: WebFeature = {
  name: 'export',
  dialogs: {
    export: {
      priority: 'requested',
      load: withNamespace('export', async () => (await import('./web/ExportDialog.tsx')).ExportDialog),
    },
  },
}
