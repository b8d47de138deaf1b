import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { openEmbedder } from './embeddings.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close()
})

/** Starts a server that sends these vectors, or this status with a body. */
async function startServer(reply: { vectors?: unknown; status?: number; body?: string; location?: string }) {
  const requests: { path: string; key: string | undefined; input: string[] }[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const { input } = JSON.parse((await text(request)) || '{}') as { input: string[] }
      requests.push({ path: request.url ?? '', key: request.headers.authorization, input })
      const data = ((reply.vectors ?? []) as number[][]).map((embedding, index) => ({ object: 'embedding', index, embedding }))
      response.writeHead(reply.status ?? 200, {
        'content-type': 'application/json',
        ...(reply.location && { location: reply.location }),
      })
      response.end(reply.body ?? JSON.stringify({ object: 'list', data }))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(async () => void (await new Promise((resolve) => server.close(resolve))))
  return { requests, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

const options = (purpose: 'query' | 'passage' = 'passage') => ({ purpose, signal: new AbortController().signal, timeout: 5000 })

it('sends texts with the key and returns a vector for each', async () => {
  const { baseUrl, requests } = await startServer({
    vectors: [
      [1, 0],
      [0, 0.5],
    ],
  })
  const embedder = openEmbedder({ baseUrl, apiKey: 'sk-hush', model: 'bge-m3' })
  const vectors = await embedder.embed(['one', 'two'], options())
  expect(vectors.map((vector) => [...vector])).toEqual([
    [1, 0],
    [0, 0.5],
  ])
  expect(requests).toEqual([{ path: '/v1/embeddings', key: 'Bearer sk-hush', input: ['one', 'two'] }])
  expect(await embedder.embed([], options())).toEqual([])
})

it.each([
  ['intfloat/multilingual-e5-large', 'query: ', 'passage: '],
  ['nomic-embed-text:v1.5', 'search_query: ', 'search_document: '],
  ['bge-m3', '', ''],
  ['text-embedding-3-small', '', ''],
])('prefixes texts as %s was trained', async (model, query, passage) => {
  const { baseUrl, requests } = await startServer({ vectors: [[1]] })
  const embedder = openEmbedder({ baseUrl, apiKey: null, model })
  await embedder.embed(['car'], options('query'))
  await embedder.embed(['car'], options('passage'))
  expect(requests.map(({ input }) => input[0])).toEqual([`${query}car`, `${passage}car`])
  expect(requests[0]?.key).toBeUndefined()
})

it.each([
  ['vectors of different lengths', { vectors: [[1, 2], [1]] }, 'unusable-answer'],
  ['too few vectors', { vectors: [[1, 2]] }, 'server'],
  [
    'a vector without a direction',
    {
      vectors: [
        [0, 0],
        [1, 0],
      ],
    },
    'unusable-answer',
  ],
  ['a wrong key', { status: 401, body: '{"error":{"message":"Incorrect key sk-hush"}}' }, 'auth'],
  ['an unknown model', { status: 404, body: '{}' }, 'not-found'],
  ['too long a text', { status: 400, body: '{"error":{"message":"maximum context length is 512"}}' }, 'too-long'],
  ['a redirect', { status: 302, location: 'http://127.0.0.1:9/v1/embeddings' }, 'redirect'],
])('is refused with %s, and says nothing of the key', async (_, reply, kind) => {
  const { baseUrl } = await startServer(reply)
  const call = openEmbedder({ baseUrl, apiKey: 'sk-hush', model: 'm' }).embed(['a', 'b'], options())
  const error = await call.catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'LlmError', kind })
  expect(JSON.stringify([String(error), String((error as Error).cause)])).not.toContain('hush')
})
