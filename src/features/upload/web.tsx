import { uploads } from './web/queue.ts'

export { UploadDialog, type UploadDialogProps } from './web/UploadDialog.tsx'
export { UploadKeeper, type UploadKeeperProps } from './web/UploadKeeper.tsx'
export { useUploads, type UploadsNow } from './web/useUploads.ts'

/**
 * Takes files into the queue, from wherever they were dropped; the upload dialog shows what becomes of them. Resolves when
 * they stand in the queue.
 */
export const startUpload = (files: readonly File[], folderId: string | null = null): Promise<void> => uploads.add(files, folderId)
