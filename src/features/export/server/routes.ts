import type { FastifyInstance } from 'fastify'
import { ComputeLimitError } from '#platform/compute/compute.ts'
import type { AppContext } from '#platform/context.ts'
import { withRequestOrigin } from '#platform/crypto/signedLinks.ts'
import { serve } from '#platform/http/serve.ts'
import { safeFileName } from '#platform/zip/safeFileName.ts'
import { type Options, exportContract } from '../contract.ts'
import { EXPORT_FORMATS, FORMAT_IDS, DEFAULT_OPTIONS, type ExportOptions, formatInfo } from '../rules.ts'
import { availableFormats, requireRecordings } from './exportFiles.ts'
import { createDocumentLink, createLink } from './exportRequest.ts'
import { previewExport } from './preview.ts'
import { readSentDocument } from './sent-document/sentDocuments.ts'

export function exportRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'export', exportContract, {
    create: async ({ body, caller, from, closed: signal, refuse }) => {
      const options = toOptions(body.options)
      const recordings = await requireRecordings(ctx, caller.userId, body.file_ids, { options, signal })
      const formats = await availableFormats(recordings, body.formats)
      const [first] = recordings
      if (formats.length === 0 || !first) return refuse('nothing')
      const fileIds = recordings.map(({ row }) => row.file_id)
      const link = await createLink(ctx, caller, { kind: 'files', file_ids: fileIds, formats, options })
      const isSingle = fileIds.length === 1 && formats.length === 1
      const title = fileIds.length === 1 ? safeFileName(first.row.filename) : 'Earshot'
      const suffix = isSingle ? formatInfo(formats[0]!).suffix || first.row.sound_kind : 'zip'
      return {
        data: {
          url: withRequestOrigin(link, ctx.config, from),
          filename: `${title}.${suffix}`,
          files: fileIds.length * formats.length,
        },
      }
    },
    preview: async ({ body, caller, closed: signal, refuse }) => {
      const options = toOptions(body.options)
      const preview = await previewExport(ctx, caller.userId, body, { options, signal }).catch(tooLarge)
      return 'refused' in preview ? refuse(preview.refused) : { data: preview }
    },
    formats: () =>
      Promise.resolve({
        data: FORMAT_IDS.map((format) => {
          const { group, suffix, contentType } = EXPORT_FORMATS[format]
          return { format, group, suffix, content_type: contentType }
        }),
      }),
    document: async ({ body, caller, from, closed: signal, refuse }) => {
      const sent = await readSentDocument(ctx, body, { userId: caller.userId, signal }).catch(tooLarge)
      if ('refused' in sent) return refuse(sent.refused)
      const link = await createDocumentLink(ctx, caller, sent)
      return typeof link === 'string' ? { data: withRequestOrigin(link, ctx.config, from) } : refuse(link.refused)
    },
  })
}

/** For `catch`: returns the refusal for work that takes too long, and rethrows other errors. */
function tooLarge(error: unknown): { refused: 'tooLarge' } {
  if (error instanceof ComputeLimitError && error.limit !== 'queue') return { refused: 'tooLarge' }
  throw error
}

/** `language` is always the spoken one. */
export function toOptions(options: Options | undefined): ExportOptions {
  if (!options) return DEFAULT_OPTIONS
  const { language: _language, ...rest } = options
  return rest
}
