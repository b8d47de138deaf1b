import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { seededRandom } from '#dev/seed/seededRandom.ts'

/** The number of dimensions of bge-m3. */
export const DIMENSIONS = 1024
export const MODEL = 'bench'

type VectorServer = AsyncDisposable & { readonly baseUrl: string }

/**
 * Starts a server with the embeddings API. The vector of a text is the sum of random vectors of its words, so computing it costs
 * almost nothing.
 */
export async function startVectorServer(): Promise<VectorServer> {
  const random = seededRandom(87)
  const known = new Map<string, Int8Array>()
  const vectorOf = (word: string): Int8Array => {
    const vector = known.get(word) ?? Int8Array.from({ length: DIMENSIONS }, () => random.integer(-9, 9))
    known.set(word, vector)
    return vector
  }
  const embed = (input: string): number[] => {
    const sum = new Int32Array(DIMENSIONS)
    const words = input
      .toLowerCase()
      .match(/[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}]]+|[\p{Script=Han}\p{Script=Hiragana}]/gv)
    for (const word of words ?? ['']) for (const [index, value] of vectorOf(word).entries()) sum[index]! += value
    return [...sum]
  }
  const server = createServer((request, response) => {
    void (async () => {
      const { input, model } = JSON.parse(await text(request)) as { input: string | string[]; model: string }
      const data = [input].flat().map((each, index) => ({ object: 'embedding', index, embedding: embed(each) }))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', model, data }))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
