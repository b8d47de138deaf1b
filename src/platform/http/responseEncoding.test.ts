import { createDecipheriv } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { type ResponseKeys, createResponseKeys } from '#platform/crypto/responseKeys.ts'
import { loadResponseKey, loadSecrets } from '#platform/config/secrets.ts'
import { quietLog } from '#platform/log/log.ts'
import { createHttpServer } from './createHttpServer.ts'
import { encryptResponses } from './responseEncoding.ts'
import { serve } from './serve.ts'
import { StreamedReply } from './StreamedReply.ts'

const getRoute = (path: string) =>
  route({ method: 'GET', path, access: 'public', summary: 'Replies', reply: z.object({ text: z.string() }) })
const contract = {
  greet: getRoute('/greet'),
  crash: getRoute('/crash'),
  long: getRoute('/long'),
  streamed: getRoute('/streamed'),
  refused: { ...getRoute('/refused'), refusals: { no: { status: -5, message: 'No' } } },
}

let dataDir = ''
let keys: ResponseKeys
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'earshot-responses-'))
  await loadSecrets(dataDir)
  keys = createResponseKeys(() => loadResponseKey(dataDir))
})
afterAll(() => rm(dataDir, { recursive: true }))

async function createApp() {
  const http = await createHttpServer({ log: quietLog, checksReplies: true, version: '1' })
  encryptResponses(http, keys)
  await http.register(
    async (api) => {
      serve(api, 'greetings', contract, {
        greet: async () => ({ text: 'hällo' }),
        crash: async () => {
          throw new Error('the password is hunter2')
        },
        refused: async ({ refuse }) => refuse('no'),
        streamed: async () => new StreamedReply(Readable.from(['"text":"häl', 'lo"'])),
        long: async ({ checkEtag }) => {
          checkEtag('long')
          return { text: 'long '.repeat(1000) }
        },
      })
      api.get('/page', async (_, reply) => reply.header('content-type', 'text/html').send('<p>hi</p>'))
    },
    { prefix: '/api' },
  )
  http.get('/healthz', async () => ({ status: 0 }))
  return http
}

/** Wraps a random key under the server's public key, as the browser does. */
async function encryptionRequest(id = '') {
  const { key_id, public_key } = await keys.describe()
  const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const publicKey = await crypto.subtle.importKey('spki', Buffer.from(public_key, 'base64'), rsa, false, ['encrypt'])
  const key = crypto.getRandomValues(new Uint8Array(32))
  const wrapped = Buffer.from(await crypto.subtle.encrypt(rsa, publicKey, key)).toString('base64url')
  return { key, headers: { 'x-encrypt-response': `v1.${id || key_id}.${wrapped}`, 'x-request-id': 'r-7' } }
}

function decryptResponse(key: Uint8Array, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}

