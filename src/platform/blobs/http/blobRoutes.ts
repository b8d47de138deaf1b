import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { BlobError } from '../blobs.ts'
import type { BlobErrorKind } from '../blobs.ts'
import { contentDisposition, opensInline } from './downloadHeaders.ts'
import type { ObjectLink, PartLink } from '../BlobLinks.ts'
import { sendDownload } from './sendDownload.ts'
import type { BlobBackend } from '../BlobBackend.ts'
import { isDisconnect } from '#platform/http/errors.ts'
import { BINARY_SCHEMA, type Operation, responseBody, parameter } from '#platform/http/openApi.ts'

const Digits = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
const SignatureQuery = { expires: Digits, sig: z.string() }
const PartQuery = z.object({ size: Digits, ...SignatureQuery })
const PartPath = z.object({ uploadId: z.string(), number: Digits })
const ObjectQuery = z.object({
  as: z.enum(['object', 'ogg']),
  type: z.string(),
  filename: z.string(),
  download: z.enum(['0', '1']),
  bound: z.string(),
  ...SignatureQuery,
})
const ObjectPath = z.object({ '*': z.string() })

const STATUS_BY_KIND: Record<BlobErrorKind, number> = {
  missing: 404,
  // The signature is valid, so the upload existed and has been merged or cancelled.
  'no-such-upload': 409,
  'part-missing': 400,
  'part-changed': 409,
  'part-twice': 400,
  'part-extra': 400,
  'parts-swapped': 400,
  'too-few-bytes': 400,
  'too-many-bytes': 413,
  'merged-otherwise': 409,
  'part-too-small': 400,
  'too-large': 413,
  'no-room': 507,
  expired: 403,
  forbidden: 403,
}

/**
 * Registers the routes that receive and serve blobs. They are not part of the contract because they stream bytes. Links are signed
 * and need no Authorization. The routes have their own scope because it accepts every content type as raw bytes.
 */
export function blobRoutes(app: FastifyInstance, blobs: BlobBackend): void {
  void app.register(async (scope) => {
    // @NOTE Some clients send parts as application/x-www-form-urlencoded. Nothing may be parsed here.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.setErrorHandler(sendError)
    const options = {
      bodyLimit: Number.MAX_SAFE_INTEGER,
      schema: { hide: true },
      config: { streamsBody: true, operation: PART_OPERATION },
    }
    scope.put('/blob/part/:uploadId/:number', options, (request, reply) => handlePartUpload(blobs, request, reply))
    scope.route({
      method: ['GET', 'HEAD'],
      url: '/blob/object/*',
      schema: { hide: true },
      config: { operation: OBJECT_OPERATION },
      handler: (request, reply) => handleObjectRequest(blobs, request, reply),
    })
  })
}

const TEXT = { type: 'string' }
const DIGITS = { type: 'string', pattern: '^[0-9]{1,15}$' }
const SIGNED = [parameter('query', 'expires', DIGITS), parameter('query', 'sig', TEXT)]
const ETAG = { etag: { required: true, schema: TEXT, description: 'The MD5 of the bytes, in quotes.' } }

const PART_OPERATION: Operation = {
  operationId: 'blobs.takePart',
  tags: ['blobs'],
  summary: 'Upload one part to a link from `presign` or `resume`; no token needed',
  parameters: [
    parameter('path', 'uploadId', TEXT),
    parameter('path', 'number', DIGITS),
    parameter('query', 'size', DIGITS),
    ...SIGNED,
  ],
  requestBody: { required: true, content: { 'application/octet-stream': { schema: BINARY_SCHEMA } } },
  responses: { 200: { description: 'The part is stored.', headers: ETAG } },
  failures: [400, 403, 404, 409, 413, 414, 507],
}

const RANGES = { ...ETAG, 'accept-ranges': { schema: TEXT } }

const OBJECT_OPERATION: Operation = {
  operationId: 'blobs.serveObject',
  tags: ['blobs'],
  summary: 'Download audio or an image, in full or a range, through a signed link; no token needed',
  parameters: [
    parameter('path', 'path', TEXT),
    parameter('query', 'as', { type: 'string', enum: ['object', 'ogg'] }),
    parameter('query', 'type', TEXT),
    parameter('query', 'filename', TEXT),
    parameter('query', 'download', { type: 'string', enum: ['0', '1'] }),
    parameter('query', 'bound', TEXT),
    ...SIGNED,
    parameter('header', 'range', TEXT, false),
  ],
  responses: {
    200: { ...responseBody('All bytes.', '*/*'), headers: RANGES },
    206: { ...responseBody('The bytes of the range.', '*/*'), headers: RANGES },
    307: { description: 'The bytes are in an object store; the link is valid for five minutes.' },
  },
  failures: [304, 400, 403, 404, 414, 416],
}

async function handlePartUpload(blobs: BlobBackend, request: FastifyRequest, reply: FastifyReply) {
  const link: PartLink = { ...parseLink(PartPath, request.params), ...parseLink(PartQuery, request.query) }
  const body = request.body instanceof Readable ? request.body : Readable.from([])
  const md5 = await blobs.receivePart(link, body, Number(request.headers['content-length'] ?? 0))
  return reply.header('etag', `"${md5}"`).header('access-control-expose-headers', 'ETag').send('')
}

async function handleObjectRequest(blobs: BlobBackend, request: FastifyRequest, reply: FastifyReply) {
  const { download, bound: boundTo, ...query } = parseLink(ObjectQuery, request.query)
  const link: ObjectLink = { ...query, boundTo, download: download === '1', key: parseLink(ObjectPath, request.params)['*'] }
  // A store signs its links for one method only.
  const directUrl = request.method === 'GET' ? await blobs.directUrl(link) : null
  if (directUrl !== null) return reply.header('cache-control', 'no-store').redirect(directUrl, 307)
  const openedBlob = await blobs.openDownload(link)
  const etag = `"${openedBlob.md5}"`
  setObjectHeaders(reply, link, etag)
  return sendDownload(request, reply, openedBlob, etag)
}

function setObjectHeaders(reply: FastifyReply, { type, filename, download }: ObjectLink, etag: string): void {
  const kind = download || !opensInline(type) ? 'attachment' : 'inline'
  reply
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('content-type', type)
    .header('content-disposition', contentDisposition(kind, filename))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; media-src *; img-src *; sandbox")
    .header('cache-control', 'private, no-cache, no-transform')
    .header('access-control-expose-headers', 'ETag, Accept-Ranges, Content-Range, Content-Length, Content-Disposition')
}

/** Throws BlobError 'forbidden' when a link has missing or malformed parts. */
function parseLink<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new BlobError('forbidden', 'This link is not valid.')
  return parsed.data
}

function sendError(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  const code = error instanceof BlobError ? STATUS_BY_KIND[error.kind] : isDisconnect(error) ? 400 : (error.statusCode ?? 500)
  if (code === 500) request.log.error({ err: error }, 'a blob could not be sent or received')
  // @NOTE Node leaves an aborted body unread and its connection paused forever, so the connection must be closed.
  if (request.raw.destroyed) reply.header('connection', 'close')
  const msg = code === 500 ? 'something went wrong on the server' : error.message
  return reply
    .code(code)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify({ status: -code, msg }))
}
