import { redirect } from '@tanstack/react-router'
import { paths } from '#kit/paths.ts'
import { now } from '#ui/time.ts'
import { forgetToken, readToken } from '#ui/token.ts'
import { noticeQuery, withoutNotice } from './dialogs/noticeAddress.ts'
import { tokenTrouble } from './tokenTrouble.ts'

/** True while this browser holds a token that still counts. One that does not is put away (A§5). */
export function holdsToken(): boolean {
  const trouble = tokenTrouble(readToken(), now())
  if (trouble !== null && trouble !== 'No token found') forgetToken()
  return trouble === null
}

/**
 * Sends whoever has no token to /login, with the full path they wanted (A§2). The specification marks only /zapier-auth so;
 * the pages of the main layout would each ask the server at once, get a 401 and land there as well, only later and without the
 * way back. Hence the whole layout asks.
 */
export function askForToken({ location }: { location: { publicHref: string } }): void {
  if (holdsToken()) return
  const wanted = location.publicHref
  // A notice is shown at once, and not again on the way back.
  const fromUrl = noticeQuery(wanted) === undefined ? wanted : withoutNotice(wanted)
  throw redirect({ href: paths.login({ fromUrl }), replace: true })
}
