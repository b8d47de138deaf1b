import { lazyDialog } from '#ui/lazyDialog.tsx'
import { takeIn } from './web/arrivals.ts'
import type { Grabbed } from './web/grabDrop.ts'
import { uploads } from './web/queue.ts'
import type { UploadDialogProps } from './web/UploadDialog.tsx'

export type { UploadDialogProps } from './web/UploadDialog.tsx'
export { shareOf, toneOf } from './web/batch.ts'
export { type Grabbed, grabDrop, isNothing } from './web/grabDrop.ts'
export { fullName, isNetworkFailure, isUnderway, mayRetry, timeLeft, type UploadItem } from './web/uploadItem.ts'
export { useItemWords } from './web/useItemWords.ts'
export { UploadKeeper, type UploadKeeperProps } from './web/UploadKeeper.tsx'
export { useNoMember, useUploads, type UploadsNow } from './web/useUploads.ts'

/** The upload dialog, loaded when it is first opened. */
export const UploadDialog = lazyDialog<UploadDialogProps>(async () => (await import('./web/UploadDialog.tsx')).UploadDialog)

/**
 * Adds dropped or pasted files and folders (`readDrop`) to the queue; the upload dialog shows the result. Resolves when they are
 * in the queue.
 */
export const startUpload = (grabbed: Grabbed, folderId: string | null = null): Promise<void> => takeIn(uploads, grabbed, folderId)

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
export const forgetUploadsOf = async (account: string): Promise<void> =>
  (await import('./web/kept/forgetOwner.ts')).forgetOwner(account)
