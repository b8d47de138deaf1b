import type { FastifyInstance } from 'fastify'
import { hours } from '#shared/units.ts'
import { contentDisposition } from '#platform/blobs/http/contentDisposition.ts'
import type { AppContext } from '#platform/context.ts'
import { withRequestOrigin } from '#platform/http/withRequestOrigin.ts'
import { type Operation, responseBody, parameter } from '#platform/http/openApi.ts'
import { serve } from '#platform/http/serve.ts'
import { personalDataContract } from '../contract.ts'
import { ARCHIVE_PATH, createArchiveLink, verifyArchiveLink } from './archiveLink.ts'
import { archiveEntries, readAccountData } from './archiveEntries.ts'
import { zip } from './zip.ts'

export function personalDataRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'export', personalDataContract, {
    all: async ({ caller, from }) => ({ data: { url: withRequestOrigin(createArchiveLink(ctx, caller), ctx.config, from) } }),
  })
}

/** Rate limit of downloads per user, because creating an archive is expensive. */
const DOWNLOAD_LIMIT = { max: 6, within: hours(1) }

const ARCHIVE_OPERATION: Operation = {
  operationId: 'export.archive',
  tags: ['export'],
  summary: 'The ZIP of an account, by the link that POST /user/me/export gives; no token is needed',
  parameters: ['user', 'session', 'expires', 'sig'].map((name) => parameter('query', name, { type: 'string' })),
  responses: { 200: responseBody('The archive.', 'application/zip') },
  failures: [403, 404, 422, 429],
}

/** Registers the download route, outside the contract because it returns a file. The ZIP is streamed while it is created. */
export function archiveRoute(app: FastifyInstance, ctx: AppContext): void {
  app.get(ARCHIVE_PATH, { schema: { hide: true }, config: { operation: ARCHIVE_OPERATION } }, async (request, reply) => {
    const userId = await verifyArchiveLink(ctx, request.query)
    void reply.header('cache-control', 'no-store')
    if (userId === null) return reply.code(403).send({ status: -403, msg: 'This link is not valid, or not any more.' })
    await ctx.limits.consume(`export.archive:${userId}`, DOWNLOAD_LIMIT)
    // Read before the first byte is sent, so that a deleted account is a 404 and not a truncated file.
    const account = await readAccountData(ctx, userId)
    const day = ctx.clock.now().toISOString().slice(0, 10)
    const stream = zip(archiveEntries(ctx, userId, account))
    stream.on('error', (error) => request.log.warn({ err: error }, 'an archive was not finished'))
    return reply
      .type('application/zip')
      .header('content-disposition', contentDisposition('attachment', `Earshot ${day}.zip`))
      .header('x-content-type-options', 'nosniff')
      .send(stream)
  })
}