describe('an encrypted response (A§7)', () => {
  it('can be decrypted only with the key that was sent, and only for this request', async () => {
    const { key, headers } = await encryptionRequest()
    const response = await (await createApp()).inject({ url: '/api/greet', headers })
    expect(response.headers['x-encrypted-response']).toBe('A256GCM')
    expect(response.body).not.toContain('hällo')
    const { sealed } = response.json<{ sealed: string }>()
    expect(JSON.parse(decryptResponse(key, sealed, 'r-7'))).toMatchObject({ status: 0, text: 'hällo' })
    expect(() => decryptResponse(key, sealed, 'r-8')).toThrow()
    expect(() => decryptResponse(new Uint8Array(32), sealed, 'r-7')).toThrow()
  })

  it('encrypts a streamed reply', async () => {
    const { key, headers } = await encryptionRequest()
    const response = await (await createApp()).inject({ url: '/api/streamed', headers })
    expect(response.headers['x-encrypted-response']).toBe('A256GCM')
    const { sealed } = response.json<{ sealed: string }>()
    expect(JSON.parse(decryptResponse(key, sealed, 'r-7'))).toMatchObject({ status: 0, text: 'hällo' })
  })

  it('encrypts refusals and failures too, and leaves the HTTP status readable', async () => {
    const http = await createApp()
    for (const [path, status, httpStatus] of [
      ['refused', -5, 200],
      ['crash', -500, 500],
    ] as const) {
      const { key, headers } = await encryptionRequest()
      const response = await http.inject({ url: `/api/${path}`, headers })
      expect(response.statusCode).toBe(httpStatus)
      expect(JSON.parse(decryptResponse(key, response.json<{ sealed: string }>().sealed, 'r-7'))).toMatchObject({ status })
    }
  })

  it('is not compressed and not cached, because the next key would not decrypt it', async () => {
    const { key, headers } = await encryptionRequest()
    const response = await (
      await createApp()
    ).inject({ url: '/api/long', headers: { ...headers, 'accept-encoding': 'zstd, gzip' } })
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.headers.etag).toBeUndefined()
    expect(response.headers['cache-control']).toBe('no-store')
    expect(JSON.parse(decryptResponse(key, response.json<{ sealed: string }>().sealed, 'r-7'))).toMatchObject({ status: 0 })
  })

  it('is 422 for a key that cannot be unwrapped, so that the client fetches the public key again', async () => {
    const http = await createApp()
    const { headers } = await encryptionRequest('another-key')
    for (const word of [headers['x-encrypt-response'], `v1.${(await keys.describe()).key_id}.AAAA`, 'v1.', 'v1.x.y.z']) {
      const response = await http.inject({ url: '/api/greet', headers: { 'x-encrypt-response': word } })
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({ status: -422, field: 'x-encrypt-response' })
    }
  })

  it('is not encrypted for other values of the header or without it', async () => {
    const http = await createApp()
    for (const headers of [{ 'x-encrypt-response': '1' }, {}]) {
      const response = await http.inject({ url: '/api/greet', headers })
      expect(response.json()).toMatchObject({ status: 0, text: 'hällo' })
      expect(response.headers['x-encrypted-response']).toBeUndefined()
    }
  })

  it('does not change pages and responses outside the API', async () => {
    const http = await createApp()
    const { headers } = await encryptionRequest()
    expect((await http.inject({ url: '/api/page', headers })).body).toBe('<p>hi</p>')
    expect((await http.inject({ url: '/healthz', headers })).json()).toEqual({ status: 0 })
  })
})

describe('the key pair for response keys', () => {
  it('is created once and stays the same; a damaged file is an error', async () => {
    const reopened = createResponseKeys(() => loadResponseKey(dataDir))
    expect(await reopened.describe()).toEqual(await keys.describe())
    await expect(createResponseKeys(async () => ({ kty: 'EC' })).describe()).rejects.toThrow()
  })
})

