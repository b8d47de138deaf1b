import { withNamespace } from '#browser/i18n/i18n.ts'
import type { WebFeature } from '#ui/feature/WebFeature.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    share: { fileId: string }
  }
}

/** The manifest of the feature. The page of a link is made by the server and loads nothing of this one. */
export const shareFeature: WebFeature = {
  name: 'share',
  dialogs: {
    share: {
      priority: 'requested',
      load: withNamespace('share', async () => (await import('./web/ShareDialog.tsx')).ShareDialog),
    },
  },
}
