import type { QueryClient } from '@tanstack/react-query'
import { whileRenewing } from '#ui/send.ts'
import { sessions } from './account.ts'
import { leaveHere } from './leaveHere.ts'

/**
 * Ends the session by a call that says `renews`, leaves nothing of it here, and goes. Nothing else is sent meanwhile: it would be
 * refused, and lead to the sign-in page as if the session had been ended elsewhere.
 * @NOTE `go` in the same breath: whatever shows what was just forgotten would read it again, without a token.
 */
export const leaveBy = (queries: QueryClient, ask: () => Promise<unknown>, go: () => void): Promise<void> =>
  whileRenewing(async () => {
    await queries.cancelQueries()
    await ask()
    leaveHere(queries)
    go()
  })

/** Signs out here. Whoever wants to leave leaves, also when the server is away: on a shared machine the token here is what matters. */
export const signOutHere = (queries: QueryClient, go: () => void): Promise<void> =>
  leaveBy(queries, () => sessions.signOut({ body: {} }, { renews: true }).catch(() => undefined), go)
