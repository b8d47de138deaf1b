import { days, hours, minutes, seconds } from '#kit/units.ts'
import type { Input } from '#kit/contract.ts'
import { type APPS, SCOPES, type integrationsContract } from './contract.ts'

export type Scope = (typeof SCOPES)[number]

/** Product names of the programs. */
export const APP_NAMES: Record<(typeof APPS)[number], string> = { zapier: 'Zapier' }

/** Lifetime of an authorization code. Programs exchange it immediately. */
export const CODE_LIFE = seconds(60)
export const ACCESS_LIFE = hours(1)
/** Lifetime of a connection since the user authorized it. Refreshing does not extend it. */
export const CONNECTION_LIFE = days(90)
/** How long the previous refresh token stays valid, so that a lost response does not end the connection. */
export const REFRESH_GRACE = seconds(60)
/** Maximum number of connections per user and program. Further ones replace the oldest. */
export const MOST_CONNECTIONS = 20
/** Rate limit of the token endpoint per program. */
export const TOKEN_LIMIT = { most: 30, within: minutes(1) } as const

/** Parses the `scope` parameter. An empty one means `profile`. Returns null if it contains an unknown scope. */
export function scopesAsked(scope: string | undefined): readonly Scope[] | null {
  const words = (scope ?? '').split(' ').filter(Boolean)
  if (words.length === 0) return ['profile']
  return words.every(isScope) ? SCOPES.filter((one) => words.includes(one)) : null
}

const isScope = (word: string): word is Scope => (SCOPES as readonly string[]).includes(word)

type Authorisation = Input<typeof integrationsContract.authorize>['query']

/** Parses the query of the authorization request (A§2). Returns null if a required parameter is missing. */
export function readAuthorisation(query: Record<string, unknown>): Authorisation | null {
  const said = (name: keyof Authorisation) => (typeof query[name] === 'string' ? query[name] : undefined)
  const [client_id, response_type, redirect_uri] = [said('client_id'), said('response_type'), said('redirect_uri')]
  if (client_id === undefined || response_type === undefined || redirect_uri === undefined) return null
  const more = { state: said('state'), scope: said('scope'), code_challenge: said('code_challenge') }
  return { client_id, response_type, redirect_uri, ...more, code_challenge_method: said('code_challenge_method') }
}
