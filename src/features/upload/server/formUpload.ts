import type { FastifyInstance } from 'fastify'
import { readFullFiles } from '#features/files/server.ts'
import { mayUpload } from '#features/membership/server.ts'
import type { Bytes } from '#kit/units.ts'
import { BlobError } from '#platform/blobs/blobs.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { FormBody, type TakenForm, formRoutes } from '#platform/http/FormBody.ts'
import { serve } from '#platform/http/serve.ts'
import { SoundError } from '#platform/sound/sound.ts'
import { ConfirmUpload, formUploadContract } from '../contract.ts'
import { isAsr, splitName } from '../rules.ts'
import { beginForm } from './beginUpload.ts'
import { confirmUpload } from './confirmUpload.ts'
import { noteMerged } from './mergeUpload.ts'
import { refusalOfBlob, refusalOfSound } from './refusals.ts'
import type { UploadRecord } from './store.ts'
import { giveUp } from './sweep.ts'

/** Serves the older upload with a single form (B§7). Checks, limits and refusals are those of the multipart upload. */
export function formUpload(app: FastifyInstance, ground: Ground): void {
  const { mostBytes } = ground.config.uploads
  formRoutes(app, (scope) =>
    serve(scope, 'upload', formUploadContract, {
      send: async ({ body, caller, refuse }) => {
        if (!(await mayUpload(ground, caller.userId))) return refuse('noMember')
        if (!(body instanceof FormBody)) throw new Error('this route is not served as a form')
        const announced = Math.min(body.announced ?? mostBytes, mostBytes)
        if ((body.announced ?? 0) > mostBytes + AROUND_THE_FILE) return refuse('tooLarge')
        if ((await ground.blobs.room()) < announced) return refuse('noRoom')
        const draft = { userId: caller.userId, size: announced, fileType: 'MP3', filename: null, sourceMd5: null } as const
        const upload = await beginForm(ground, draft)
        if ('refused' in upload) return refuse(upload.refused)
        try {
          const made = (await takeForm(ground, upload, body)) ?? refuse('uploadGone')
          const [file] = await readFullFiles(ground, caller.userId, [made.file_id])
          if (!file) throw new NotFound()
          return { data_file: file, temp_file_id: file.id }
        } catch (error) {
          await giveUp(ground, upload)
          if (error instanceof SoundError) return refuse(refusalOfSound(error))
          return refuse(refusalOfBlob(error))
        }
      },
    }),
  )
}

/** Maximum size of the form besides the file itself. */
const AROUND_THE_FILE: Bytes = 1024 * 1024

async function takeForm(ground: Ground, upload: UploadRecord, body: FormBody) {
  const { mostBytes } = ground.config.uploads
  const form = await body.take(mostBytes, (file) => ground.blobs.put(upload.object_name, file, upload.bytes))
  if (form.truncated) throw new BlobError('too-large', 'This file is larger than the server takes.')
  await noteMerged(ground, upload)
  const said = readFields(form)
  const fileType = said.file_type?.toUpperCase() === 'OPUS' || isAsr({ name: form.filename }) ? 'OPUS' : 'MP3'
  return confirmUpload(ground, { ...upload, state: 'merged', file_type: fileType }, said)
}

/** Parses each form field and ignores invalid ones, so that the upload does not fail because of its metadata. */
function readFields({ fields, filename }: TakenForm): ConfirmUpload {
  const said = Object.entries(ConfirmUpload.shape).map(([name, schema]) => {
    const sent = fields.get(name) ?? []
    const read = schema.safeParse(name === 'filetag_id_list' ? idsOf(sent) : sent.at(-1))
    return [name, read.success ? read.data : undefined]
  })
  const known = Object.fromEntries(said) as Partial<ConfirmUpload>
  return { ...known, upload_id: '', object_name: '', filename: known.filename ?? splitName(filename).filename }
}

/** Parses a list in a form: the field repeated several times, or once as JSON. */
function idsOf(sent: readonly string[]): readonly string[] {
  try {
    const list: unknown = JSON.parse(sent[0] ?? '')
    return Array.isArray(list) ? list.map(String) : sent
  } catch {
    return sent
  }
}
