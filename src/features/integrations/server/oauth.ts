import type OAuth2Server from '@node-oauth/oauth2-server'
import { oneTimeToken } from '#platform/crypto/hashes.ts'

/** Loads the OAuth library with the first request of a program, because most servers have no connected programs. */
export const loadOAuth = async (): Promise<typeof OAuth2Server> => (await import('@node-oauth/oauth2-server')).default

/** An OAuth 2 error response. `error` is the error code. */
export class OAuthError extends Error {
  readonly error: string
  readonly httpStatus: number
  constructor(error: string, message: string, httpStatus = 400) {
    super(message)
    this.name = 'OAuthError'
    this.error = error
    this.httpStatus = httpStatus
  }
}

/**
 * Converts an error of the library to an OAuth error.
 *
 * @NOTE The library wraps every error of its model, also a lost database connection. Such errors are thrown again unwrapped.
 */
export function toOAuthError(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error
  const { name, message, code, inner } = error as Partial<OAuth2Server.OAuthError> & { inner?: unknown }
  if (!(error instanceof Error) || typeof code !== 'number' || code >= 500 || !name) throw inner ?? error
  return new OAuthError(name, message ?? name, code)
}

/** Returns the registered program as a client of the library. */
export const toOAuthClient = ({ clientId, redirectUri }: { clientId: string; redirectUri: string }): OAuth2Server.Client => ({
  id: clientId,
  redirectUris: [redirectUri],
  grants: ['authorization_code', 'refresh_token'],
})

/**
 * @NOTE The library compares expiry times with the system clock. We check expiry with `ctx.clock`, so the library gets this date.
 */
export const NEVER_EXPIRES = new Date(8.64e15)

/** The prefix shows the kind of a token, so that secret scanners recognise leaked tokens. */
export const TOKEN_PREFIX = { code: 'eac_', access: 'eat_', refresh: 'ert_' } as const

/** Returns a new token of 32 random bytes with its prefix. Only its hash is stored. */
export const createToken = (kind: keyof typeof TOKEN_PREFIX): string => TOKEN_PREFIX[kind] + oneTimeToken().token
