import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * The page: assets under hashed names for a year, `index.html` never kept. Every address that is not the API, a blob or an
 * asset answers the page, which knows its own routes (also under `/web{digits}`, A§2).
 */
export async function pageRoutes(app: FastifyInstance, webDir: string): Promise<void> {
  const page = await readFile(join(webDir, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
  })
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    if (/^\/(api|blob|assets)(\/|$)/.test(path)) return reply.callNotFound()
    return reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}
