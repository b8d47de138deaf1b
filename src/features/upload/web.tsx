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
export { useNoMember } from './web/useNoMember.ts'
export { UploadKeeper, type UploadKeeperProps } from './web/UploadKeeper.tsx'
export { useUploads, type UploadsNow } from './web/useUploads.ts'

/** The upload dialog, fetched when first opened. */
export const UploadDialog = lazyDialog<UploadDialogProps>(async () => (await import('./web/UploadDialog.tsx')).UploadDialog)

/**
 * Takes files and folders into the queue, from wherever they were dropped or pasted (`grabDrop`); the upload dialog shows what
 * becomes of them. Resolves when they stand in the queue.
 */
export const startUpload = (grabbed: Grabbed, folderId: string | null = null): Promise<void> => takeIn(uploads, grabbed, folderId)

/** What can be done about an item of the queue, outside the dialog too. */
export const uploadActions = {
  keepBoth: (id: string): void => uploads.keepBoth(id),
  sendAnyway: (id: string): void => uploads.sendAnyway(id),
  retry: (id: string): void => uploads.retry(id),
  cancel: (id: string): void => uploads.cancel(id),
  /** Answers what undoes it. */
  remove: (id: string): (() => void) => uploads.remove(id),
} as const

/** Removes what this browser keeps of the uploads of an account which is no more. */
export const forgetUploadsOf = async (account: string): Promise<void> =>
  (await import('./web/kept/forgetOwner.ts')).forgetOwner(account)
