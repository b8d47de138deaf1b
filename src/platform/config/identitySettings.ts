import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { safeAddress, text } from '#platform/config/settingTypes.ts'

const issuer = safeAddress('must be an address such as https://id.example.org; http:// only on this machine')

/** Settings of the identity providers: three built-in ones, and any other issuer in OIDC_PROVIDERS. */
export const identitySettings = {
  GOOGLE_CLIENT_ID: text.describe('sign in with Google'),
  GOOGLE_CLIENT_SECRET: text.describe('its secret'),
  GOOGLE_ISSUER: issuer.default('https://accounts.google.com').describe('another issuer with the same protocol, for tests'),
  APPLE_CLIENT_ID: text.describe('sign in with Apple; needs https'),
  APPLE_TEAM_ID: text.describe('team at Apple'),
  APPLE_KEY_ID: text.describe('id of the private key'),
  APPLE_PRIVATE_KEY: text.describe('private key in PEM; `\\n` may stand for a line break'),
  APPLE_ISSUER: issuer.default('https://appleid.apple.com').describe('another issuer with the same protocol, for tests'),
  MICROSOFT_CLIENT_ID: text.describe('sign in with Microsoft'),
  MICROSOFT_CLIENT_SECRET: text.describe('its secret'),
  MICROSOFT_ISSUER: issuer
    .default('https://login.microsoftonline.com/common/v2.0')
    .describe('the issuer of a tenant allows only that tenant'),
  OIDC_PROVIDERS: z
    .string()
    .transform((json, context) => {
      try {
        return JSON.parse(json) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'must be a list in JSON' })
        return z.NEVER
      }
    })
    .pipe(
      z.array(
        z.object({
          id: z.string().regex(/^[a-z0-9-]{1,32}$/),
          name: z.string().min(1).max(40),
          issuer,
          client_id: z.string().min(1),
          client_secret: z.string().min(1),
          /** The provider verifies e-mail addresses. A verified address may then be linked to an existing account. */
          trusts_email: z.boolean().default(false),
        }),
      ),
    )
    .default([])
    .meta({
      description:
        'other OpenID Connect providers: a JSON list of `id`, `name`, `issuer`, `client_id`, `client_secret`, `trusts_email`',
      unset: 'none',
    }),
}

type Settings = z.infer<z.ZodObject<typeof identitySettings>>

/** One configured provider. Apple has no client secret: it expects a JWT signed with a private key. */
export type ProviderConfig = {
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly clientId: string
} & (
  | { readonly kind: 'google' | 'microsoft'; readonly clientSecret: string }
  | { readonly kind: 'oidc'; readonly clientSecret: string; readonly trustsEmail: boolean }
  | { readonly kind: 'apple'; readonly teamId: string; readonly keyId: string; readonly privateKey: string }
)
export type IdentityConfig = readonly ProviderConfig[]

/** Returns the providers whose settings are complete, in the order of the sign-in page. */
export function identityConfig(settings: Settings): IdentityConfig {
  const providers: ProviderConfig[] = []
  if (settings.GOOGLE_CLIENT_ID && settings.GOOGLE_CLIENT_SECRET) {
    const { GOOGLE_ISSUER: issuerUrl, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = settings
    providers.push({ id: 'google', kind: 'google', name: 'Google', issuer: issuerUrl, clientId, clientSecret })
  }
  if (settings.APPLE_CLIENT_ID && settings.APPLE_TEAM_ID && settings.APPLE_KEY_ID && settings.APPLE_PRIVATE_KEY) {
    const { APPLE_ISSUER: issuerUrl, APPLE_CLIENT_ID: clientId, APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId } = settings
    providers.push({
      id: 'apple',
      kind: 'apple',
      name: 'Apple',
      issuer: issuerUrl,
      clientId,
      teamId,
      keyId,
      privateKey: withLineBreaks(settings.APPLE_PRIVATE_KEY),
    })
  }
  if (settings.MICROSOFT_CLIENT_ID && settings.MICROSOFT_CLIENT_SECRET) {
    const { MICROSOFT_ISSUER: issuerUrl, MICROSOFT_CLIENT_ID: clientId, MICROSOFT_CLIENT_SECRET: clientSecret } = settings
    providers.push({ id: 'microsoft', kind: 'microsoft', name: 'Microsoft', issuer: issuerUrl, clientId, clientSecret })
  }
  const others = settings.OIDC_PROVIDERS.map((entry) => ({
    id: entry.id,
    kind: 'oidc' as const,
    name: entry.name,
    issuer: entry.issuer,
    clientId: entry.client_id,
    clientSecret: entry.client_secret,
    trustsEmail: entry.trusts_email,
  }))
  return [...providers, ...others]
}

/** Returns one sentence for each provider that is only partly or wrongly configured. */
export function identityProblems(settings: Settings): string[] {
  const problems: string[] = []
  const requireAll = (names: readonly (keyof Settings)[]) => {
    const missing = names.filter((name) => !settings[name])
    if (missing.length > 0 && missing.length < names.length)
      problems.push(`${names.join(', ')} must be set together: ${missing.join(', ')} is missing.`)
  }
  requireAll(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  requireAll(['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'])
  requireAll(['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'])
  if (settings.APPLE_PRIVATE_KEY && !isAppleSigningKey(settings.APPLE_PRIVATE_KEY))
    problems.push('APPLE_PRIVATE_KEY must be the private key (P-256) in PEM, as issued by Apple.')
  const ids = identityConfig(settings).map(({ id }) => id)
  if (new Set(ids).size < ids.length) problems.push('OIDC_PROVIDERS has a duplicate id, or one of google, apple, microsoft.')
  return problems
}

/**
 * Many environments allow only single-line values, so `
 * ` in a key stands for a line break.
 */
function withLineBreaks(pem: string): string {
  return pem.replaceAll('\\n', '\n')
}

function isAppleSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(withLineBreaks(pem)).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}
