import { redirect } from '@tanstack/react-router'
import { holdsToken } from './askForToken.ts'
import { keepLanding, readLanding, recentLanding } from './landing.ts'
import { loginAddress } from './loginSearch.ts'
import type { LoginSearch } from './loginSearch.ts'
import { returnAddress } from './returnAddress.ts'

/**
 * Runs before /login is shown. The result of an identity provider is removed from the URL immediately, so that it ends up in no
 * bookmark and no history entry. A signed-in user is redirected, except with an SSO ticket or for the desktop app (A§2, A§8).
 */
export function guardLogin({ search, location: { hash } }: { search: LoginSearch; location: { hash: string } }): void {
  const landing = readLanding(hash)
  if (landing) {
    keepLanding(landing.came)
    throw redirect({ href: loginAddress({ ...search, ...(landing.fromUrl && { from_url: landing.fromUrl }) }), replace: true })
  }
  const brings = recentLanding()
  if (search.client === 'desktop' || (brings && 'ticket' in brings) || !holdsToken()) return
  throw redirect({ href: returnAddress(search.from_url, location.origin), replace: true })
}
