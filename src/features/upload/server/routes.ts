import type { FastifyInstance } from 'fastify'
import { listFilesByMd5, readFullFiles } from '#features/files/server.ts'
import { hasRight } from '#features/membership/server.ts'
import type { AppContext } from '#platform/context.ts'
import { withRequestOrigin } from '#platform/crypto/signedLinks.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { uploadContract } from '../contract.ts'
import { beginUpload } from './beginUpload.ts'
import { cleanTitle } from './clientMetadata.ts'
import { confirmUpload, mergeUpload } from './finishUpload.ts'
import { readUpload } from './store.ts'
import { abandonUpload } from './abandonedUploads.ts'
import { listUploads, resumeUpload } from './unfinishedUploads.ts'

export function uploadRoutes(app: FastifyInstance, ctx: AppContext): void {
  const { maxBytes } = ctx.config.uploads
  serve(app, 'upload', uploadContract, {
    presign: async ({ body, caller, from, refuse }) => {
      if (!(await hasRight(ctx, caller.userId, 'upload'))) return refuse('noMember')
      if (body.filesize > maxBytes) return refuse('tooLarge')
      if (body.filesize === 0) return refuse('notSound')
      const { filesize: size, file_type: fileType, source_md5: sourceMd5 = null } = body
      const draft = { userId: caller.userId, size, fileType, filename: cleanTitle(body.filename), sourceMd5 }
      const data = await beginUpload(ctx, draft)
      if ('refused' in data) return refuse(data.refused)
      return { data: { ...data, part_urls: data.part_urls.map((link) => withRequestOrigin(link, ctx.config, from)) } }
    },
    merge: async ({ body, caller, refuse }) => {
      const upload = (await readUpload(ctx, caller.userId, idsOf(body))) ?? refuse('uploadExpired')
      const parts = body.parts.map(({ Etag, PartNumber }) => ({ Etag: Etag.replace(/^"|"$/g, ''), PartNumber }))
      const refusal = await mergeUpload(ctx, upload, parts)
      if (refusal) return refuse(refusal.refused, 'details' in refusal ? refusal.details : undefined)
      return { data: { object_name: upload.object_name, upload_id: upload.upload_id } }
    },
    confirm: async ({ body, caller, refuse }) => {
      const upload = (await readUpload(ctx, caller.userId, idsOf(body))) ?? refuse('uploadExpired')
      if (upload.state === 'open') return refuse('notMerged')
      const created = await confirmUpload(ctx, upload, body)
      if ('refused' in created) return refuse(created.refused)
      const [file] = await readFullFiles(ctx, caller.userId, [created.file_id])
      if (!file) throw new NotFound()
      return { data: file, data_file: file }
    },
    unfinished: async ({ caller }) => ({ data: { list: await listUploads(ctx, caller.userId) } }),
    resume: async ({ params, caller, from, refuse }) => {
      const data = await resumeUpload(ctx, caller.userId, params.upload_id)
      if ('refused' in data) return refuse(data.refused)
      return { data: { ...data, part_urls: data.part_urls.map((link) => withRequestOrigin(link, ctx.config, from)) } }
    },
    abandon: async ({ params, caller }) => {
      if (!(await abandonUpload(ctx, { user_id: caller.userId, upload_id: params.upload_id }))) throw new NotFound()
      return {}
    },
    knownSounds: async ({ body, caller }) => ({ data: { known: await findKnownSounds(ctx, caller.userId, body.md5s) } }),
    webConfig: async () => ({ data: { upload_limit_size: maxBytes } }),
  })
}

type GivenIds = { upload_id?: string | null | undefined; object_name?: string | null | undefined }
const idsOf = ({ upload_id, object_name }: GivenIds) => ({ uploadId: upload_id, objectName: object_name })

type KnownSound = { md5: string; file_id: string; filename: string }

/** Returns for each of these MD5s the user's newest recording with this audio, if there is one. */
async function findKnownSounds(ctx: AppContext, userId: string, md5s: readonly string[]): Promise<KnownSound[]> {
  const known = new Map<string, KnownSound>(md5s.map((md5) => [md5, { md5, file_id: '', filename: '' }]))
  const files = await listFilesByMd5(ctx, userId, [...known.keys()])
  for (const { md5, source_md5, file_id, filename } of files.toReversed())
    for (const key of [md5, source_md5 ?? md5]) if (known.has(key)) known.set(key, { md5: key, file_id, filename })
  return [...known.values()].filter(({ file_id }) => file_id !== '')
}
