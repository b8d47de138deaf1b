import type { FastifyInstance } from 'fastify'
import { listKnownSounds, readFullFiles } from '#features/files/server.ts'
import { mayUpload } from '#features/membership/server.ts'
import { BlobError } from '#platform/blobs/blobs.ts'
import type { Ground } from '#platform/ground.ts'
import { atOrigin } from '#platform/http/atOrigin.ts'
import { NotFound } from '#platform/http/failures.ts'
import { serve } from '#platform/http/serve.ts'
import { SoundError } from '#platform/sound/sound.ts'
import { uploadContract } from '../contract.ts'
import { beginUpload } from './beginUpload.ts'
import { usableTitle } from './believable.ts'
import { confirmUpload } from './confirmUpload.ts'
import { mergeUpload } from './mergeUpload.ts'
import { refusalOfBlob, refusalOfParts, refusalOfSound } from './refusals.ts'
import { readUpload } from './store.ts'
import { giveUp } from './sweep.ts'
import { listUploads, resumeUpload } from './unfinished.ts'

export function uploadRoutes(app: FastifyInstance, ground: Ground): void {
  const { mostBytes } = ground.config.uploads
  serve(app, 'upload', uploadContract, {
    presign: async ({ body, caller, from, refuse }) => {
      if (!(await mayUpload(ground, caller.userId))) return refuse('noMember')
      if (body.filesize > mostBytes) return refuse('tooLarge')
      if (body.filesize === 0) return refuse('notSound')
      const { filesize: size, file_type: fileType, source_md5: sourceMd5 = null } = body
      const draft = { userId: caller.userId, size, fileType, filename: usableTitle(body.filename), sourceMd5 }
      try {
        const data = await beginUpload(ground, draft)
        if ('refused' in data) return refuse(data.refused)
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
        await mergeUpload(ground, upload, parts)
      } catch (error) {
        const wrong = refusalOfParts(error)
        return wrong ? refuse(wrong.name, wrong.details) : refuse(refusalOfBlob(error))
      }
      return { data: { object_name: upload.object_name, upload_id: upload.upload_id } }
    },
    confirm: async ({ body, caller, refuse }) => {
      const upload = (await readUpload(ground, caller.userId, body.upload_id, body.object_name)) ?? refuse('uploadGone')
      if (upload.state === 'open') return refuse('notMerged')
      try {
        const made = (await confirmUpload(ground, upload, body)) ?? refuse('uploadGone')
        const [file] = await readFullFiles(ground, caller.userId, [made.file_id])
        if (!file) throw new NotFound()
        return { data: file, data_file: file }
      } catch (error) {
        // Abandoned while it was being read.
        if (error instanceof BlobError && error.kind === 'missing') return refuse('uploadGone')
        if (!(error instanceof SoundError)) throw error
        // Bytes that are not a recording are deleted, because no user could find them again.
        await giveUp(ground, upload)
        return refuse(refusalOfSound(error))
      }
    },
    unfinished: async ({ caller }) => ({ data: { list: await listUploads(ground, caller.userId) } }),
    resume: async ({ params, caller, from, refuse }) => {
      const data = (await resumeUpload(ground, caller.userId, params.upload_id)) ?? refuse('uploadGone')
      return { data: { ...data, part_urls: data.part_urls.map((link) => atOrigin(link, ground.config, from)) } }
    },
    abandon: async ({ params, caller }) => {
      if (!(await giveUp(ground, { user_id: caller.userId, upload_id: params.upload_id }))) throw new NotFound()
      return {}
    },
    knownSounds: async ({ body, caller }) => ({ data: { known: await findKnownSounds(ground, caller.userId, body.md5s) } }),
    webConfig: async () => ({ data: { upload_limit_size: mostBytes } }),
  })
}

type Known = { md5: string; file_id: string; filename: string }

/** Returns for each of these MD5s the user's newest recording with this audio, if there is one. */
async function findKnownSounds(ground: Ground, userId: string, md5s: readonly string[]): Promise<Known[]> {
  const known = new Map<string, Known>(md5s.map((md5) => [md5, { md5, file_id: '', filename: '' }]))
  const files = await listKnownSounds(ground, userId, [...known.keys()])
  for (const { md5, source_md5, file_id, filename } of files.toReversed())
    for (const one of [md5, source_md5 ?? md5]) if (known.has(one)) known.set(one, { md5: one, file_id, filename })
  return [...known.values()].filter(({ file_id }) => file_id !== '')
}
