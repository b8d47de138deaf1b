import type { FastifyInstance } from 'fastify'
import type { z } from 'zod/mini'
import { contentDisposition } from '#platform/blobs/http/downloadHeaders.ts'
import type { AppContext } from '#platform/context.ts'
import type { ServerFeature } from '#platform/feature.ts'
import { withRequestOrigin, LinkSigner } from '#platform/crypto/signedLinks.ts'
import { serve } from '#platform/http/serve.ts'
import { serveBytes } from '#platform/http/serveBytes.ts'
import { personalDataBytes, personalDataContract, LINK_LIFETIME } from '../contract.ts'
import { archiveEntries, readAccountData } from './archiveEntries.ts'
import { zip } from '#platform/zip/zip.ts'
import { isSessionActive } from '#features/account/server.ts'
import type { Caller } from '#platform/http/caller.ts'

export function personalDataRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'export', personalDataContract, {
    all: async ({ caller, from }) => ({ data: { url: withRequestOrigin(createArchiveLink(ctx, caller), ctx.config, from) } }),
  })
}

/** Serves the archive. The ZIP is streamed while it is created. */
export function archiveRoute(app: FastifyInstance, ctx: AppContext, features: readonly ServerFeature[]): void {
  serveBytes(app, 'export', personalDataBytes, {
    archive: async ({ query, countCall, refuseLink, request, reply }) => {
      const { user: userId } = (await isArchiveLink(ctx, query)) ? query : refuseLink()
      await countCall(userId)
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
    },
  })
}

type ArchiveLink = z.output<(typeof personalDataBytes.archive)['query']>

/** Returns a signed link to the caller's archive. It needs no Authorization header and is valid only while the session lasts. */
function createArchiveLink(ctx: AppContext, { userId: user, sessionId: session }: Caller): string {
  const { expires, sig } = signerOf(ctx).sign('archive', [user, session], LINK_LIFETIME)
  const query = new URLSearchParams({ user, session, expires: String(expires), sig })
  return `${ctx.config.publicUrl.replace(/\/+$/, '')}/api${personalDataBytes.archive.path}?${query}`
}

/** Returns whether the signature of a link is right, it has not expired and the session has not ended. */
const isArchiveLink = async (ctx: AppContext, link: ArchiveLink): Promise<boolean> =>
  signerOf(ctx).check('archive', [link.user, link.session], link) === 'valid' &&
  (await isSessionActive(ctx, { userId: link.user, sessionId: link.session }))

const signerOf = (ctx: AppContext): LinkSigner => new LinkSigner(ctx.secrets.setupKey, ctx.clock)
