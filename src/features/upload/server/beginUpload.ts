import { newId } from '#kit/newId.ts'
import { days, GiB } from '#kit/units.ts'
import type { Bytes } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { TooMany } from '#platform/http/failures.ts'
import type { PresignedUpload, UploadType } from '../contract.ts'
import { type UploadRecord, insertUpload, lockBeginnings, sumUnfinished } from './store.ts'

/** What one account may begin within a day, and may have begun and not ended; where a single upload may be large, four of it. */
const MOST_A_DAY: Bytes = 20 * GiB
const MOST_UNFINISHED_BYTES: Bytes = 10 * GiB
const MOST_UNFINISHED = 100
const AT_LEAST = 4

/** Of somebody's upload, before it begins. `filename` can be kept as it is. */
export type UploadDraft = {
  readonly userId: string
  readonly size: Bytes
  readonly fileType: UploadType
  readonly filename: string | null
  readonly sourceMd5: string | null
}

/**
 * Promises room for `size` bytes and says where the slices go (B§4 step 2); null when the account has begun too much. Rejects
 * with BlobError.
 */
export async function beginUpload(ground: Ground, draft: UploadDraft): Promise<PresignedUpload | null> {
  if (await isFull(ground, draft)) return null
  const row = rowOf(ground, draft)
  const { uploadId, partUrls } = await ground.blobs.createUpload({ key: row.object_name, size: draft.size })
  if (await noteUpload(ground, { ...row, upload_id: uploadId }))
    return { upload_id: uploadId, object_name: row.object_name, part_urls: partUrls }
  await ground.blobs.abort({ key: row.object_name, uploadId })
  return null
}

/** As `beginUpload`, for what comes as one form: nothing is promised before its bytes come. */
export async function beginForm(ground: Ground, draft: UploadDraft): Promise<UploadRecord | null> {
  if (await isFull(ground, draft)) return null
  const row = { ...rowOf(ground, draft), in_parts: false }
  return (await noteUpload(ground, row)) ? row : null
}

/**
 * False when the account has begun too much; no two beginnings of one account count at the same time.
 * @NOTE The day is counted before the step: limits have a connection of their own, and steps that wait for each other may hold all.
 */
async function noteUpload(ground: Ground, row: UploadRecord): Promise<boolean> {
  const draft = { userId: row.user_id, size: row.bytes }
  if (!(await takeOfDay(ground, draft))) return false
  return ground.inOneStep(async (step) => {
    await lockBeginnings(step, row.user_id)
    if (await isFull(step, draft)) return false
    await insertUpload(step, row)
    return true
  })
}

type Weighed = Pick<UploadDraft, 'userId' | 'size'>

async function isFull(ground: Ground, { userId, size }: Weighed): Promise<boolean> {
  const { uploads, bytes } = await sumUnfinished(ground, userId)
  return uploads >= MOST_UNFINISHED || bytes + size > atLeastSome(ground, MOST_UNFINISHED_BYTES)
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
