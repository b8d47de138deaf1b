import { redirect } from '@tanstack/react-router'
import { paths } from '#kit/paths.ts'

type BeforeLoadContext = { location: { pathname: string; search: Readonly<Record<string, string>> } }

/**
 * Redirects an authorization request from / to /zapier-auth and keeps its query. A request counts as such if `client_id` is
 * present, `flag` is `auth` and `response_type` is `code` (A§2).
 */
export function redirectAuthorizationRequest({ location: { pathname, search } }: BeforeLoadContext): void {
  const isAuthorizationRequest = Boolean(search['client_id']) && search['flag'] === 'auth' && search['response_type'] === 'code'
  if (pathname === '/' && isAuthorizationRequest) throw redirect({ href: paths.zapierAuth(search), replace: true })
}
