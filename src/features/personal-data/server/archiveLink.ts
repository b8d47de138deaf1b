import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { isSessionActive } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { Caller } from '#platform/http/caller.ts'
import { LINK_LIFETIME } from '../contract.ts'

/** Path of the download route, below `/api`. */
export const ARCHIVE_PATH = '/user/me/export/archive'

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
export function createArchiveLink(ctx: AppContext, caller: Caller): string {
  const expires = ctx.clock.now().getTime() + LINK_LIFETIME
  const { userId: user, sessionId: session } = caller
  const query = new URLSearchParams({ user, session, expires: String(expires), sig: sign(ctx, caller, expires) })
  return `${ctx.config.publicUrl.replace(/\/+$/, '')}/api${ARCHIVE_PATH}?${query}`
}

/** Returns the user of a link; null if the signature is wrong, the link has expired or the session has ended. */
export async function verifyArchiveLink(ctx: AppContext, query: unknown): Promise<string | null> {
  const link = LinkQuery.safeParse(query)
  if (!link.success) return null
  const { user: userId, session: sessionId, expires, sig } = link.data
  const expected = Buffer.from(sign(ctx, { userId, sessionId }, expires))
  const actual = Buffer.from(sig)
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null
  return ctx.clock.now().getTime() < expires && (await isSessionActive(ctx, { userId, sessionId })) ? userId : null
}

/** Signs with a separate key, so that other signatures of this server are not valid for these links. */
function sign(ctx: AppContext, { userId, sessionId }: Caller, expires: number): string {
  const key = createHmac('sha256', ctx.secrets.setupKey).update('links to archives').digest()
  return createHmac('sha256', key)
    .update(JSON.stringify([userId, sessionId, expires]))
    .digest('base64url')
}
