import { BlobError } from '#platform/blobs/blobs.ts'
import type { Part } from '#platform/blobs/blobs.ts'
import type { Bytes } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { type UploadRecord, readUpload, setState } from './store.ts'
import { giveUp } from './sweep.ts'

/**
 * Merges the parts of an upload (B§4 step 4). Rejects with BlobError: 'no-such-upload' also when the upload was abandoned in the
 * meantime, in which case its audio is deleted too.
 */
export async function mergeUpload(ground: Ground, upload: UploadRecord, parts: readonly Part[]): Promise<void> {
  const size = await putTogether(ground, upload, parts)
  if (size > upload.bytes) {
    await giveUp(ground, upload)
    throw new BlobError('too-large', `The parts hold ${size} bytes, ${upload.bytes} were announced.`)
  }
  await noteMerged(ground, upload)
}

/** Returns the size of the merged audio. An upload merged earlier has no parts any more and counts as merged. */
async function putTogether(ground: Ground, upload: UploadRecord, parts: readonly Part[]): Promise<Bytes> {
  try {
    return (await ground.blobs.complete({ key: upload.object_name, uploadId: upload.upload_id, parts })).size
  } catch (error) {
    const isForgotten = upload.state !== 'open' && error instanceof BlobError && error.kind === 'no-such-upload'
    const info = isForgotten ? await ground.blobs.info(upload.object_name) : null
    if (info === null) throw error
    return info.size
  }
}

/** Marks the upload as merged. When its row is gone, it deletes the audio, since no cleanup would ever find it, and throws. */
export async function noteMerged(ground: Ground, upload: UploadRecord): Promise<void> {
  if (await setState(ground, upload, { from: 'open', to: 'merged' })) return
  if (await readUpload(ground, upload.user_id, upload.upload_id)) return
  await ground.blobs.delete(upload.object_name)
  throw new BlobError('no-such-upload', 'This upload was given up.')
}
