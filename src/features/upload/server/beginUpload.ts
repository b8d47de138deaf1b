import { newId } from '#shared/newId.ts'
import { days, GiB } from '#shared/units.ts'
import type { Bytes } from '#shared/units.ts'
import { hasStorageFor, withinStorageLimit } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { TooManyRequests } from '#platform/http/errors.ts'
import type { PresignedUpload, UploadType } from '../contract.ts'
import { refusalOfBlobError } from './refusals.ts'
import { type UploadRecord, insertUpload, lockAccountUploads, sumUnfinished } from './store.ts'

/**
 * Limits of one account for a day and for unfinished uploads. When the upload limit is high, each byte limit allows at least four
 * uploads of that size.
 */
const MAX_BYTES_PER_DAY: Bytes = 20 * GiB
const MAX_UNFINISHED_BYTES: Bytes = 10 * GiB
const MAX_UNFINISHED = 100
const MIN_FULL_SIZE_UPLOADS = 4

/** An upload that is about to begin. `filename` is already cleaned. */
export type UploadDraft = {
  readonly userId: string
  readonly size: Bytes
  readonly fileType: UploadType
  readonly filename: string | null
  readonly sourceMd5: string | null
}

/** Why an account may not begin an upload: too many uploads, or its storage is full. */
type BeginRefusal = { refused: 'tooMuch' | 'accountFull' }

/** Reserves space for `size` bytes and returns the part links (B§4 step 2). Refuses also when the disk of the server is full. */
export async function beginUpload(
  ctx: AppContext,
  draft: UploadDraft,
): Promise<PresignedUpload | BeginRefusal | { refused: 'tooLarge' | 'noRoom' }> {
  const refusal = await checkLimits(ctx, draft)
  if (refusal) return refusal
  const row = toRow(ctx, draft)
  const created = await ctx.blobs.createUpload({ key: row.object_name, size: draft.size }).catch(refusalOfNewBlob)
  if ('refused' in created) return created
  const { uploadId, partUrls } = created
  const lateRefusal = await insertWithinLimits(ctx, { ...row, upload_id: uploadId })
  if (!lateRefusal) return { upload_id: uploadId, object_name: row.object_name, part_urls: partUrls }
  await ctx.blobs.abort({ key: row.object_name, uploadId })
  return lateRefusal
}

function refusalOfNewBlob(error: unknown): { refused: 'tooLarge' | 'noRoom' } {
  const refused = refusalOfBlobError(error)
  if (refused === 'uploadExpired') throw error
  return { refused }
}

/** Like `beginUpload` for a single form: nothing is reserved before its bytes arrive. */
export async function beginFormUpload(ctx: AppContext, draft: UploadDraft): Promise<UploadRecord | BeginRefusal> {
  const refusal = await checkLimits(ctx, draft)
  if (refusal) return refusal
  const row = { ...toRow(ctx, draft), in_parts: false }
  return (await insertWithinLimits(ctx, row)) ?? row
}

/**
 * Inserts the upload within the limits of the account, or returns the refusal. Uploads of one account are counted one after
 * another.
 * @NOTE The daily limit is counted before the transaction: limits use their own connection, and transactions that wait for each
 * other could hold all connections.
 */
async function insertWithinLimits(ctx: AppContext, row: UploadRecord): Promise<BeginRefusal | undefined> {
  const draft = { userId: row.user_id, size: row.bytes }
  if (!(await consumeDailyLimit(ctx, draft))) return { refused: 'tooMuch' }
  return ctx.transaction(async (tx) => {
    await lockAccountUploads(tx, row.user_id)
    const refusal = await checkLimits(tx, draft)
    if (refusal) return refusal
    return (await withinStorageLimit(tx, row.user_id, () => insertUpload(tx, row))) ?? undefined
  })
}

type UploadSize = Pick<UploadDraft, 'userId' | 'size'>

async function checkLimits(ctx: AppContext, { userId, size }: UploadSize): Promise<BeginRefusal | undefined> {
  const { uploads, bytes } = await sumUnfinished(ctx, userId)
  const isTooMuch = uploads >= MAX_UNFINISHED || bytes + size > byteLimit(ctx, MAX_UNFINISHED_BYTES)
  if (isTooMuch) return { refused: 'tooMuch' }
  return (await hasStorageFor(ctx, userId, size)) ? undefined : { refused: 'accountFull' }
}

async function consumeDailyLimit(ctx: AppContext, { userId, size }: UploadSize): Promise<boolean> {
  try {
    await ctx.limits.consume(`upload.bytes:${userId}`, { max: byteLimit(ctx, MAX_BYTES_PER_DAY), within: days(1) }, size)
    return true
  } catch (error) {
    if (error instanceof TooManyRequests) return false
    throw error
  }
}

const byteLimit = (ctx: AppContext, limit: Bytes): Bytes => Math.max(limit, MIN_FULL_SIZE_UPLOADS * ctx.config.uploads.maxBytes)

function toRow(ctx: AppContext, { userId, size, fileType, filename, sourceMd5 }: UploadDraft): UploadRecord {
  const now = ctx.clock.now()
  const id = newId(now)
  return {
    user_id: userId,
    upload_id: id,
    object_name: `sound/${userId}/${id}`,
    file_type: fileType,
    bytes: size,
    state: 'open',
    created_at: now,
    filename,
    source_md5: sourceMd5,
    in_parts: true,
    touched_at: now,
  }
}
