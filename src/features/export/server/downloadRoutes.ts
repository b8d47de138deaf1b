import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { contentDisposition } from '#platform/blobs/http/downloadHeaders.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { safeFileName } from '#platform/zip/safeFileName.ts'
import { serveBytes } from '#platform/http/serveBytes.ts'
import { type ZipEntry, zip } from '#platform/zip/zip.ts'
import { exportBytes } from '../contract.ts'
import { type ExportFormat, type ExportOptions, formatInfo } from '../rules.ts'
import { type RecordingExport, requireRecordings, zipEntries } from './exportFiles.ts'
import { type OpenedLink, openLink } from './exportRequest.ts'
import { toOptions } from './routes.ts'
import { writeSentDocument } from './sent-document/sentDocuments.ts'
import { markDownloaded } from './storeRequests.ts'

/** Registers the routes that return files. Only documents are held in memory as a whole. */
export function downloadRoutes(app: FastifyInstance, ctx: AppContext): void {
  serveBytes(app, 'export', exportBytes, {
    download: async ({ query, countCall, refuseLink, refuse, closed: signal, reply }) => {
      const link = (await openLink(ctx, query)) ?? refuseLink()
      const { userId, request: stored } = link
      await countCall(userId)
      if (stored.kind === 'document') return sendDocument(ctx, link, { reply, signal })
      const [format, ...otherFormats] = stored.formats
      if (stored.file_ids.length > 1 || otherFormats.length > 0 || !format)
        return sendZip(ctx, userId, stored, { reply, signal, refuse })
      const [recording] = await requireRecordings(ctx, userId, stored.file_ids, { options: stored.options, signal })
      return sendRecording(recording!, format, { reply, refuse })
    },
    file: async ({ params: { id, format }, query, caller, closed: signal, refuse, reply }) => {
      const [recording] = await requireRecordings(ctx, caller.userId, [id], { options: toOptions(query), signal })
      return sendRecording(recording!, format, { reply, refuse })
    },
  })
}

type Sending = { reply: FastifyReply; signal: AbortSignal; refuse: (name: 'nothing') => never }

async function sendRecording(
  recording: RecordingExport,
  format: ExportFormat,
  { reply, refuse }: Omit<Sending, 'signal'>,
): Promise<FastifyReply> {
  const file = (await recording.open(format)) ?? refuse('nothing')
  return sendFile(reply, { title: recording.row.filename, format, ...file })
}

async function sendDocument(
  ctx: AppContext,
  { id, userId, request, document: text }: OpenedLink,
  { reply, signal }: Omit<Sending, 'refuse'>,
): Promise<FastifyReply> {
  if (request.kind !== 'document') throw new NotFound()
  const { head } = request
  const bytes = await writeSentDocument(ctx, { head, text }, { userId, signal })
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

async function sendZip(
  ctx: AppContext,
  userId: string,
  stored: ZipRequest,
  { reply, signal, refuse }: Sending,
): Promise<FastifyReply> {
  const options = { options: stored.options, signal }
  const recordings = await requireRecordings(ctx, userId, stored.file_ids, options)
  const title = recordings.length === 1 ? safeFileName(recordings[0]!.row.filename) : 'Earshot'
  const entries = zipEntries(ctx, userId, { ...stored, ...options })
  const first = await entries.next()
  if (first.done) return refuse('nothing')
  const stream = zip(startWith(first.value, entries))
  stream.on('error', (error) => reply.log.warn({ err: error }, 'an export was not completed'))
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
