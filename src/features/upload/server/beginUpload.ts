import { newId } from '#kit/newId.ts'
import { days, GiB } from '#kit/units.ts'
import type { Bytes } from '#kit/units.ts'
import { AccountFull, fitsStorage, withinStorage } from '#features/files/server.ts'
import type { Ground } from '#platform/ground.ts'
import { TooMany } from '#platform/http/failures.ts'
import type { PresignedUpload, UploadType } from '../contract.ts'
import { type UploadRecord, insertUpload, lockBeginnings, sumUnfinished } from './store.ts'

/**
 * Limits of one account for a day and for unfinished uploads. When the upload limit is high, each byte limit allows at least four
 * uploads of that size.
 */
const MOST_A_DAY: Bytes = 20 * GiB
const MOST_UNFINISHED_BYTES: Bytes = 10 * GiB
const MOST_UNFINISHED = 100
const AT_LEAST = 4

/** An upload that is about to begin. `filename` is already cleaned. */
export type UploadDraft = {
  readonly userId: string
  readonly size: Bytes
  readonly fileType: UploadType
  readonly filename: string | null
  readonly sourceMd5: string | null
}

/** Why an account may not begin an upload: too many uploads, or its storage is full. */
type NotBegun = { refused: 'tooMuch' | 'accountFull' }

/** Reserves space for `size` bytes and returns the part links (B§4 step 2), or the refusal. Rejects with BlobError. */
export async function beginUpload(ground: Ground, draft: UploadDraft): Promise<PresignedUpload | NotBegun> {
  const early = await refusalOf(ground, draft)
  if (early) return early
  const row = rowOf(ground, draft)
  const { uploadId, partUrls } = await ground.blobs.createUpload({ key: row.object_name, size: draft.size })
  const late = await noteUpload(ground, { ...row, upload_id: uploadId })
  if (!late) return { upload_id: uploadId, object_name: row.object_name, part_urls: partUrls }
  await ground.blobs.abort({ key: row.object_name, uploadId })
  return late
}

/** Like `beginUpload` for a single form: nothing is reserved before its bytes arrive. */
export async function beginForm(ground: Ground, draft: UploadDraft): Promise<UploadRecord | NotBegun> {
  const early = await refusalOf(ground, draft)
  if (early) return early
  const row = { ...rowOf(ground, draft), in_parts: false }
  return (await noteUpload(ground, row)) ?? row
}

/**
 * Inserts the upload within the limits of the account, or returns the refusal. Uploads of one account are counted one after
 * another.
 * @NOTE The daily limit is counted before the transaction: limits use their own connection, and transactions that wait for each
 * other could hold all connections.
 */
async function noteUpload(ground: Ground, row: UploadRecord): Promise<NotBegun | null> {
  const draft = { userId: row.user_id, size: row.bytes }
  if (!(await takeOfDay(ground, draft))) return { refused: 'tooMuch' }
  const noted = ground.inOneStep(async (step) => {
    await lockBeginnings(step, row.user_id)
    const refusal = await refusalOf(step, draft)
    if (!refusal) await withinStorage(step, row.user_id, () => insertUpload(step, row))
    return refusal
  })
  return noted.catch((error: unknown) => {
    if (error instanceof AccountFull) return { refused: 'accountFull' }
    throw error
  })
}

type Weighed = Pick<UploadDraft, 'userId' | 'size'>

async function refusalOf(ground: Ground, { userId, size }: Weighed): Promise<NotBegun | null> {
  const { uploads, bytes } = await sumUnfinished(ground, userId)
  const isTooMuch = uploads >= MOST_UNFINISHED || bytes + size > atLeastSome(ground, MOST_UNFINISHED_BYTES)
  if (isTooMuch) return { refused: 'tooMuch' }
  return (await fitsStorage(ground, userId, size)) ? null : { refused: 'accountFull' }
}

async function takeOfDay(ground: Ground, { userId, size }: Weighed): Promise<boolean> {
  try {
    await ground.limits.take(`upload.bytes:${userId}`, { most: atLeastSome(ground, MOST_A_DAY), within: days(1) }, size)
    return true
  } catch (error) {
    if (error instanceof TooMany) return false
    throw error
  }
}

const atLeastSome = (ground: Ground, most: Bytes): Bytes => Math.max(most, AT_LEAST * ground.config.uploads.mostBytes)

function rowOf(ground: Ground, { userId, size, fileType, filename, sourceMd5 }: UploadDraft): UploadRecord {
  const now = ground.clock.now()
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
