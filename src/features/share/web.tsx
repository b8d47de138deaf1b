import { withNamespace } from '#browser/i18n/i18n.ts'
import type { WebFeature } from '#ui/feature/WebFeature.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    share: { fileId: string }
  }
}

/** The server renders the public page of a link, which loads nothing from here. */
export const shareFeature: WebFeature = {
  name: 'share',
  dialogs: {
    share: {
      priority: 'requested',
      load: withNamespace('share', async () => (await import('./web/ShareDialog.tsx')).ShareDialog),
    },
  },
}
