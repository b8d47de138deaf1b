import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { IdentityError } from './identity.ts'

/** Error codes for a cancelled sign-in. `user_cancelled_authorize` is Apple's. */
const CANCELLED_CODES = ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login']
const TIMEOUT_CODES = /^(OAUTH_TIMEOUT|OAUTH_ABORT)$/

/** What may be logged about a failure. Never codes, tokens or claims, which the library attaches to its errors as cause. */
type LoggableFailure = { readonly code: string | null; readonly reason: string }

/** Converts an error of the library. The original is not kept because it contains the provider's response. */
export function toIdentityError(thrown: unknown): { error: IdentityError; details: LoggableFailure } {
  const details = loggableFailure(thrown)
  const kind = errorKind(thrown)
  return { error: new IdentityError(kind, MESSAGES[kind]), details }
}

/** True when the provider does not know the token to revoke. */
export function isUnknownToken(thrown: unknown): boolean {
  return thrown instanceof ResponseBodyError && ['invalid_grant', 'invalid_token'].includes(thrown.error)
}

const MESSAGES = {
  denied: 'The sign-in was canceled.',
  unreachable: 'The provider did not respond.',
  refused: 'The provider sent an invalid response.',
} as const

function errorKind(thrown: unknown): IdentityError['kind'] {
  if (thrown instanceof AuthorizationResponseError)
    return CANCELLED_CODES.includes(thrown.error) ? 'denied' : unreachableWhen(isTemporary(thrown.error))
  if (thrown instanceof ResponseBodyError) return unreachableWhen(thrown.status >= 500)
  if (!(thrown instanceof Error)) return 'refused'
  if (thrown.cause instanceof Response) return unreachableWhen(thrown.cause.status >= 500)
  if ('code' in thrown && typeof thrown.code === 'string') return unreachableWhen(TIMEOUT_CODES.test(thrown.code))
  // fetch throws this when there is no connection. All usage errors of the library have a code.
  return unreachableWhen(thrown instanceof TypeError && thrown.cause instanceof Error)
}

const unreachableWhen = (isUnreachable: boolean) => (isUnreachable ? 'unreachable' : 'refused')
const isTemporary = (error: string) => error === 'temporarily_unavailable' || error === 'server_error'

function loggableFailure(thrown: unknown): LoggableFailure {
  if (thrown instanceof AuthorizationResponseError || thrown instanceof ResponseBodyError)
    return { code: thrown.error.slice(0, 64), reason: thrown.message }
  if (!(thrown instanceof Error)) return { code: null, reason: 'unknown' }
  const cause = thrown.cause instanceof Error ? thrown.cause : null
  const code = [thrown, cause].map((error) => (error && 'code' in error ? String(error.code) : null)).find(Boolean)
  // The message of a zod error names fields, not values. The messages of the library are fixed sentences.
  return { code: code ?? thrown.name, reason: cause ? `${thrown.message}: ${cause.message}` : thrown.message }
}
