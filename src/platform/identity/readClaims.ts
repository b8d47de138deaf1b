import { z } from 'zod'
import type { ProviderConfig } from '#platform/config/identitySettings.ts'
import type { ProviderIdentity } from './identity.ts'

const MAX_NAME = 100
const MAX_USER_JSON = 4000

const name = z
  .string()
  .transform((text) => truncate(text.replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '').trim()))
  .optional()
  .catch(undefined)
const profile = z.object({
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.string()]).optional().catch(undefined),
  hd: z.string().min(1).optional().catch(undefined),
  name,
})
type Profile = z.infer<typeof profile>
const claimsSchema = profile.extend({ iss: z.string().min(1), sub: z.string().min(1).max(255).refine(isStorable) })

/** True when the database stores the text unchanged: two subjects must never become equal. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/** Apple posts the name with the code, only at the first sign-in and unsigned: usable as a display name and nothing else. */
const appleUser = z.object({ name: z.object({ firstName: name, lastName: name }) })

/** Returns the user according to the verified ID token, completed from the user info. Throws when required claims are missing. */
export function readClaims(
  provider: ProviderConfig,
  response: { readonly claims: unknown; readonly info: unknown; readonly form: string | null },
): Omit<ProviderIdentity, 'refreshToken'> {
  const claims = claimsSchema.parse(response.claims)
  const info = response.info === undefined ? undefined : profile.parse(response.info)
  // The address and its verification must come from the same source.
  const emailSource = claims.email === undefined && info ? info : claims
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: emailSource.email ?? null,
    emailTrusted: isTrusted(provider, emailSource),
    name: (provider.kind === 'apple' ? nameFromForm(response.form) : (claims.name ?? info?.name)) ?? null,
  }
}

/** True when the provider is trusted to have verified that the address belongs to this user. */
function isTrusted(provider: ProviderConfig, { email, email_verified: verified, hd }: Profile): boolean {
  if (email === undefined) return false
  switch (provider.kind) {
    case 'google':
      // Google verified other addresses once; they may belong to another person by now.
      return verified === true && (hd !== undefined || /@(gmail|googlemail)\.com$/i.test(email))
    case 'apple':
      return verified === true || verified === 'true'
    case 'microsoft':
      // The administrator of a tenant can enter any address.
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
    return truncate([user.name.firstName, user.name.lastName].filter(Boolean).join(' '))
  } catch {
    return undefined
  }
}

function truncate(text: string): string | undefined {
  return [...text].slice(0, MAX_NAME).join('').trim() || undefined
}
