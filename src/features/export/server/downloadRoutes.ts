import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { FILE_ID } from '#features/files/contract.ts'
import { hours } from '#shared/units.ts'
import { contentDisposition } from '#platform/blobs/http/downloadHeaders.ts'
import type { AppContext } from '#platform/context.ts'
import { type Caller, authenticateRequest } from '#platform/http/caller.ts'
import { Invalid, NotFound } from '#platform/http/errors.ts'
import { type Operation, parameter, responseBody } from '#platform/http/openApi.ts'
import { safeFileName } from '#platform/zip/safeFileName.ts'
import { closedSignal } from '#platform/http/serve.ts'
import { type ZipEntry, zip } from '#platform/zip/zip.ts'
import { Format, Options, exportContract } from '../contract.ts'
import { type ExportFormat, FORMAT_IDS, type ExportOptions, formatInfo } from '../rules.ts'
import { type RecordingExport, requireRecordings, zipEntries } from './exportFiles.ts'
import { DOWNLOAD_PATH, type OpenedLink, openLink } from './exportRequest.ts'
import { toOptions } from './routes.ts'
import { writeSentDocument } from './sent-document/sentDocuments.ts'
import { markDownloaded } from './storeRequests.ts'

/** Rate limit of downloads per user: converting audio and long documents is expensive. */
const DOWNLOAD_LIMIT = { max: 240, within: hours(1) }

const DOWNLOAD_OPERATION: Operation = {
  operationId: 'export.download',
  tags: ['export'],
  summary: 'Download an export through a link from POST /file/export; no token needed',
  parameters: ['id', 'user', 'session', 'expires', 'sig'].map((name) => parameter('query', name, { type: 'string' })),
  responses: { 200: responseBody('The file, or a ZIP of several.', 'application/octet-stream') },
  failures: [403, 404, 422, 429],
}

const FILE_PATH = '/file/:id/export/:format'
const FILE_OPERATION: Operation = {
  operationId: 'export.file',
  tags: ['export'],
  summary: 'Download one recording in one format, for scripts; the query accepts the options of POST /file/export',
  parameters: [
    parameter('path', 'id', { type: 'string', pattern: FILE_ID.source }),
    parameter('path', 'format', { type: 'string', enum: FORMAT_IDS }),
    ...['speakers', 'times', 'notes', 'highlights', 'line_length', 'reading_speed', 'locale'].map((name) =>
      parameter('query', name, { type: 'string' }, false),
    ),
  ],
  responses: { 200: responseBody('The file.', 'application/octet-stream') },
  failures: [401, 404, 422, 429],
}

/** Registers the routes that return files, outside the contract. Only documents are held in memory as a whole. */
export function downloadRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get(DOWNLOAD_PATH, { schema: { hide: true }, config: { operation: DOWNLOAD_OPERATION } }, async (request, reply) => {
    const link = await openLink(ctx, request.query)
    void reply.header('cache-control', 'no-store')
    if (!link) return reply.code(403).send({ status: -403, msg: 'This link is invalid or has expired.' })
    const { userId, request: stored } = link
    await ctx.limits.consume(`export.download:${userId}`, DOWNLOAD_LIMIT)
    if (stored.kind === 'document') return sendDocument(ctx, link, reply)
    const [format, ...otherFormats] = stored.formats
    if (stored.file_ids.length > 1 || otherFormats.length > 0 || !format) return sendZip(ctx, userId, stored, request, reply)
    const options = { options: stored.options, signal: closedSignal(reply) }
    const [recording] = await requireRecordings(ctx, userId, stored.file_ids, options)
    return sendRecording(reply, recording!, format)
  })
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.get(
    FILE_PATH,
    {
      schema: { hide: true },
      config: { operation: FILE_OPERATION },
      onRequest: async (request) => {
        const caller = await authenticateRequest(app, request)
        await ctx.limits.consume(`export.download:${caller.userId}`, DOWNLOAD_LIMIT)
        callers.set(request, caller)
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const { id, format, options } = parseFileRequest(request)
      const signal = closedSignal(reply)
      const [recording] = await requireRecordings(ctx, callers.get(request)!.userId, [id], { options, signal })
      return sendRecording(reply, recording!, format)
    },
  )
}

