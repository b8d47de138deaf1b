import type { Ground } from '#platform/ground.ts'
import { type UploadRecord, deleteUpload, lockUpload } from './store.ts'

/**
 * Removes an upload the step has locked, its parts and what they were put together to.
 * @NOTE The row goes last: where this dies half-way it is found again.
 */
export async function letGo(step: Ground, upload: UploadRecord): Promise<void> {
  if (upload.in_parts) await step.blobs.abort({ key: upload.object_name, uploadId: upload.upload_id })
  await step.blobs.delete(upload.object_name)
  await deleteUpload(step, upload)
}

/** Gives an upload up, unless it has become a recording. False when there is none, or none any more. */
export const giveUp = (ground: Ground, upload: Pick<UploadRecord, 'user_id' | 'upload_id'>): Promise<boolean> =>
  ground.inOneStep(async (step) => {
    const locked = await lockUpload(step, upload)
    if (locked && locked.state !== 'confirmed') await letGo(step, locked)
    return locked !== undefined
  })
