import type { FastifyInstance } from 'fastify'
import { readFullFiles } from '#features/files/server.ts'
import { hasRight } from '#features/membership/server.ts'
import type { Bytes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { FormBody, type ParsedForm, formRoutes } from '#platform/http/FormBody.ts'
import { serve } from '#platform/http/serve.ts'
import { ConfirmUpload, formUploadContract } from '../contract.ts'
import { isAsr, splitName } from '../rules.ts'
import { beginFormUpload } from './beginUpload.ts'
import { confirmUpload, markMerged } from './finishUpload.ts'
import { refusalOfBlobError } from './refusals.ts'
import type { UploadRecord } from './store.ts'
import { abandonUpload } from './abandonedUploads.ts'

/** Serves the older upload with a single form (B§7). Checks, limits and refusals are those of the multipart upload. */
export function formUploadRoute(app: FastifyInstance, ctx: AppContext): void {
  const { maxBytes } = ctx.config.uploads
  formRoutes(app, (scope) =>
    serve(scope, 'upload', formUploadContract, {
      send: async ({ body, caller, refuse }) => {
        if (!(await hasRight(ctx, caller.userId, 'upload'))) return refuse('noMember')
        if (!(body instanceof FormBody)) throw new Error('this route is not served as a form')
        const announcedSize = Math.min(body.contentLength ?? maxBytes, maxBytes)
        if ((body.contentLength ?? 0) > maxBytes + FORM_OVERHEAD) return refuse('tooLarge')
        if ((await ctx.blobs.availableBytes()) < announcedSize) return refuse('noRoom')
        const draft = { userId: caller.userId, size: announcedSize, fileType: 'MP3', filename: null, sourceMd5: null } as const
        const upload = await beginFormUpload(ctx, draft)
        if ('refused' in upload) return refuse(upload.refused)
        const created = await receiveForm(ctx, upload, body)
        if ('refused' in created) return refuse(created.refused)
        const [file] = await readFullFiles(ctx, caller.userId, [created.file_id])
        if (!file) throw new NotFound()
        return { data_file: file, temp_file_id: file.id }
      },
    }),
  )
}

/** Maximum size of the form besides the file itself. */
const FORM_OVERHEAD: Bytes = 1024 * 1024

/** Receives the form and creates its recording. A refused or failed upload leaves nothing behind. */
async function receiveForm(ctx: AppContext, upload: UploadRecord, body: FormBody) {
  try {
    const created = await createFromForm(ctx, upload, body)
    if ('refused' in created) await abandonUpload(ctx, upload)
    return created
  } catch (error) {
    await abandonUpload(ctx, upload)
    return { refused: refusalOfBlobError(error) }
  }
}

async function createFromForm(ctx: AppContext, upload: UploadRecord, body: FormBody) {
  const { maxBytes } = ctx.config.uploads
  const form = await body.parse(maxBytes, (file) => ctx.blobs.put(upload.object_name, file, upload.bytes))
  if (form.truncated) return { refused: 'tooLarge' } as const
  const refusal = await markMerged(ctx, upload)
  if (refusal) return refusal
  const input = readFields(form)
  const fileType = input.file_type?.toUpperCase() === 'OPUS' || isAsr({ name: form.filename }) ? 'OPUS' : 'MP3'
  return confirmUpload(ctx, { ...upload, state: 'merged', file_type: fileType }, input)
}

/** Parses each form field and ignores invalid ones, so that the upload does not fail because of its metadata. */
function readFields({ fields, filename }: ParsedForm): ConfirmUpload {
  const entries = Object.entries(ConfirmUpload.shape).map(([name, schema]) => {
    const values = fields.get(name) ?? []
    const parsed = schema.safeParse(name === 'filetag_id_list' ? parseIds(values) : values.at(-1))
    return [name, parsed.success ? parsed.data : undefined]
  })
  const parsedFields = Object.fromEntries(entries) as Partial<ConfirmUpload>
  return { ...parsedFields, upload_id: '', object_name: '', filename: parsedFields.filename ?? splitName(filename).filename }
}

/** Parses a list in a form: the field repeated several times, or once as JSON. */
function parseIds(values: readonly string[]): readonly string[] {
  try {
    const list: unknown = JSON.parse(values[0] ?? '')
    return Array.isArray(list) ? list.map(String) : values
  } catch {
    return values
  }
}
