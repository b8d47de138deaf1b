import { z } from 'zod'
import type { ProviderConfig } from '#platform/config/identitySettings.ts'
import type { Claimed } from './identity.ts'

const MAX_NAME = 100
const MAX_USER_JSON = 4000

const name = z
  .string()
  .transform((text) => shortened(text.replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '').trim()))
  .optional()
  .catch(undefined)
const profile = z.object({
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.string()]).optional().catch(undefined),
  hd: z.string().min(1).optional().catch(undefined),
  name,
})
type Profile = z.infer<typeof profile>
const claimsSchema = profile.extend({ iss: z.string().min(1), sub: z.string().min(1).max(255).refine(isPlain) })

/** No sign that is lost on its way into the database: two subjects must never become one. */
function isPlain(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/** Apple posts it beside the code, once in an account's life and unsigned: good for a first name on screen, for nothing else. */
const appleUser = z.object({ name: z.object({ firstName: name, lastName: name }) })

/**
 * What the proved ID token, or where it is silent the user info, says about a person. Throws when the claims lack what they
 * must have.
 */
export function claimedBy(
  provider: ProviderConfig,
  said: { readonly claims: unknown; readonly info: unknown; readonly form: string | null },
): Omit<Claimed, 'refreshToken'> {
  const claims = claimsSchema.parse(said.claims)
  const info = said.info === undefined ? undefined : profile.parse(said.info)
  // An address counts only with the word of the same place about it.
  const about = claims.email === undefined && info ? info : claims
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: about.email ?? null,
    emailTrusted: isTrusted(provider, about),
    name: (provider.kind === 'apple' ? nameFromForm(said.form) : (claims.name ?? info?.name)) ?? null,
  }
}

/** Whether this provider may be believed that the address belongs to this person. */
function isTrusted(provider: ProviderConfig, { email, email_verified: verified, hd }: Profile): boolean {
  if (email === undefined) return false
  switch (provider.kind) {
    case 'google':
      // Any other address was proved to Google once, long ago perhaps, and may be somebody else's by now.
      return verified === true && (hd !== undefined || /@(gmail|googlemail)\.com$/i.test(email))
    case 'apple':
      return verified === true || verified === 'true'
    case 'microsoft':
      // Whoever runs a tenant writes any address there.
      return false
    case 'oidc':
      return provider.trustsEmail && verified === true
  }
}

function nameFromForm(form: string | null): string | undefined {
  const json = form === null ? null : new URLSearchParams(form).get('user')
  if (json === null || json.length > MAX_USER_JSON) return undefined
  try {
    const user = appleUser.parse(JSON.parse(json))
    return shortened([user.name.firstName, user.name.lastName].filter(Boolean).join(' '))
  } catch {
    return undefined
  }
}

function shortened(text: string): string | undefined {
  return [...text].slice(0, MAX_NAME).join('').trim() || undefined
}
