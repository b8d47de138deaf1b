import { withNamespace } from '#browser/i18n/i18n.ts'
import { lazyDialog } from '#ui/dialog/Dialog.tsx'
import type { WebFeature } from '#ui/feature/WebFeature.ts'

export { progressOf, shareOf, toneOf } from './web/queue/batch.ts'
export { fullName, isNetworkFailure, isUnderway, timeLeft, type UploadItem } from './web/queue/uploadItem.ts'
export type { ServerProgress } from './web/dialog/uploadStages.ts'
export { isCommandAction, ACTION_COMMANDS, type UploadAction, uploadActions } from './web/dialog/uploadActions.ts'
export { useItemMessage } from './web/dialog/useItemMessage.ts'
export { startUpload, useOpenUpload } from './web/useOpenUpload.ts'
export { uploads, useUploads } from './web/queue/Uploads.ts'

/** The upload dialog, loaded when it is first opened. */
export const UploadDialog = lazyDialog(async () => (await import('./web/dialog/UploadDialog.tsx')).UploadDialog)

/** The manifest of the feature. The library declares the dialog, because unfinished recordings stand below the uploads. */
export const uploadFeature: WebFeature = {
  name: 'upload',
  dialogs: {
    importRecordings: {
      priority: 'requested',
      load: withNamespace('import', async () => (await import('./web/import/ImportDialog.tsx')).ImportDialog),
    },
  },
  background: async () => (await import(/* chunk: landing, offline */ './web/UploadBackground.tsx')).UploadBackground,
}

/** Deletes everything this browser stores of the uploads of a deleted account. */
export const removeUploadsOf = async (account: string): Promise<void> =>
  (await import('./web/storage/browserStorage.ts')).removeUploadsOf(account)
