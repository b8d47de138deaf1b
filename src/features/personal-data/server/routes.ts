import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { hours } from '#shared/units.ts'
import { contentDisposition } from '#platform/blobs/http/downloadHeaders.ts'
import type { AppContext } from '#platform/context.ts'
import type { ServerFeature } from '#platform/feature.ts'
import { withRequestOrigin, LinkSigner } from '#platform/crypto/signedLinks.ts'
import { type Operation, responseBody, parameter } from '#platform/http/openApi.ts'
import { serve } from '#platform/http/serve.ts'
import { personalDataContract, LINK_LIFETIME } from '../contract.ts'
import { archiveEntries, readAccountData } from './archiveEntries.ts'
import { zip } from '#platform/zip/zip.ts'
import { isSessionActive } from '#features/account/server.ts'
import type { Caller } from '#platform/http/caller.ts'

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
  summary: 'Download the ZIP of an account through a link from POST /user/me/export; no token needed',
  parameters: ['user', 'session', 'expires', 'sig'].map((name) => parameter('query', name, { type: 'string' })),
  responses: { 200: responseBody('The archive.', 'application/zip') },
  failures: [403, 404, 422, 429],
}

/** Registers the download route, outside the contract because it returns a file. The ZIP is streamed while it is created. */
export function archiveRoute(app: FastifyInstance, ctx: AppContext, features: readonly ServerFeature[]): void {
  app.get(ARCHIVE_PATH, { schema: { hide: true }, config: { operation: ARCHIVE_OPERATION } }, async (request, reply) => {
    const userId = await verifyArchiveLink(ctx, request.query)
    void reply.header('cache-control', 'no-store')
    if (userId === null) return reply.code(403).send({ status: -403, msg: 'This link is invalid or has expired.' })
    await ctx.limits.consume(`export.archive:${userId}`, DOWNLOAD_LIMIT)
    // Read before the first byte is sent, so that a deleted account is a 404 and not a truncated file.
    const account = await readAccountData(ctx, userId, features)
    const day = ctx.clock.now().toISOString().slice(0, 10)
    const stream = zip(archiveEntries(ctx, userId, account))
    stream.on('error', (error) => request.log.warn({ err: error }, 'a data archive was not completed'))
    return reply
      .type('application/zip')
      .header('content-disposition', contentDisposition('attachment', `Earshot ${day}.zip`))
      .header('x-content-type-options', 'nosniff')
      .send(stream)
  })
}

/** Path of the download route, below `/api`. */
const ARCHIVE_PATH = '/user/me/export/archive'

const LinkQuery = z.object({
  user: z.string().max(64),
  session: z.string().max(64),
  expires: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  sig: z.string().max(64),
})

/** Returns a signed link to the caller's archive. It needs no Authorization header and is valid only while the session lasts. */
function createArchiveLink(ctx: AppContext, { userId: user, sessionId: session }: Caller): string {
  const { expires, sig } = signerOf(ctx).sign('archive', [user, session], LINK_LIFETIME)
  const query = new URLSearchParams({ user, session, expires: String(expires), sig })
  return `${ctx.config.publicUrl.replace(/\/+$/, '')}/api${ARCHIVE_PATH}?${query}`
}

/** Returns the user of a link; null if the signature is wrong, the link has expired or the session has ended. */
async function verifyArchiveLink(ctx: AppContext, query: unknown): Promise<string | null> {
  const { data: link } = LinkQuery.safeParse(query)
  if (!link || signerOf(ctx).check('archive', [link.user, link.session], link) !== 'valid') return null
  return (await isSessionActive(ctx, { userId: link.user, sessionId: link.session })) ? link.user : null
}

const signerOf = (ctx: AppContext): LinkSigner => new LinkSigner(ctx.secrets.setupKey, ctx.clock)
