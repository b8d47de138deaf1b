import type { QueryClient } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { navigateAway, withTokenRenewal } from '#browser/http/send.ts'
import { basePath } from '#browser/page/basePath.ts'
import { notifySignedOut } from '#browser/session/signOutEvents.ts'
import { clearToken, currentAccountId } from '#browser/session/token.ts'
import { removeDrafts } from '#browser/storage/drafts.ts'
import { sessions } from '../queries.ts'
import { clearLogin } from './authState.ts'

/**
 * Ends the session with `request`, a call with the option `renews`, removes all session data and calls `onSignedOut`. No other
 * request is sent meanwhile: it would be refused and open the sign-in page as if the session had been ended elsewhere.
 * @NOTE `onSignedOut` runs synchronously after the cache is cleared. Otherwise mounted queries would fetch again without a token.
 */
export const endSession = (queries: QueryClient, request: () => Promise<unknown>, onSignedOut: () => void): Promise<void> =>
  withTokenRenewal(async () => {
    await queries.cancelQueries()
    await request()
    clearSession(queries)
    onSignedOut()
  })

/** Signs out in this browser, also when the server is unreachable: on a shared machine the local token must be removed. */
export const signOutLocally = (queries: QueryClient, onSignedOut: () => void): Promise<void> =>
  endSession(queries, () => sessions.signOut({ body: {} }, { refreshesToken: true }).catch(() => undefined), onSignedOut)

/** Opens the sign-in page with a full page load, so that no data of the ended session stays in memory. */
export const openSignInPage = (): void => navigateAway(basePath + paths.login())

/** Removes all session data from this browser: token, saved login, cache and drafts. Notifies subscribers of the sign-out (A§4). */
export function clearSession(queries: QueryClient): void {
  const account = currentAccountId()
  clearToken()
  clearLogin()
  if (account !== undefined) removeDrafts(account)
  queries.clear()
  notifySignedOut()
}
