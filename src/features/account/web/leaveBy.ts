import type { QueryClient } from '@tanstack/react-query'
import { whileRenewing } from '#ui/send.ts'
import { tellSignedOut } from '#ui/signedOut.ts'
import { forgetToken } from '#ui/token.ts'
import { sessions } from './account.ts'
import { forgetLogin } from './authState.ts'

/**
 * Ends the session with `request`, a call with the option `renews`, removes all session data and calls `onSignedOut`. No other
 * request is sent meanwhile: it would be refused and open the sign-in page as if the session had been ended elsewhere.
 * @NOTE `onSignedOut` runs synchronously after the cache is cleared. Otherwise mounted queries would fetch again without a token.
 */
export const leaveBy = (queries: QueryClient, ask: () => Promise<unknown>, go: () => void): Promise<void> =>
  whileRenewing(async () => {
    await queries.cancelQueries()
    await ask()
    leaveHere(queries)
    go()
  })

/** Signs out in this browser, also when the server is unreachable: on a shared machine the local token must be removed. */
export const signOutHere = (queries: QueryClient, go: () => void): Promise<void> =>
  leaveBy(queries, () => sessions.signOut({ body: {} }, { renews: true }).catch(() => undefined), go)

/** Removes all session data from this browser: token, saved login and cache. Notifies subscribers of the sign-out (A§4). */
export function leaveHere(queries: QueryClient): void {
  forgetToken()
  forgetLogin()
  queries.clear()
  tellSignedOut()
}
