import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'

type Document = { readonly plain: Buffer; readonly gzipped: Buffer; readonly etag: string }

/**
 * Serves the OpenAPI document. It is created and compressed once, on the first call, because that takes hundreds of milliseconds.
 */
export function openApiRoute(api: FastifyInstance, createDocument: () => object): void {
  let made: Promise<Document> | undefined
  api.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    const { plain, gzipped, etag } = await (made ??= make(createDocument()))
    void reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    if (known.includes(etag) || known.includes('*')) return reply.code(304).send()
    void reply.type('application/json; charset=utf-8')
    const isCompressed = negotiate(String(request.headers['accept-encoding'] ?? ''), ['gzip']) === 'gzip'
    return isCompressed ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(plain)
  })
}

async function make(document: object): Promise<Document> {
  const plain = Buffer.from(JSON.stringify(document))
  const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`
  return { plain, gzipped: await promisify(gzip)(plain), etag }
}
