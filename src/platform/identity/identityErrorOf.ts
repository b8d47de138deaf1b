import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { IdentityError } from './identity.ts'

/** Error codes for a cancelled sign-in. `user_cancelled_authorize` is Apple's. */
const CHANGED_THEIR_MIND = ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login']
const IS_DOWN = /^(OAUTH_TIMEOUT|OAUTH_ABORT)$/

/** What may be logged about a failure. Never codes, tokens or claims, which the library attaches to its errors as cause. */
type Facts = { readonly code: string | null; readonly reason: string }

/** Converts an error of the library. The original is not kept because it contains the provider's response. */
export function identityErrorOf(thrown: unknown): { error: IdentityError; facts: Facts } {
  const facts = factsOf(thrown)
  const kind = kindOf(thrown)
  return { error: new IdentityError(kind, says[kind]), facts }
}

/** True when the provider does not know the token to revoke. */
export function isForgotten(thrown: unknown): boolean {
  return thrown instanceof ResponseBodyError && ['invalid_grant', 'invalid_token'].includes(thrown.error)
}

const says = {
  denied: 'The person did not want to sign in there.',
  unreachable: 'The provider did not answer.',
  refused: 'What the provider answered does not hold.',
} as const

function kindOf(thrown: unknown): IdentityError['kind'] {
  if (thrown instanceof AuthorizationResponseError)
    return CHANGED_THEIR_MIND.includes(thrown.error) ? 'denied' : downWhen(isTemporary(thrown.error))
  if (thrown instanceof ResponseBodyError) return downWhen(thrown.status >= 500)
  if (!(thrown instanceof Error)) return 'refused'
  if (thrown.cause instanceof Response) return downWhen(thrown.cause.status >= 500)
  if ('code' in thrown && typeof thrown.code === 'string') return downWhen(IS_DOWN.test(thrown.code))
  // fetch throws this when there is no connection. All usage errors of the library have a code.
  return downWhen(thrown instanceof TypeError && thrown.cause instanceof Error)
}

const downWhen = (down: boolean) => (down ? 'unreachable' : 'refused')
const isTemporary = (error: string) => error === 'temporarily_unavailable' || error === 'server_error'

function factsOf(thrown: unknown): Facts {
  if (thrown instanceof AuthorizationResponseError || thrown instanceof ResponseBodyError)
    return { code: thrown.error.slice(0, 64), reason: thrown.message }
  if (!(thrown instanceof Error)) return { code: null, reason: 'unknown' }
  const inner = thrown.cause instanceof Error ? thrown.cause : null
  const code = [thrown, inner].map((error) => (error && 'code' in error ? String(error.code) : null)).find(Boolean)
  // The message of a zod error names fields, not values. The messages of the library are fixed sentences.
  return { code: code ?? thrown.name, reason: inner ? `${thrown.message}: ${inner.message}` : thrown.message }
}
