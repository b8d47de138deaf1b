import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { COMPRESSION } from '#platform/http/responseEncoding.ts'

/** Serves the OpenAPI document. It is made once, on the first call, because it takes hundreds of milliseconds. */
export function openApiRoute(api: FastifyInstance, createDocument: () => object): void {
  let made: { text: string; etag: string } | undefined
  const read = () => {
    if (made) return made
    const text = JSON.stringify(createDocument())
    made = { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
    return made
  }
  api.get('/openapi.json', { schema: { hide: true }, compress: COMPRESSION }, async (request, reply) => {
    const { text, etag } = read()
    void reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    if (known.includes(etag) || known.includes('*')) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
