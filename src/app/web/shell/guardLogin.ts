import { redirect } from '@tanstack/react-router'
import { holdsToken } from './askForToken.ts'
import { keepLanding, readLanding, recentLanding } from './landing.ts'
import { loginAddress } from './loginSearch.ts'
import type { LoginSearch } from './loginSearch.ts'
import { returnAddress } from './returnAddress.ts'

/**
 * Before /login is shown: what an identity provider sent back leaves the address at once, so that it is in no bookmark and no
 * history. Whoever is signed in goes on, unless they came with a ticket or for the desktop program (A§2, A§8).
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
