import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AnswerKeys, sealAnswer } from '#platform/answerKeys.ts'
import { NOT_COMPRESSED } from './compressAnswers.ts'
import { Invalid } from './failures.ts'

/** Asks for an encrypted answer: `v1.<key id>.<base64url of the wrapped key>`. Anything else is another client's and ignored. */
export const ENCRYPT_RESPONSE = 'x-encrypt-response'
const ASKED = /^v1\.([\w-]{1,64})\.([\w-]{1,1024})$/

/**
 * Encrypts the answers of the API to those who ask for it (A§7), refusals and failures too: `{ "sealed": … }` with the header
 * `x-encrypted-response`. The caller's `x-request-id` is bound to it, so that one answer cannot stand for another. The HTTP
 * status stays readable; events, sound and pages are passed on as they are. A key that cannot be opened answers 422 before
 * anything is done, and the client asks for our public key anew.
 */
export function sealAnswers(app: FastifyInstance, keys: AnswerKeys): void {
  const asked = new WeakMap<FastifyRequest, Uint8Array>()
  app.addHook('onRequest', async (request) => {
    const header = request.headers[ENCRYPT_RESPONSE]
    if (typeof header !== 'string' || !header.startsWith('v1.') || !request.routeOptions.url?.startsWith('/api/')) return
    const [, keyId = '', wrapped = ''] = ASKED.exec(header) ?? []
    const key = keyId ? await keys.unwrap(keyId, Buffer.from(wrapped, 'base64url')) : null
    if (!key) throw new Invalid(ENCRYPT_RESPONSE, 'the key for the answer cannot be opened')
    asked.set(request, key)
    // What is encrypted cannot be made smaller, and its length is to tell nothing of what it says.
    request.headers[NOT_COMPRESSED] = '1'
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const key = asked.get(request)
    if (!key || !String(reply.getHeader('content-type')).startsWith('application/json')) return payload
    if (typeof payload !== 'string' && !(payload instanceof Readable)) return payload
    // A list that is written while it is read is encrypted as a whole.
    const whole = typeof payload === 'string' ? payload : await text(payload)
    void reply.header('x-encrypted-response', 'A256GCM').removeHeader('content-length')
    // @NOTE Nobody keeps it: a browser that did would, at the next 304, hand out what an older key alone opens.
    void reply.header('cache-control', 'no-store').removeHeader('etag')
    return JSON.stringify({ sealed: sealAnswer(key, whole, String(request.headers['x-request-id'] ?? '')) })
  })
}
