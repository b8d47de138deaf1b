import { unixSeconds } from '#kit/units.ts'
import { BlobError } from '#platform/blobs/blobs.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import type { PresignedUpload, UnfinishedUpload, UploadedPart } from '../contract.ts'
import { keptUntil } from './keptUntil.ts'
import { noteMerged } from './mergeUpload.ts'
import { type UploadRecord, listUnfinished, readUpload, touchUpload } from './store.ts'

/** As many as one account may have. */
const MOST_LISTED = 100

/** The user's uploads that are no recordings yet; one whose bytes are gone is not told. */
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
 * What has arrived of an upload, and new links for its slices; from now on it is kept as long as a new one. Null when it
 * has lost its bytes. Rejects with NotFound where the user has no such upload, or not any more.
 */
export async function resumeUpload(ground: Ground, userId: string, uploadId: string): Promise<Resumed | null> {
  const upload = await readUpload(ground, userId, uploadId)
  if (!upload) throw new NotFound()
  const names = { upload_id: upload.upload_id, object_name: upload.object_name }
  if (upload.state === 'confirmed') return { ...names, part_urls: [], parts: [], state: 'confirmed' }
  // Moved on or gone between the two: told as it is now.
  if (!(await touchUpload(ground, upload))) return resumeUpload(ground, userId, uploadId)
  const arrived = await arrivedOf(ground, upload)
  if (arrived === null) return null
  if (arrived !== 'merged') {
    const part_urls = await linksOf(ground, upload)
    if (part_urls) return { ...names, part_urls, parts: arrived.map(toPart), state: 'open' }
  }
  // Put together by a call whose process died before it could say so.
  if (upload.state === 'open') await noteMerged(ground, upload)
  return { ...names, part_urls: [], parts: [], state: 'merged' }
}

const toPart = ({ Etag, PartNumber }: UploadedPart): UploadedPart => ({ Etag, PartNumber })

/** The parts that lie there; 'merged' when they stand in one piece, null when there is nothing left of it. */
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
