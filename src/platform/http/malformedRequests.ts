import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Log } from '#platform/log/log.ts'
import { BadRequest } from './errors.ts'

/** Malformed requests are routed here, so that their response is created like every other. */
const MALFORMED = '/.malformed'

/** For `rewriteUrl`: returns the URL of a request, or `MALFORMED` for a request to refuse. */
export const rewriteMalformed = (request: IncomingMessage): string =>
  hasOneHost(request) && canDecode(request.url ?? '/') ? (request.url ?? '/') : MALFORMED

/** Refuses requests that HTTP forbids but Node and Fastify accept or answer in another format. */
export function refuseMalformed(app: FastifyInstance): void {
  app.all(MALFORMED, { schema: { hide: true } }, async ({ raw }) => {
    throw new BadRequest(hasOneHost(raw) ? 'the path of this request cannot be decoded' : 'a request needs one valid Host header')
  })
  // Node would answer 417 itself.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response))
}

function canDecode(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

/** With two Host headers, a proxy and this server may each use a different one. HTTP/1.0 requires none. */
function hasOneHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts <= 1 && (hosts === 1 || httpVersion === '1.0') && !NO_HOST.test(headers.host ?? '')
}

const NO_HOST = /[\s,@/\\?#<>"]/

const STATUSES: Readonly<Record<string, readonly [code: number, reason: string, msg: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'the headers of this request are too long'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Payload Too Large', 'the body of this request is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'this request did not arrive in time'],
}
const BAD_REQUEST = [400, 'Bad Request', 'this is not a request of HTTP'] as const

/** Returns a handler for connections that receive something other than HTTP. No route and no hook sees them. */
export const answerMalformed =
  ({ log, https }: { log: Log; https: boolean }) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    // Once a response has begun, no other one can follow it.
    const hasBegun = '_httpMessage' in socket && socket._httpMessage !== null
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || hasBegun) return void socket.destroy()
    const [code, reason, msg] = STATUSES[error.code ?? ''] ?? BAD_REQUEST
    const requestId = randomUUID()
    log.debug({ code: error.code, reqId: requestId }, 'a request was no HTTP')
    const body = JSON.stringify({ status: -code, msg, detail: msg, request_id: requestId })
    const headers = {
      ...SECURITY_HEADERS,
      ...(https && { 'strict-transport-security': 'max-age=15552000' }),
      'x-request-id': requestId,
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${code} ${reason}\r\n${lines.join('')}\r\n${body}`)
  }

/** The headers that helmet sets on all other responses, as far as they matter for JSON that is not a page. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
} as const
