import { days, hours, minutes, seconds } from '#shared/units.ts'
import type { Input } from '#shared/contract.ts'
import { type APPS, SCOPES, integrationsContract } from './contract.ts'

export type Scope = (typeof SCOPES)[number]

/** Product names of the programs. */
export const APP_NAMES: Record<(typeof APPS)[number], string> = { zapier: 'Zapier' }

/** Lifetime of an authorization code. Programs exchange it immediately. */
export const CODE_LIFETIME = seconds(60)
export const ACCESS_TOKEN_LIFETIME = hours(1)
/** Lifetime of a connection since the user authorized it. Refreshing does not extend it. */
export const CONNECTION_LIFETIME = days(90)
/** How long the previous refresh token stays valid, so that a lost response does not end the connection. */
export const REFRESH_GRACE_PERIOD = seconds(60)
/** Maximum number of connections per user and program. Further ones replace the oldest. */
export const MAX_CONNECTIONS = 20
/** Rate limit of the token endpoint per program. */
export const TOKEN_LIMIT = { max: 30, within: minutes(1) } as const

/** Parses the `scope` parameter. An empty one means `profile`. Returns null if it contains an unknown scope. */
export function parseScopes(scope: string | undefined): readonly Scope[] | null {
  const names = (scope ?? '').split(' ').filter(Boolean)
  if (names.length === 0) return ['profile']
  return names.every(isScope) ? SCOPES.filter((item) => names.includes(item)) : null
}

const isScope = (name: string): name is Scope => (SCOPES as readonly string[]).includes(name)

type AuthorizationQuery = Input<typeof integrationsContract.authorize>['query']

/** Parses the query of the authorization request. Returns null if it is not a valid one (A§2). */
export const parseAuthorizationQuery = (query: Record<string, unknown>): AuthorizationQuery | null =>
  integrationsContract.authorize.query.safeParse(query).data ?? null
