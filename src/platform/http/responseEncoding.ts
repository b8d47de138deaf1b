import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import { type ResponseKeys, encryptResponse } from '#platform/crypto/responseKeys.ts'
import { Invalid } from './errors.ts'
import { KiB } from '#shared/units.ts'

/**
 * Request header for an encrypted response: `v1.<key id>.<base64url of the wrapped key>`. Other values come from other clients
 * and are ignored.
 */
export const ENCRYPT_RESPONSE = 'x-encrypt-response'
const HEADER_PATTERN = /^v1\.([\w-]{1,64})\.([\w-]{1,1024})$/

/**
 * Encrypts API responses for clients that request it (A§7), refusals and failures too: `{ "sealed": … }` with the header
 * `x-encrypted-response`. The client's `x-request-id` is authenticated, so that one response cannot stand in for another. The HTTP
 * status stays readable; events, audio and pages are not encrypted. If the key cannot be unwrapped, the call gets 422 without being
 * processed, and the client fetches the public key again.
 */
export function encryptResponses(app: FastifyInstance, keys: ResponseKeys): void {
  const keysByRequest = new WeakMap<FastifyRequest, Uint8Array>()
  app.addHook('onRequest', async (request) => {
    const header = request.headers[ENCRYPT_RESPONSE]
    if (typeof header !== 'string' || !header.startsWith('v1.') || !request.routeOptions.url?.startsWith('/api/')) return
    const [, keyId = '', wrapped = ''] = HEADER_PATTERN.exec(header) ?? []
    const key = keyId ? await keys.unwrap(keyId, Buffer.from(wrapped, 'base64url')) : null
    if (!key) throw new Invalid(ENCRYPT_RESPONSE, 'the key for the answer cannot be opened')
    keysByRequest.set(request, key)
    // Encrypted text cannot be compressed, and compressing before encryption would leak content through the length.
    request.headers[NO_COMPRESSION] = '1'
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const key = keysByRequest.get(request)
    if (!key || !String(reply.getHeader('content-type')).startsWith('application/json')) return payload
    if (typeof payload !== 'string' && !(payload instanceof Readable)) return payload
    // A streamed reply is encrypted as a whole.
    const body = typeof payload === 'string' ? payload : await text(payload)
    void reply.header('x-encrypted-response', 'A256GCM').removeHeader('content-length')
    // @NOTE Not cached: after a 304, a browser would return a response encrypted for an older key.
    void reply.header('cache-control', 'no-store').removeHeader('etag')
    return JSON.stringify({ sealed: encryptResponse(key, body, String(request.headers['x-request-id'] ?? '')) })
  })
}

/**
 * Compression of contract responses: zstd (level 3, its default) or gzip, depending on the client, from 1 KiB. Other responses
 * (events, audio, archives, the page) are not compressed.
 */
export const COMPRESSION = {
  encodings: ['zstd', 'gzip'],
  threshold: KiB,
  zlibOptions: { level: 1 },
} satisfies FastifyCompressOptions

/** Request header that disables compression of the response. */
export const NO_COMPRESSION = 'x-no-compression'

/** Lets routes compress their responses with `compress: COMPRESSION`. Request bodies are never decompressed. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false })
}
