import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { isSignedIn } from '#features/account/server.ts'
import type { Ground } from '#platform/ground.ts'
import type { Caller } from '#platform/http/caller.ts'
import { LINK_LIFE } from '../contract.ts'

/** Path of the download route, below `/api`. */
export const ARCHIVE_PATH = '/user/me/export/archive'

const Link = z.object({
  user: z.string().max(64),
  session: z.string().max(64),
  expires: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  sig: z.string().max(64),
})

/** Returns a signed link to the caller's archive. It needs no Authorization header and is valid only while the session lasts. */
export function archiveLink(ground: Ground, caller: Caller): string {
  const expires = ground.clock.now().getTime() + LINK_LIFE
  const { userId: user, sessionId: session } = caller
  const query = new URLSearchParams({ user, session, expires: String(expires), sig: sign(ground, caller, expires) })
  return `${ground.config.publicUrl.replace(/\/+$/, '')}/api${ARCHIVE_PATH}?${query}`
}

/** Returns the user of a link; null if the signature is wrong, the link has expired or the session has ended. */
export async function userOfLink(ground: Ground, query: unknown): Promise<string | null> {
  const link = Link.safeParse(query)
  if (!link.success) return null
  const { user: userId, session: sessionId, expires, sig } = link.data
  const ours = Buffer.from(sign(ground, { userId, sessionId }, expires))
  const theirs = Buffer.from(sig)
  if (ours.length !== theirs.length || !timingSafeEqual(ours, theirs)) return null
  return ground.clock.now().getTime() < expires && (await isSignedIn(ground, { userId, sessionId })) ? userId : null
}

/** Signs with a separate key, so that other signatures of this server are not valid for these links. */
function sign(ground: Ground, { userId, sessionId }: Caller, expires: number): string {
  const key = createHmac('sha256', ground.secrets.setupKey).update('links to archives').digest()
  return createHmac('sha256', key)
    .update(JSON.stringify([userId, sessionId, expires]))
    .digest('base64url')
}