describe('compressResponses', () => {
  const reply = z.object({ text: z.string() })
  const contract = {
    long: route({ method: 'GET', path: '/long', access: 'public', summary: 'Returns a long text', reply }),
    short: route({ method: 'GET', path: '/short', access: 'public', summary: 'Returns a short text', reply }),
    endless: route({ method: 'GET', path: '/endless', access: 'public', summary: 'Returns an endless text', reply }),
    echo: route({
      method: 'POST',
      path: '/echo',
      access: 'public',
      summary: 'Returns it again',
      body: z.object({ words: z.string() }),
      reply,
    }),
    tagged: route({
      method: 'GET',
      path: '/tagged',
      access: 'public',
      summary: 'Returns it once',
      hasEtag: true,
      reply,
      refusals: { no: { status: -5, message: 'No' } },
      query: z.object({ no: z._default(z.stringbool(), false) }),
    }),
  }
  const LONG = 'hällo '.repeat(1000)
  const ENDLESS = 'hällo '.repeat(1_000_000)

  async function createApp() {
    const http = await createHttpServer({ log: quietLog, checksReplies: true, version: '1' })
    serve(http, 'greetings', contract, {
      long: async () => ({ text: LONG }),
      short: async () => ({ text: 'hi' }),
      endless: async () => ({ text: ENDLESS }),
      echo: async ({ body }) => ({ text: body.words }),
      tagged: async ({ query, checkEtag, refuse }) => {
        checkEtag('one')
        if (query.no) refuse('no')
        return { text: LONG }
      },
    })
    http.get('/sound', async (_, response) => response.header('content-type', 'audio/wav').send(Buffer.alloc(10_000)))
    http.get('/page', async (_, response) => response.header('content-type', 'text/html').send(LONG))
    return http
  }

  const decompress = { zstd: zstdDecompressSync, gzip: gunzipSync }
  const sendRequest = async (
    url: string,
    acceptEncoding?: string,
    more: Record<string, string> = {},
    method: 'GET' | 'HEAD' = 'GET',
  ) =>
    (await createApp()).inject({
      method,
      url,
      headers: { ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }), ...more },
    })

  describe('a response', () => {
    it.each([
      ['zstd', 'zstd'],
      ['gzip', 'gzip'],
      ['gzip, deflate, br, zstd', 'zstd'],
      ['gzip, deflate, br', 'gzip'],
      ['zstd;q=0, gzip', 'gzip'],
      ['*', 'gzip'],
    ] as const)('to Accept-Encoding %j is sent as %s with the same content', async (acceptEncoding, encoding) => {
      for (const [url, text] of [
        ['/long', LONG],
        ['/endless', ENDLESS],
      ] as const) {
        const response = await sendRequest(url, acceptEncoding)
        expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
        expect(response.rawPayload.length).toBeLessThan(text.length / 10)
        expect(JSON.parse(decompress[encoding](response.rawPayload).toString('utf8'))).toMatchObject({ status: 0, text })
      }
    })

    it.each([undefined, 'identity', 'br', 'gzip;q=0', ''])('is not compressed for Accept-Encoding %j', async (acceptEncoding) => {
      const response = await sendRequest('/long', acceptEncoding)
      expect(response.headers['content-encoding']).toBeUndefined()
      expect(response.headers.vary).toBe('accept-encoding')
      expect(response.json()).toMatchObject({ text: LONG })
    })

    it('is not compressed when it is short or a failure', async () => {
      for (const url of ['/short', '/nowhere']) {
        expect((await sendRequest(url, 'zstd, gzip')).headers['content-encoding']).toBeUndefined()
      }
    })

    it('is not compressed when its route is not in a contract', async () => {
      for (const url of ['/sound', '/page'])
        expect((await sendRequest(url, 'zstd, gzip')).headers['content-encoding']).toBeUndefined()
    })

    it('to HEAD has headers and no body', async () => {
      const response = await sendRequest('/long', 'zstd', {}, 'HEAD')
      expect(response.statusCode).toBe(200)
      expect(response.rawPayload).toHaveLength(0)
    })
  })

  describe('a response with an ETag', () => {
    it('has the same weak ETag in every encoding', async () => {
      for (const acceptEncoding of ['zstd', 'gzip', 'identity']) {
        const response = await sendRequest('/tagged', acceptEncoding)
        expect(response.headers).toMatchObject({ etag: 'W/"one"', 'cache-control': 'private, no-cache', vary: 'accept-encoding' })
      }
    })

    it.each(['W/"one"', '"one"', '"zero", W/"one"', 'W/"zero",W/"one"'])('is 304 for If-None-Match %s', async (held) => {
      const response = await sendRequest('/tagged', 'zstd', { 'if-none-match': held })
      expect(response.statusCode).toBe(304)
      expect(response.headers).toMatchObject({ etag: 'W/"one"', vary: 'accept-encoding' })
      expect(response.headers['content-encoding']).toBeUndefined()
      expect(response.rawPayload).toHaveLength(0)
    })

    it.each(['W/"on"', 'one', 'w/"one"', ''])('is complete for If-None-Match %j', async (held) => {
      expect((await sendRequest('/tagged', 'zstd', { 'if-none-match': held })).statusCode).toBe(200)
    })

    it('has no ETag when it is a refusal', async () => {
      const response = await sendRequest('/tagged?no=1', 'zstd')
      expect(response.json()).toMatchObject({ status: -5 })
      expect(response.headers.etag).toBeUndefined()
      expect(response.headers['cache-control']).toBe('no-store')
    })
  })

  describe('a request body', () => {
    it('is never decompressed, so a small body cannot become a large one', async () => {
      const payload = gzipSync(JSON.stringify({ words: 'x'.repeat(50_000) }))
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
      const response = await (await createApp()).inject({ method: 'POST', url: '/echo', headers, payload })
      expect(response.statusCode).toBe(400)
    })
  })
})
