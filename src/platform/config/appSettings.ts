import { z } from 'zod'
import { isLoopback } from '#platform/config/isLoopback.ts'

const text = z.string().optional()

/** Programs of others that may act for a user of this server, each registered here under its own names. */
export const appSettings = {
  ZAPIER_CLIENT_ID: text,
  ZAPIER_CLIENT_SECRET: text,
  ZAPIER_REDIRECT_URI: z
    .string()
    .refine(
      (uri) =>
        URL.canParse(uri) && !uri.includes('#') && (uri.startsWith('https://') || (uri.startsWith('http://') && isLoopback(uri))),
      'must be the address Zapier names for the way back, https:// and without a #; http:// only on this machine',
    )
    .optional(),
}

type Settings = z.infer<z.ZodObject<typeof appSettings>>

/** A program as registered: what it is called here, what it proves itself with, and the one address it is answered at. */
export type AppConfig = { readonly clientId: string; readonly clientSecret: string; readonly redirectUri: string }
/** null: not set up. */
export type AppsConfig = { readonly zapier: AppConfig | null }

/** The programs whose settings are whole. */
export function appsConfig(s: Settings): AppsConfig {
  const { ZAPIER_CLIENT_ID: clientId, ZAPIER_CLIENT_SECRET: clientSecret, ZAPIER_REDIRECT_URI: redirectUri } = s
  return { zapier: clientId && clientSecret && redirectUri ? { clientId, clientSecret, redirectUri } : null }
}

/** One sentence for everything half configured. */
export function appProblems(s: Settings): string[] {
  const names = ['ZAPIER_CLIENT_ID', 'ZAPIER_CLIENT_SECRET', 'ZAPIER_REDIRECT_URI'] as const
  const missing = names.filter((name) => !s[name])
  if (missing.length === 0 || missing.length === names.length) return []
  return [`${names.join(', ')} belong together: ${missing.join(', ')} is missing.`]
}
