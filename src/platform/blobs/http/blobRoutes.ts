import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { Digits, SIGNATURE, bytesRoute } from '#shared/bytesRoute.ts'
import { KiB } from '#shared/units.ts'
import { BlobError } from '../blobs.ts'
import type { BlobErrorKind } from '../blobs.ts'
import { contentDisposition, opensInline } from './downloadHeaders.ts'
import type { ObjectLink, PartLink } from '../BlobLinks.ts'
import { sendDownload } from './sendDownload.ts'
import type { BlobBackend } from '../BlobBackend.ts'
import { isDisconnect } from '#platform/http/errors.ts'
import { serveBytes } from '#platform/http/serveBytes.ts'

/** No address is longer. */
const text = z.string().check(z.maxLength(16 * KiB))

export const blobsBytes = {
  takePart: bytesRoute({
    method: 'PUT',
    path: '/blob/part/:uploadId/:number',
    access: 'signed-link',
    summary: 'Upload one part to a link from `presign` or `resume`; no token needed',
    params: z.object({ uploadId: text, number: Digits }),
    query: z.object({ size: Digits, ...SIGNATURE }),
    takes: { type: 'application/octet-stream' },
    sends: { description: 'The part is stored.', hasEtag: true },
    refusals: {
      otherPart: { httpStatus: 409, status: -409, message: 'The upload has ended, or another part came first.' },
      noRoom: { httpStatus: 507, status: -507, message: 'The disk of the server is full.' },
    },
  }),
  serveObject: bytesRoute({
    method: 'GET',
    path: '/blob/object/*',
    access: 'signed-link',
    summary: 'Download audio or an image, in full or a range, through a signed link; no token needed',
    params: z.object({ '*': text }),
    query: z.object({
      as: z.enum(['object', 'ogg']),
      type: text,
      filename: text,
      download: z.enum(['0', '1']),
      bound: text,
      ...SIGNATURE,
    }),
    sends: { description: 'All bytes.', type: '*/*', hasRanges: true, mayRedirect: true },
  }),
} as const

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

/** Registers the routes that receive and serve blobs. Their links are signed and need no Authorization. */
export function blobRoutes(app: FastifyInstance, blobs: BlobBackend): void {
  serveBytes(
    app,
    'blobs',
    blobsBytes,
    {
      takePart: async ({ params, query, body, request, reply }) => {
        const link: PartLink = { ...params, ...query }
        const md5 = await blobs.receivePart(link, body, Number(request.headers['content-length'] ?? 0))
        return reply.header('etag', `"${md5}"`).header('access-control-expose-headers', 'ETag').send('')
      },
      serveObject: async ({ params, query: { download, bound: boundTo, ...query }, request, reply }) => {
        const link: ObjectLink = { ...query, boundTo, download: download === '1', key: params['*'] }
        // A store signs its links for one method only.
        const directUrl = request.method === 'GET' ? await blobs.directUrl(link) : null
        if (directUrl !== null) return reply.redirect(directUrl, 307)
        const openedBlob = await blobs.openDownload(link)
        const etag = `"${openedBlob.md5}"`
        setObjectHeaders(reply, link, etag)
        return sendDownload(request, reply, openedBlob, etag)
      },
    },
    sendError,
  )
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
