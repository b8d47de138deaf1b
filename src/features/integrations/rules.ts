import { days, hours, minutes, seconds } from '#kit/units.ts'
import type { Input } from '#kit/contract.ts'
import { type APPS, SCOPES, type integrationsContract } from './contract.ts'

export type Scope = (typeof SCOPES)[number]

/** What the programs call themselves. */
export const APP_NAMES: Record<(typeof APPS)[number], string> = { zapier: 'Zapier' }

/** A code is exchanged at once, by a server. */
export const CODE_LIFE = seconds(60)
export const ACCESS_LIFE = hours(1)
/** From the moment the user allowed it; renewing does not move it. */
export const CONNECTION_LIFE = days(90)
/** How long the previous refresh token still counts: an answer that got lost must not disconnect anybody. */
export const REFRESH_GRACE = seconds(60)
/** Where a program was let in more often, the longest ago ends. */
export const MOST_CONNECTIONS = 20
/** Of the token endpoint, each program. */
export const TOKEN_LIMIT = { most: 30, within: minutes(1) } as const

/** What is asked for by `scope`; a program that names nothing gets the least. Null: something there is not. */
export function scopesAsked(scope: string | undefined): readonly Scope[] | null {
  const words = (scope ?? '').split(' ').filter(Boolean)
  if (words.length === 0) return ['profile']
  return words.every(isScope) ? SCOPES.filter((one) => words.includes(one)) : null
}

const isScope = (word: string): word is Scope => (SCOPES as readonly string[]).includes(word)

type Authorisation = Input<typeof integrationsContract.authorize>['query']

/** What a program asks in the address it sends the user to; null when something it must say is missing (A§2). */
export function readAuthorisation(query: Record<string, unknown>): Authorisation | null {
  const said = (name: keyof Authorisation) => (typeof query[name] === 'string' ? query[name] : undefined)
  const [client_id, response_type, redirect_uri] = [said('client_id'), said('response_type'), said('redirect_uri')]
  if (client_id === undefined || response_type === undefined || redirect_uri === undefined) return null
  const more = { state: said('state'), scope: said('scope'), code_challenge: said('code_challenge') }
  return { client_id, response_type, redirect_uri, ...more, code_challenge_method: said('code_challenge_method') }
}
