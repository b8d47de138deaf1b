import type { QueryClient } from '@tanstack/react-query'
import { tellSignedOut } from '#ui/signedOut.ts'
import { forgetToken } from '#ui/token.ts'
import { forgetLogin } from './authState.ts'

/** Nothing of the session stays in this browser: token, saved login, what was read with them, who counts what happens (A§4). */
export function leaveHere(queries: QueryClient): void {
  forgetToken()
  forgetLogin()
  queries.clear()
  tellSignedOut()
}
