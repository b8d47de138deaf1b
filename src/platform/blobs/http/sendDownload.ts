import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../blobs.ts'
import type { Download } from './openDownload.ts'
import type { Bytes } from '#shared/units.ts'

/** Sends what the request asks for: the whole object, a range (206), 304 or 416. The caller sets the other headers. */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  download: Pick<Download, 'size' | 'open'>,
  etag: string,
) {
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  // A range of a changed object would not match the bytes that the client already has.
  const isStale = request.headers['if-range'] !== undefined && request.headers['if-range'] !== etag
  const range = isStale ? 'all' : parseRange(request.headers.range, download.size)
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${download.size}`).send('')
  if (range === 'all') return sendBytes(request, reply, download, { start: 0, end: download.size - 1 })
  reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${download.size}`)
  return sendBytes(request, reply, download, range)
}

async function sendBytes(request: FastifyRequest, reply: FastifyReply, download: Pick<Download, 'open'>, range: ByteRange) {
  const length = range.end - range.start + 1
  reply.header('content-length', length)
  if (request.method === 'HEAD' || length === 0) return reply.send(null)
  return reply.send(await download.open(range))
}

/** True when a list of ETags (If-None-Match) contains this one, weak or strong, or is `*`. */
const matchesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()))

/**
 * Parses a Range header for `size` bytes. Returns one range, 'all' (no header, another unit, or several ranges, which are not
 * supported) or 'unsatisfiable'. Numbers may have any length; an end beyond the size means the end (RFC 9110 §14.1.2).
 */
function parseRange(header: string | undefined, size: Bytes): ByteRange | 'all' | 'unsatisfiable' {
  const spec = /^\s*bytes\s*=(.*)$/i.exec(header ?? '')?.[1]
  if (spec === undefined || spec.includes(',')) return 'all'
  const [, first = '', last = ''] = /^\s*(\d*)\s*-\s*(\d*)\s*$/.exec(spec) ?? []
  if (first === '' && last === '') return 'unsatisfiable'
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last))
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}
