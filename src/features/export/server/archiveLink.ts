import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Ground } from '#platform/ground.ts'
import { LINK_LIFE } from '../contract.ts'

/** Where the link leads, below `/api`. */
export const ARCHIVE_PATH = '/user/me/export/archive'

const Link = z.object({
  user: z.string().max(64),
  expires: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  sig: z.string().max(64),
})

/** A link to one user's archive; it needs no Authorization, as a browser's download sends none. */
export function archiveLink(ground: Ground, userId: string): string {
  const expires = ground.clock.now().getTime() + LINK_LIFE
  const query = new URLSearchParams({ user: userId, expires: String(expires), sig: sign(ground, userId, expires) })
  return `${ground.config.publicUrl.replace(/\/+$/, '')}/api${ARCHIVE_PATH}?${query}`
}

/** Whose archive a link opens; null for one that is not ours word by word, or is too old. */
export function userOfLink(ground: Ground, query: unknown): string | null {
  const link = Link.safeParse(query)
  if (!link.success) return null
  const { user, expires, sig } = link.data
  const ours = Buffer.from(sign(ground, user, expires))
  const theirs = Buffer.from(sig)
  if (ours.length !== theirs.length || !timingSafeEqual(ours, theirs)) return null
  return ground.clock.now().getTime() < expires ? user : null
}

/** With a key of its own: nothing else that this server signs can be taken for such a link. */
function sign(ground: Ground, userId: string, expires: number): string {
  const key = createHmac('sha256', ground.secrets.setupKey).update('links to archives').digest()
  return createHmac('sha256', key)
    .update(JSON.stringify([userId, expires]))
    .digest('base64url')
}
