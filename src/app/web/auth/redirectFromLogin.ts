import { redirect } from '@tanstack/react-router'
import { hasValidToken } from './requireToken.ts'
import { setSsoResult, parseSsoResult, getSsoResult } from './ssoResult.ts'
import { loginUrl } from './loginSearch.ts'
import type { LoginSearch } from './loginSearch.ts'
import { getReturnPath } from './returnPath.ts'

/**
 * Runs before /login is shown. The result of an identity provider is removed from the URL immediately, so that it ends up in no
 * bookmark and no history entry. A signed-in user is redirected, except with an SSO ticket or for the desktop app (A§2, A§8).
 */
export function redirectFromLogin({ search, location: { hash } }: { search: LoginSearch; location: { hash: string } }): void {
  const received = parseSsoResult(hash)
  if (received) {
    setSsoResult(received.result)
    throw redirect({ href: loginUrl({ ...search, ...(received.fromUrl && { from_url: received.fromUrl }) }), replace: true })
  }
  const ssoResult = getSsoResult()
  if (search.client === 'desktop' || (ssoResult && 'ticket' in ssoResult) || !hasValidToken()) return
  throw redirect({ href: getReturnPath(search.from_url, location.origin), replace: true })
}
