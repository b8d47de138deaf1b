import { redirect } from '@tanstack/react-router'
import { hasValidToken } from './requireToken.ts'
import { basePathOf, safeReturnPath } from '#shared/paths.ts'
import { anyText, oneOf, searchParams } from '#browser/routing/searchParams.ts'

/**
 * Runs before /login is shown. The result of an identity provider is removed from the URL immediately, so that it ends up in no
 * bookmark and no history entry. A signed-in user is redirected, except with an SSO ticket or for the desktop app (A§2, A§8).
 */
export function redirectFromLogin({ search, location: { hash } }: { search: LoginSearch; location: { hash: string } }): void {
  const received = parseSsoResult(hash)
  if (received) {
    setSsoResult(received.result)
    throw redirect({
      to: '/login',
      search: { ...search, ...(received.fromUrl && { from_url: received.fromUrl }) },
      replace: true,
    })
  }
  const ssoResult = getSsoResult()
  if (search.client === 'desktop' || (ssoResult && 'ticket' in ssoResult) || !hasValidToken()) return
  throw redirect({ href: getReturnPath(search.from_url, location.origin), replace: true })
}

/**
 * Validates the query of /login: the page the user requested (A§2), the token of a setup link or an invitation, and the parameters
 * of the desktop app (A§8).
 */
export const validateLoginSearch = searchParams({
  from_url: anyText,
  setup: anyText,
  invitation: anyText,
  client: oneOf('desktop'),
  desktop_uuid: anyText,
})

type LoginSearch = ReturnType<typeof validateLoginSearch>

/**
 * Returns the path to open after sign-in: the requested page without its base path, since the app runs under every base path.
 * Returns the path of the home page for a URL of another origin.
 */
export function getReturnPath(fromUrl: string | undefined, origin: string): string {
  const path = safeReturnPath(fromUrl, origin)
  const pathBelowBase = path.slice(basePathOf(path).length)
  // Without this, `/web1//elsewhere` would become `//elsewhere`, a URL of another host.
  return /^\/(?![/\\])/.test(pathBelowBase) ? pathBelowBase : `/${pathBelowBase.replace(/^[/\\]+/, '')}`
}

/**
 * Returns the base path of the requested page if the app must be reloaded under it, or null if it already runs there or the page
 * was requested without a base path. The base path is lost only by a redirect to an identity provider.
 */
export function getRequiredBasePath(fromUrl: string | undefined, origin: string, currentBase: string): string | null {
  const requestedBase = basePathOf(safeReturnPath(fromUrl, origin))
  return requestedBase === '' || requestedBase === currentBase ? null : requestedBase
}

/** The result of a sign-in with an identity provider, from the URL: a ticket for a session, or an error code. */
export type SsoResult = { ticket: string } | { errorCode: string }

/** Parses the fragment of /login. Returns null if it holds no SSO result. `fromUrl` is the page the user requested. */
function parseSsoResult(hash: string): { result: SsoResult; fromUrl: string | undefined } | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const [ticket, errorCode] = [params.get('ticket'), params.get('sso_error')]
  const fromUrl = params.get('from_url') ?? undefined
  if (ticket) return { result: { ticket }, fromUrl }
  return errorCode ? { result: { errorCode }, fromUrl } : null
}

/** Kept in memory only, so that a reload does not redeem the ticket a second time. */
const setSsoResult = (result: SsoResult): void => void (current = result)
export const getSsoResult = (): SsoResult | undefined => current
export const clearSsoResult = (): void => void (current = undefined)

let current: SsoResult | undefined
