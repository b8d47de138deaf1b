import { newId } from '#kit/newId.ts'
import type { Ground } from '#platform/ground.ts'
import type { PresignedUpload, UploadType } from '../contract.ts'
import { insertUpload } from './store.ts'

/** Promises room for `size` bytes and says where the slices go (B§4 step 2). Rejects with BlobError. */
export async function beginUpload(ground: Ground, userId: string, size: number, fileType: UploadType): Promise<PresignedUpload> {
  const now = ground.clock.now()
  const key = `sound/${userId}/${newId(now)}`
  const { uploadId, partUrls } = await ground.blobs.createUpload({ key, size })
  await insertUpload(ground, {
    user_id: userId,
    upload_id: uploadId,
    object_name: key,
    file_type: fileType,
    bytes: size,
    state: 'open',
    created_at: now,
  })
  return { upload_id: uploadId, object_name: key, part_urls: partUrls }
}
