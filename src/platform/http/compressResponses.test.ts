import { gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { route } from '#shared/contract.ts'
import { quietLog } from '#platform/log/log.ts'
import { createHttpServer } from './createHttpServer.ts'
import { serve } from './serve.ts'

const reply = z.object({ said: z.string() })
const contract = {
  long: route({ method: 'GET', path: '/long', access: 'public', summary: 'Says much', reply }),
  short: route({ method: 'GET', path: '/short', access: 'public', summary: 'Says little', reply }),
  endless: route({ method: 'GET', path: '/endless', access: 'public', summary: 'Says very much', reply }),
  echo: route({
    method: 'POST',
    path: '/echo',
    access: 'public',
    summary: 'Says it again',
    body: z.object({ words: z.string() }),
    reply,
  }),
  tagged: route({
    method: 'GET',
    path: '/tagged',
    access: 'public',
    summary: 'Says it once',
    hasEtag: true,
    reply,
    refusals: { no: { status: -5, message: 'No' } },
    query: z.object({ no: z.stringbool().default(false) }),
  }),
}
const LONG = 'hällo '.repeat(1000)
const ENDLESS = 'hällo '.repeat(1_000_000)

async function createApp() {
  const http = await createHttpServer({ log: quietLog, checksReplies: true, version: '1' })
  serve(http, 'greetings', contract, {
    long: async () => ({ said: LONG }),
    short: async () => ({ said: 'hi' }),
    endless: async () => ({ said: ENDLESS }),
    echo: async ({ body }) => ({ said: body.words }),
    tagged: async ({ query, checkEtag, refuse }) => {
      checkEtag('one')
      if (query.no) refuse('no')
      return { said: LONG }
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
    for (const [url, said] of [
      ['/long', LONG],
      ['/endless', ENDLESS],
    ] as const) {
      const response = await sendRequest(url, acceptEncoding)
      expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(response.rawPayload.length).toBeLessThan(said.length / 10)
      expect(JSON.parse(decompress[encoding](response.rawPayload).toString('utf8'))).toMatchObject({ status: 0, said })
    }
  })

  it.each([undefined, 'identity', 'br', 'gzip;q=0', ''])('is not compressed for Accept-Encoding %j', async (acceptEncoding) => {
    const response = await sendRequest('/long', acceptEncoding)
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.headers.vary).toBe('accept-encoding')
    expect(response.json()).toMatchObject({ said: LONG })
  })

  it('is not compressed when it is short or a failure', async () => {
    for (const url of ['/short', '/nowhere']) {
      expect((await sendRequest(url, 'zstd, gzip')).headers['content-encoding']).toBeUndefined()
    }
  })

  it('is not compressed when its route is in no contract', async () => {
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
