import { redirect } from '@tanstack/react-router'
import { paths } from '#kit/paths.ts'

type Visited = { location: { pathname: string; search: Readonly<Record<string, string>> } }

/**
 * Redirects an authorization request from / to /zapier-auth and keeps its query. A request counts as such if `client_id` is
 * present, `flag` is `auth` and `response_type` is `code` (A§2).
 */
export function leadToAuthorisation({ location: { pathname, search } }: Visited): void {
  const asks = Boolean(search['client_id']) && search['flag'] === 'auth' && search['response_type'] === 'code'
  if (pathname === '/' && asks) throw redirect({ href: paths.zapierAuth(search), replace: true })
}
