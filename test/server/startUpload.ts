import { PART_BYTES } from '#features/upload/contract.ts'
import type { User } from './user.ts'

export type StartedUpload = Awaited<ReturnType<typeof startUpload>>

/** Starts an upload and returns functions for its further steps (B§4). `fields` are added to the presign body. */
export async function startUpload(user: Pick<User, 'upload'>, bytes: Uint8Array, fields: object = {}) {
  const { upload } = user
  const { data } = await upload.presign({ body: { filesize: bytes.length, file_type: 'MP3', ...fields } })
  const { upload_id, object_name, part_urls } = data
  const uploadIds = { upload_id, object_name }
  const slice = (index: number) => bytes.slice(index * PART_BYTES, (index + 1) * PART_BYTES)
  /** Uploads one part, or different bytes in its place. Returns its number and ETag. */
  const putPart = async (index = 0, body: Uint8Array = slice(index)) => {
    const response = await fetch(part_urls[index]!, { method: 'PUT', body: body.slice() })
    return { Etag: response.headers.get('etag') ?? '', PartNumber: index + 1 }
  }
  const putAllSlices = () => Promise.all(part_urls.map((_, index) => putPart(index)))
  const merge = async (parts?: { Etag: string; PartNumber: number }[]) =>
    upload.merge({ body: { ...uploadIds, parts: parts ?? (await putAllSlices()) } })
  const confirm = (extraFields: object = {}) => upload.confirm({ body: { ...uploadIds, ...extraFields } })
  return { upload, uploadIds, part_urls, putPart, putAllSlices, merge, confirm }
}

/** Starts an upload and merges its parts. */
export async function startMergedUpload(
  user: Pick<User, 'upload'>,
  bytes: Uint8Array,
  fields: object = {},
): Promise<StartedUpload> {
  const startedUpload = await startUpload(user, bytes, fields)
  await startedUpload.merge()
  return startedUpload
}