const Params = z.object({ id: z.string().regex(FILE_ID), format: z.string() })

function parseFileRequest(request: FastifyRequest): { id: string; format: ExportFormat; options: ExportOptions } {
  const params = Params.safeParse(request.params)
  const format = Format.safeParse(params.data?.format.toLowerCase())
  if (!params.success || !format.success) throw new NotFound()
  const options = Options.safeParse(request.query)
  if (!options.success) {
    const [issue] = options.error.issues
    throw new Invalid(`query.${issue?.path.join('.') ?? ''}`, issue?.message ?? 'not valid')
  }
  return { id: params.data.id, format: format.data, options: toOptions(options.data) }
}

async function sendRecording(reply: FastifyReply, recording: RecordingExport, format: ExportFormat) {
  const file = await recording.open(format)
  return file ? sendFile(reply, { title: recording.row.filename, format, ...file }) : sendNothing(reply)
}

/** Unlike the refusals of the contract, this is not a 200: a program that saves responses must not save it as a file. */
function sendNothing(reply: FastifyReply) {
  const { status, message: msg } = exportContract.create.refusals.nothing
  return reply.code(404).send({ status, msg, request_id: reply.request.id })
}

async function sendDocument(ctx: AppContext, { id, userId, request, document: text }: OpenedLink, reply: FastifyReply) {
  if (request.kind !== 'document') throw new NotFound()
  const { head } = request
  const bytes = await writeSentDocument(ctx, { head, text }, { userId, signal: closedSignal(reply) })
  reply.raw.once('finish', () => void markDownloaded(ctx, userId, id).catch((error: unknown) => reply.log.warn({ err: error })))
  return sendFile(reply, { title: head.title, format: head.format, bytes })
}

type SentFile = { title: string; format: ExportFormat; bytes: Uint8Array | Readable; suffix?: string }

function sendFile(reply: FastifyReply, { title, format, bytes, suffix }: SentFile) {
  const { contentType, suffix: usual } = formatInfo(format)
  return reply
    .type(inert(format === 'original' ? (AUDIO_TYPES[suffix ?? ''] ?? contentType) : contentType))
    .header('content-disposition', contentDisposition('attachment', `${safeFileName(title)}.${suffix ?? usual}`))
    .header('x-content-type-options', 'nosniff')
    .send(bytes instanceof Uint8Array ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes)
}

const AUDIO_TYPES: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', wav: 'audio/wav', ogg: 'audio/ogg' }

/** Types that a browser could run as a page are sent as a download of plain bytes. */
const inert = (type: string): string =>
  /^(text\/(html|xml|x-opml)|image\/svg|application\/(xml|xhtml|ttml|x-freemind))/.test(type) ? 'application/octet-stream' : type

type ZipRequest = { file_ids: readonly string[]; formats: readonly ExportFormat[]; options: ExportOptions }

async function sendZip(ctx: AppContext, userId: string, stored: ZipRequest, request: FastifyRequest, reply: FastifyReply) {
  const options = { options: stored.options, signal: closedSignal(reply) }
  const recordings = await requireRecordings(ctx, userId, stored.file_ids, options)
  const title = recordings.length === 1 ? safeFileName(recordings[0]!.row.filename) : 'Earshot'
  const entries = zipEntries(ctx, userId, { ...stored, ...options })
  const first = await entries.next()
  if (first.done) return sendNothing(reply)
  const stream = zip(startWith(first.value, entries))
  stream.on('error', (error) => request.log.warn({ err: error }, 'an export was not completed'))
  return reply
    .type('application/zip')
    .header('content-disposition', contentDisposition('attachment', `${title}.zip`))
    .header('x-content-type-options', 'nosniff')
    .send(stream)
}

async function* startWith(first: ZipEntry, rest: AsyncGenerator<ZipEntry>): AsyncGenerator<ZipEntry> {
  try {
    yield first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
