import { BlobError } from '#platform/blobs/blobs.ts'
import type { Part } from '#platform/blobs/blobs.ts'
import type { Bytes } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { giveUp } from './letGo.ts'
import { type UploadRecord, readUpload, setState } from './store.ts'

/**
 * Puts the slices together (B§4 step 4). Rejects with BlobError: 'no-such-upload' also for one that was given up meanwhile,
 * whose sound then goes with it.
 */
export async function mergeUpload(ground: Ground, upload: UploadRecord, parts: readonly Part[]): Promise<void> {
  const size = await putTogether(ground, upload, parts)
  if (size > upload.bytes) {
    await giveUp(ground, upload)
    throw new BlobError('too-large', `The parts hold ${size} bytes, ${upload.bytes} were announced.`)
  }
  await noteMerged(ground, upload)
}

/** Returns how many bytes it has. One that was merged long ago has no parts any more, and is merged all the same. */
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

/** Its sound stands in one piece. Where the row has gone the sound would be nobody's: no sweep would ever find it. */
export async function noteMerged(ground: Ground, upload: UploadRecord): Promise<void> {
  if (await setState(ground, upload, { from: 'open', to: 'merged' })) return
  if (await readUpload(ground, upload.user_id, upload.upload_id)) return
  await ground.blobs.delete(upload.object_name)
  throw new BlobError('no-such-upload', 'This upload was given up.')
}
