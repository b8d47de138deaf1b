import { unixSeconds } from '#shared/units.ts'
import { BlobError } from '#platform/blobs/blobs.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import type { PresignedUpload, UnfinishedUpload, UploadedPart } from '../contract.ts'
import { markMerged } from './finishUpload.ts'
import { type UploadRecord, listUnfinished, readUpload, touchUpload } from './store.ts'
import { retainedUntil } from './abandonedUploads.ts'

/** The number of unfinished uploads an account may have. */
const MAX_LISTED = 100

/** Returns the user's uploads that are not recordings yet, without those whose bytes are gone. */
export async function listUploads(ctx: AppContext, userId: string): Promise<UnfinishedUpload[]> {
  const rows = await listUnfinished(ctx, userId, MAX_LISTED)
  const uploads = await Promise.all(rows.map((row) => toUnfinishedUpload(ctx, row)))
  return uploads.filter((upload) => upload !== null)
}

async function toUnfinishedUpload(ctx: AppContext, row: UploadRecord): Promise<UnfinishedUpload | null> {
  const received = await receivedParts(ctx, row)
  if (received === null) return null
  return {
    upload_id: row.upload_id,
    object_name: row.object_name,
    file_type: row.file_type,
    filename: row.filename,
    source_md5: row.source_md5,
    filesize: row.bytes,
    bytes_arrived: received === 'merged' ? row.bytes : received.reduce((sum, { size }) => sum + size, 0),
    state: received === 'merged' ? 'merged' : 'open',
    begun_at: unixSeconds(row.created_at),
    kept_until: unixSeconds(retainedUntil(row, ctx.config.uploads.resumableFor)),
  }
}

type ResumedUpload = PresignedUpload & { parts: UploadedPart[]; state: UploadRecord['state'] }

/**
 * Returns the received parts of an upload and new links; its retention starts again. Refuses when its bytes are gone.
 * Rejects with NotFound when the user has no such upload.
 */
export async function resumeUpload(
  ctx: AppContext,
  userId: string,
  uploadId: string,
): Promise<ResumedUpload | { refused: 'uploadExpired' }> {
  const upload = await readUpload(ctx, userId, { uploadId })
  if (!upload) throw new NotFound()
  const ids = { upload_id: upload.upload_id, object_name: upload.object_name }
  if (upload.state === 'confirmed') return { ...ids, part_urls: [], parts: [], state: 'confirmed' }
  // The state changed or the row was deleted in between: read it again.
  if (!(await touchUpload(ctx, upload))) return resumeUpload(ctx, userId, uploadId)
  const received = await receivedParts(ctx, upload)
  if (received === null) return { refused: 'uploadExpired' }
  if (received !== 'merged') {
    const part_urls = await signedPartLinks(ctx, upload)
    if (part_urls) return { ...ids, part_urls, parts: received.map(toPart), state: 'open' }
  }
  // Merged by a call whose process died before it could update the row.
  const refusal = upload.state === 'open' ? await markMerged(ctx, upload) : undefined
  return refusal ?? { ...ids, part_urls: [], parts: [], state: 'merged' }
}

const toPart = ({ Etag, PartNumber }: UploadedPart): UploadedPart => ({ Etag, PartNumber })

/** Returns the received parts, 'merged' when they are merged, or null when the bytes are gone. */
async function receivedParts(ctx: AppContext, upload: UploadRecord) {
  const parts = upload.state === 'open' ? await nullIfNotFound(ctx.blobs.listParts(blobIds(upload))) : null
  if (parts) return parts
  return (await ctx.blobs.info(upload.object_name)) ? 'merged' : null
}

const signedPartLinks = (ctx: AppContext, upload: UploadRecord) => nullIfNotFound(ctx.blobs.partLinks(blobIds(upload)))

const blobIds = ({ object_name, upload_id }: UploadRecord) => ({ key: object_name, uploadId: upload_id })

async function nullIfNotFound<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof BlobError && error.kind === 'no-such-upload') return null
    throw error
  }
}
