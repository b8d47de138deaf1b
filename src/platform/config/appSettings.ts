import type { z } from 'zod'
import { safeAddress, text } from '#platform/config/settingTypes.ts'

const REDIRECT_URI = 'must be the address Zapier names for the way back, https:// and without a #; http:// only on this machine'

/** Third-party programs (OAuth clients) that may act for users of this server. Each has its own settings. */
export const appSettings = {
  ZAPIER_CLIENT_ID: text.describe(
    'lets users connect Zapier: it authorizes at `<PUBLIC_URL>/zapier-auth?flag=auth`, gets tokens at `/api/auth/apps/zapier/token` and tests them at `/api/auth/apps/zapier/account` (scopes `profile files:read`)',
  ),
  ZAPIER_CLIENT_SECRET: text.describe('its secret; without one, PKCE is required'),
  ZAPIER_REDIRECT_URI: safeAddress(REDIRECT_URI)
    .refine((uri) => !uri.includes('#'), REDIRECT_URI)
    .optional()
    .describe('redirect URL of Zapier'),
}

type Settings = z.infer<z.ZodObject<typeof appSettings>>

/** A registered OAuth client and the only address it is redirected to. A public client has no secret (RFC 6749 §2.1). */
export type AppConfig = { readonly clientId: string; readonly clientSecret: string | null; readonly redirectUri: string }
/** Null when not configured. */
export type AppsConfig = { readonly zapier: AppConfig | null }

/** Returns the programs that are fully configured. */
export function appsConfig(settings: Settings): AppsConfig {
  const { ZAPIER_CLIENT_ID: clientId, ZAPIER_CLIENT_SECRET: clientSecret, ZAPIER_REDIRECT_URI: redirectUri } = settings
  return { zapier: clientId && redirectUri ? { clientId, clientSecret: clientSecret || null, redirectUri } : null }
}

/** Returns one sentence for each program that is only partly configured. */
export function appProblems(settings: Settings): string[] {
  const names = ['ZAPIER_CLIENT_ID', 'ZAPIER_REDIRECT_URI'] as const
  const missing = names.filter((name) => !settings[name])
  const isAnySet = missing.length < names.length || Boolean(settings.ZAPIER_CLIENT_SECRET)
  if (missing.length === 0 || !isAnySet) return []
  return [`${names.join(', ')} must be set together: ${missing.join(', ')} is missing.`]
}
