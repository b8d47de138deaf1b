import { lazyDialog } from '#ui/lazyDialog.tsx'
import { uploads } from './web/queue.ts'
import type { UploadDialogProps } from './web/UploadDialog.tsx'

export type { UploadDialogProps } from './web/UploadDialog.tsx'
export { fullName, isUnderway, mayRetry, timeLeft, type UploadItem } from './web/reduceQueue.ts'
export { useItemWords } from './web/useItemWords.ts'
export { UploadKeeper, type UploadKeeperProps } from './web/UploadKeeper.tsx'
export { useUploads, type UploadsNow } from './web/useUploads.ts'

/** The upload dialog, fetched when first opened. */
export const UploadDialog = lazyDialog<UploadDialogProps>(async () => (await import('./web/UploadDialog.tsx')).UploadDialog)

/**
 * Takes files into the queue, from wherever they were dropped; the upload dialog shows what becomes of them. Resolves when
 * they stand in the queue.
 */
export const startUpload = (files: readonly File[], folderId: string | null = null): Promise<void> => uploads.add(files, folderId)

/** What can be done about an item of the queue, outside the dialog too. */
export const uploadActions = {
  keepBoth: (id: string): void => uploads.keepBoth(id),
  retry: (id: string): void => uploads.retry(id),
  cancel: (id: string): void => uploads.cancel(id),
  remove: (id: string): void => uploads.remove(id),
} as const
