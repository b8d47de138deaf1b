import { lazyDialog } from '#ui/dialog/lazyDialog.tsx'
import { addDropped } from './web/queue/newUploads.ts'
import type { DroppedFiles } from './web/queue/readDrop.ts'
import { uploads } from './web/queue/appUploads.ts'
import type { UploadDialogProps } from './web/dialog/UploadDialog.tsx'

export type { UploadDialogProps } from './web/dialog/UploadDialog.tsx'
export { progressOf, toneOf } from './web/queue/batch.ts'
export { type DroppedFiles, readDrop, isEmptyDrop } from './web/queue/readDrop.ts'
export { fullName, isNetworkFailure, isUnderway, canRetry, timeLeft, type UploadItem } from './web/queue/uploadItem.ts'
export { useItemMessage } from './web/dialog/useItemMessage.ts'
export { UploadLifecycle, type UploadLifecycleProps } from './web/queue/UploadLifecycle.tsx'
export { useMembershipRefusal, useUploads, type UploadsState } from './web/queue/useUploads.ts'

/** The upload dialog, loaded when it is first opened. */
export const UploadDialog = lazyDialog<UploadDialogProps>(
  async () => (await import('./web/dialog/UploadDialog.tsx')).UploadDialog,
)

/**
 * Adds dropped or pasted files and folders (`readDrop`) to the queue; the upload dialog shows the result. Resolves when they are
 * in the queue.
 */
export const startUpload = (dropped: DroppedFiles, folderId: string | null = null): Promise<void> =>
  addDropped(uploads, dropped, folderId)

/** Actions on queue items, for use outside the dialog. */
export const uploadActions = {
  keepBoth: (id: string): void => uploads.keepBoth(id),
  sendAnyway: (id: string): void => uploads.sendAnyway(id),
  retry: (id: string): void => uploads.retry(id),
  cancel: (id: string): void => uploads.cancel(id),
  /** Returns a function that undoes it. */
  remove: (id: string): (() => void) => uploads.remove(id),
} as const

/** Deletes everything this browser stores of the uploads of a deleted account. */
export const removeUploadsOf = async (account: string): Promise<void> =>
  (await import('./web/storage/removeUploadsOf.ts')).removeUploadsOf(account)
