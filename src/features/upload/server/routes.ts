import type { FastifyInstance } from 'fastify'
import { readFullFiles } from '#features/files/server.ts'
import { BlobError } from '#platform/blobs/blobs.ts'
import type { Ground } from '#platform/ground.ts'
import { atOrigin } from '#platform/http/atOrigin.ts'
import { NotFound } from '#platform/http/failures.ts'
import { serve } from '#platform/http/serve.ts'
import { SoundError } from '#platform/sound/sound.ts'
import { UPLOAD_LIMIT, uploadContract } from '../contract.ts'
import { beginUpload } from './beginUpload.ts'
import { confirmUpload } from './confirmUpload.ts'
import { type UploadRecord, readUpload, setState } from './store.ts'

export function uploadRoutes(app: FastifyInstance, ground: Ground): void {
  serve(app, 'upload', uploadContract, {
    presign: async ({ body, caller, from, refuse }) => {
      if (body.filesize > UPLOAD_LIMIT) return refuse('tooLarge')
      if (body.filesize === 0) return refuse('notSound')
      try {
        const data = await beginUpload(ground, caller.userId, body.filesize, body.file_type)
        return { data: { ...data, part_urls: data.part_urls.map((link) => atOrigin(link, ground.config, from)) } }
      } catch (error) {
        const name = refusalOfBlob(error)
        if (name === 'uploadGone') throw error
        return refuse(name)
      }
    },
    merge: async ({ body, caller, refuse }) => {
      const upload = (await readUpload(ground, caller.userId, body.upload_id, body.object_name)) ?? refuse('uploadGone')
      try {
        const parts = body.parts.map(({ Etag, PartNumber }) => ({ Etag: Etag.replace(/^"|"$/g, ''), PartNumber }))
        await ground.blobs.complete({ key: upload.object_name, uploadId: upload.upload_id, parts })
      } catch (error) {
        return refuse(refusalOfBlob(error))
      }
      await setState(ground, upload, { from: 'open', to: 'merged' })
      return { data: { object_name: upload.object_name, upload_id: upload.upload_id } }
    },
    confirm: async ({ body, caller, refuse }) => {
      const upload = (await readUpload(ground, caller.userId, body.upload_id, body.object_name)) ?? refuse('uploadGone')
      if (upload.state === 'open') return refuse('uploadGone')
      try {
        const made = (await confirmUpload(ground, upload, body)) ?? refuse('uploadGone')
        const [file] = await readFullFiles(ground, caller.userId, [made.file_id])
        if (!file) throw new NotFound()
        return { data: file, data_file: file }
      } catch (error) {
        if (!(error instanceof SoundError)) throw error
        await letGo(upload)
        return refuse(REFUSAL_OF_SOUND[error.kind])
      }
    },
    webConfig: async () => ({ data: { upload_limit_size: UPLOAD_LIMIT } }),
  })

  /** Bytes that turned out not to be a recording are not kept: nobody could find them again. */
  async function letGo(upload: UploadRecord): Promise<void> {
    if (await setState(ground, upload, { from: 'merged', to: 'open' })) await ground.blobs.delete(upload.object_name)
  }
}

const REFUSAL_OF_SOUND = {
  'not-sound': 'notSound',
  empty: 'notSound',
  damaged: 'notSound',
  'too-short': 'tooShort',
  'too-long': 'tooLong',
} as const

function refusalOfBlob(error: unknown): 'uploadGone' | 'tooLarge' | 'noRoom' {
  if (!(error instanceof BlobError)) throw error
  if (error.kind === 'no-room') return 'noRoom'
  return error.kind === 'too-large' ? 'tooLarge' : 'uploadGone'
}
