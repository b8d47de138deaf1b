import { redirect } from '@tanstack/react-router'
import { paths } from '#kit/paths.ts'

type Visited = { location: { pathname: string; search: Readonly<Record<string, string>> } }

/**
 * A program that asks at / to be let in is led to the page for it, with its query kept. It asks only with `client_id` present,
 * `flag` auth and `response_type` code (A§2).
 */
export function leadToAuthorisation({ location: { pathname, search } }: Visited): void {
  const asks = Boolean(search['client_id']) && search['flag'] === 'auth' && search['response_type'] === 'code'
  if (pathname === '/' && asks) throw redirect({ href: paths.zapierAuth(search), replace: true })
}
