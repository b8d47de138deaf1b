import type { QueryClient } from '@tanstack/react-query'
import { whileRenewing } from '#ui/send.ts'
import { leaveHere } from './leaveHere.ts'

/** Ends the session by a call that says `renews`, and leaves nothing of it here. Nothing else is sent with it meanwhile. */
export const leaveBy = (queries: QueryClient, ask: () => Promise<unknown>): Promise<void> =>
  whileRenewing(async () => {
    await ask()
    leaveHere(queries)
  })
