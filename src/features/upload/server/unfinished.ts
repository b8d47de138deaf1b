import { unixSeconds } from '#kit/units.ts'
import { BlobError } from '#platform/blobs/blobs.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import type { PresignedUpload, UnfinishedUpload, UploadedPart } from '../contract.ts'
import { noteMerged } from './mergeUpload.ts'
import { type UploadRecord, listUnfinished, readUpload, touchUpload } from './store.ts'
import { keptUntil } from './sweep.ts'

/** The number of unfinished uploads an account may have. */
const MOST_LISTED = 100

/** Returns the user's uploads that are not recordings yet, without those whose bytes are gone. */
export async function listUploads(ground: Ground, userId: string): Promise<UnfinishedUpload[]> {
  const rows = await listUnfinished(ground, userId, MOST_LISTED)
  const told = await Promise.all(rows.map((row) => tellUpload(ground, row)))
  return told.filter((one) => one !== null)
}

async function tellUpload(ground: Ground, row: UploadRecord): Promise<UnfinishedUpload | null> {
  const arrived = await arrivedOf(ground, row)
  if (arrived === null) return null
  return {
    upload_id: row.upload_id,
    object_name: row.object_name,
    file_type: row.file_type,
    filename: row.filename,
    source_md5: row.source_md5,
    filesize: row.bytes,
    bytes_arrived: arrived === 'merged' ? row.bytes : arrived.reduce((sum, { size }) => sum + size, 0),
    state: arrived === 'merged' ? 'merged' : 'open',
    begun_at: unixSeconds(row.created_at),
    kept_until: unixSeconds(keptUntil(row, ground.config.uploads.keptFor)),
  }
}

type Resumed = PresignedUpload & { parts: UploadedPart[]; state: UploadRecord['state'] }

/**
 * Returns the received parts of an upload and new links; its retention starts again. Returns null when its bytes are gone.
 * Rejects with NotFound when the user has no such upload.
 */
export async function resumeUpload(ground: Ground, userId: string, uploadId: string): Promise<Resumed | null> {
  const upload = await readUpload(ground, userId, uploadId)
  if (!upload) throw new NotFound()
  const names = { upload_id: upload.upload_id, object_name: upload.object_name }
  if (upload.state === 'confirmed') return { ...names, part_urls: [], parts: [], state: 'confirmed' }
  // The state changed or the row was deleted in between: read it again.
  if (!(await touchUpload(ground, upload))) return resumeUpload(ground, userId, uploadId)
  const arrived = await arrivedOf(ground, upload)
  if (arrived === null) return null
  if (arrived !== 'merged') {
    const part_urls = await linksOf(ground, upload)
    if (part_urls) return { ...names, part_urls, parts: arrived.map(toPart), state: 'open' }
  }
  // Merged by a call whose process died before it could update the row.
  if (upload.state === 'open') await noteMerged(ground, upload)
  return { ...names, part_urls: [], parts: [], state: 'merged' }
}

const toPart = ({ Etag, PartNumber }: UploadedPart): UploadedPart => ({ Etag, PartNumber })

/** Returns the received parts, 'merged' when they are merged, or null when the bytes are gone. */
async function arrivedOf(ground: Ground, upload: UploadRecord) {
  const parts = upload.state === 'open' ? await unlessGone(ground.blobs.listParts(idsOf(upload))) : null
  if (parts) return parts
  return (await ground.blobs.info(upload.object_name)) ? 'merged' : null
}

const linksOf = (ground: Ground, upload: UploadRecord) => unlessGone(ground.blobs.partLinks(idsOf(upload)))

const idsOf = ({ object_name, upload_id }: UploadRecord) => ({ key: object_name, uploadId: upload_id })

async function unlessGone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof BlobError && error.kind === 'no-such-upload') return null
    throw error
  }
}
