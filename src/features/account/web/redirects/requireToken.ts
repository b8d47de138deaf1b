import { redirect, createRoute } from '@tanstack/react-router'
import { now } from '#browser/timers/time.ts'
import { clearToken, readToken, decodeTokenClaims } from '#browser/session/token.ts'
import { getNoticeQuery, removeNoticeQuery } from '#browser/page/noticeQuery.ts'
import { rootRoute } from '#browser/routing/rootRoute.ts'
import { anyText, oneOf, searchParams } from '#browser/routing/searchParams.ts'

type TokenError = 'No token found' | 'Token missing expiry time' | 'Invalid expiry time format' | 'Token expired'

/** Returns the error message of A§5 for an invalid login token, or null for a valid one. `now` is in Unix milliseconds. */
export function getTokenError(token: string | undefined, now: number): TokenError | null {
  if (!token) return 'No token found'
  const claims = decodeTokenClaims(token)
  if (!claims || claims['exp'] === undefined) return 'Token missing expiry time'
  const { exp } = claims
  if (typeof exp !== 'number' || !Number.isFinite(exp)) return 'Invalid expiry time format'
  // `exp` is in seconds and is compared in whole seconds (A§9).
  return exp < Math.floor(now / 1000) ? 'Token expired' : null
}

/** Returns true if this browser has a valid login token. An invalid token is deleted (A§5). */
export function hasValidToken(): boolean {
  const error = getTokenError(readToken(), now())
  if (error !== null && error !== 'No token found') clearToken()
  return error === null
}

/**
 * Redirects to /login if there is no valid token, and passes the full requested path along (A§2). The specification requires
 * this only for /zapier-auth. The main layout needs it too: without it, each page would first call the server, get a 401, and
 * then redirect to /login without the requested path.
 */
export function requireToken({ location }: { location: { publicHref: string } }): void {
  if (hasValidToken()) return
  const requestedPath = location.publicHref
  // A notice is shown on /login already and must not appear a second time after signing in.
  const fromUrl = getNoticeQuery(requestedPath) === undefined ? requestedPath : removeNoticeQuery(requestedPath)
  throw redirect({ to: '/login', search: { from_url: fromUrl }, replace: true })
}

type BeforeLoadContext = { location: { pathname: string; search: Readonly<Record<string, string>> } }

/**
 * Redirects an authorization request from / to /zapier-auth and keeps its query. A request counts as such if `client_id` is
 * present, `flag` is `auth` and `response_type` is `code` (A§2).
 */
function redirectAuthorizationRequest({ location: { pathname, search } }: BeforeLoadContext): void {
  const isAuthorizationRequest = Boolean(search['client_id']) && search['flag'] === 'auth' && search['response_type'] === 'code'
  if (pathname === '/' && isAuthorizationRequest) throw redirect({ to: '/zapier-auth', search, replace: true })
}

/** What every page of a signed-in user understands: the open settings dialog with its pane (A§2), and the return from a payment (A§4). */
const validateMainSearch = searchParams({
  profile: oneOf('open'),
  pane: anyText,
  buyflag: anyText,
  session_id: anyText,
  checkout: oneOf('canceled'),
})

/** The parent of all pages that require a signed-in user (A§2). `app` sets its component, the main layout. */
export const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'main',
  validateSearch: validateMainSearch,
  beforeLoad: (routeContext) => {
    redirectAuthorizationRequest(routeContext)
    requireToken(routeContext)
  },
})
