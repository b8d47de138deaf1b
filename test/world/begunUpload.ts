import { PART_BYTES } from '#features/upload/contract.ts'
import type { User } from './user.ts'

export type BegunUpload = Awaited<ReturnType<typeof begunUpload>>

/** Starts an upload and returns its further steps (B§4). `fields` are added to the presign body. */
export async function begunUpload(user: Pick<User, 'upload'>, bytes: Uint8Array, said: object = {}) {
  const { upload } = user
  const { data } = await upload.presign({ body: { filesize: bytes.length, file_type: 'MP3', ...said } })
  const { upload_id, object_name, part_urls } = data
  const names = { upload_id, object_name }
  const slice = (at: number) => bytes.slice(at * PART_BYTES, (at + 1) * PART_BYTES)
  /** Uploads one slice, or other bytes in its place. Returns its number and ETag. */
  const put = async (at = 0, body: Uint8Array = slice(at)) => {
    const answer = await fetch(part_urls[at]!, { method: 'PUT', body: body.slice() })
    return { Etag: answer.headers.get('etag') ?? '', PartNumber: at + 1 }
  }
  const putAll = () => Promise.all(part_urls.map((_, at) => put(at)))
  const merge = async (parts?: { Etag: string; PartNumber: number }[]) =>
    upload.merge({ body: { ...names, parts: parts ?? (await putAll()) } })
  const confirm = (more: object = {}) => upload.confirm({ body: { ...names, ...more } })
  return { upload, names, part_urls, put, putAll, merge, confirm }
}

/** Starts an upload and merges its slices. */
export async function mergedUpload(user: Pick<User, 'upload'>, bytes: Uint8Array, said: object = {}): Promise<BegunUpload> {
  const begun = await begunUpload(user, bytes, said)
  await begun.merge()
  return begun
}
