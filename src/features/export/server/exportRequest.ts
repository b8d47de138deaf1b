import { z } from 'zod'
import { isSessionActive } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { LinkSigner } from '#platform/crypto/signedLinks.ts'
import type { Caller } from '#platform/http/caller.ts'
import { job } from '#platform/jobs/jobs.ts'
import { newId } from '#shared/newId.ts'
import { LINK_LIFETIME } from '../contract.ts'
import { type StoredRequest, deleteRequestsBefore, findRequest, insertRequest } from './storeRequests.ts'

/** Path of the download route, below `/api`. */
export const DOWNLOAD_PATH = '/file/export/download'

/** Stores what is downloaded, and returns a signed link to it. It needs no Authorization header and ends with the session. */
export async function createLink(
  ctx: AppContext,
  { userId: user, sessionId: session }: Caller,
  request: StoredRequest,
): Promise<string> {
  const id = newId(ctx.clock.now())
  const expiresAt = new Date(ctx.clock.now().getTime() + LINK_LIFETIME)
  await insertRequest(ctx, { export_id: id, user_id: user, request, expires_at: expiresAt })
  const { expires, sig } = signerOf(ctx).sign('export', [id, user, session], LINK_LIFETIME)
  const query = new URLSearchParams({ id, user, session, expires: String(expires), sig })
  return `${ctx.config.publicUrl.replace(/\/+$/, '')}/api${DOWNLOAD_PATH}?${query}`
}

const LinkQuery = z.object({
  id: z.string().max(64),
  user: z.string().max(64),
  session: z.string().max(64),
  expires: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  sig: z.string().max(64),
})

/** Returns what a link stands for; null if the signature is wrong, the link has expired or the session has ended. */
export async function verifyLink(ctx: AppContext, query: unknown): Promise<{ userId: string; request: StoredRequest } | null> {
  const { data: link } = LinkQuery.safeParse(query)
  if (!link || signerOf(ctx).check('export', [link.id, link.user, link.session], link) !== 'valid') return null
  if (!(await isSessionActive(ctx, { userId: link.user, sessionId: link.session }))) return null
  const request = await findRequest(ctx, link.user, link.id)
  return request ? { userId: link.user, request } : null
}

const signerOf = (ctx: AppContext): LinkSigner => new LinkSigner(ctx.secrets.setupKey, ctx.clock)

export const deleteExpiredRequestsJob = job('export.delete-expired', z.object({}))
export const deleteExpiredRequests = (ctx: AppContext): Promise<void> => deleteRequestsBefore(ctx, ctx.clock.now())
