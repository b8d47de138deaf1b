import { BlobError } from '#platform/blobs/blobs.ts'
import type { Part } from '#platform/blobs/blobs.ts'
import type { Bytes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { type UploadRecord, readUpload, setState } from './store.ts'
import { abandonUpload } from './abandonedUploads.ts'

/**
 * Merges the parts of an upload (B§4 step 4). Rejects with BlobError: 'no-such-upload' also when the upload was abandoned in the
 * meantime, in which case its audio is deleted too.
 */
export async function mergeUpload(ctx: AppContext, upload: UploadRecord, parts: readonly Part[]): Promise<void> {
  const size = await completeUpload(ctx, upload, parts)
  if (size > upload.bytes) {
    await abandonUpload(ctx, upload)
    throw new BlobError('too-large', `The parts hold ${size} bytes, ${upload.bytes} were announced.`)
  }
  await markMerged(ctx, upload)
}

/** Returns the size of the merged audio. An upload merged earlier has no parts any more and counts as merged. */
async function completeUpload(ctx: AppContext, upload: UploadRecord, parts: readonly Part[]): Promise<Bytes> {
  try {
    return (await ctx.blobs.complete({ key: upload.object_name, uploadId: upload.upload_id, parts })).size
  } catch (error) {
    const isAlreadyMerged = upload.state !== 'open' && error instanceof BlobError && error.kind === 'no-such-upload'
    const info = isAlreadyMerged ? await ctx.blobs.info(upload.object_name) : null
    if (info === null) throw error
    return info.size
  }
}

/** Marks the upload as merged. When its row is gone, it deletes the audio, since no cleanup would ever find it, and throws. */
export async function markMerged(ctx: AppContext, upload: UploadRecord): Promise<void> {
  if (await setState(ctx, upload, { from: 'open', to: 'merged' })) return
  if (await readUpload(ctx, upload.user_id, upload.upload_id)) return
  await ctx.blobs.delete(upload.object_name)
  throw new BlobError('no-such-upload', 'This upload was given up.')
}
