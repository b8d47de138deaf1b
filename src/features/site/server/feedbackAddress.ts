import { createHash } from 'node:crypto'
import { SignJWT } from 'jose'
import { readAccountProfile } from '#features/account/server.ts'
import { type Millis, hours, unixSeconds } from '#shared/units.ts'
import type { SiteConfig } from '#platform/config/siteSettings.ts'
import type { AppContext } from '#platform/context.ts'

/** Lifetime of the token. The page requests a new link before it expires. */
const TOKEN_LIFETIME: Millis = hours(1)

/**
 * Returns the address of the feedback board with a single-sign-on token (A§2): a JWT (HS256) with the claims that boards such as
 * Canny and Featurebase expect. The board gets a separate id for each user, and no generated e-mail address.
 */
export async function feedbackAddress(
  ctx: AppContext,
  { url, secret }: NonNullable<SiteConfig['feedback']>,
  userId: string,
): Promise<string> {
  if (secret === null) return url
  const { nickname, email, isRelay } = await readAccountProfile(ctx, userId)
  const now = ctx.clock.now()
  const id = createHash('sha256').update(`feedback:${secret}:${userId}`).digest('hex')
  const token = await new SignJWT({ id, name: nickname, ...(!isRelay && { email }) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(id)
    .setIssuedAt(unixSeconds(now))
    .setExpirationTime(unixSeconds(new Date(now.getTime() + TOKEN_LIFETIME)))
    .sign(new TextEncoder().encode(secret))
  return url.replaceAll('{token}', token)
}
