import { useState } from 'react'
import { accountHere } from '#ui/accountHere.ts'
import { STORED, address } from '#ui/storage.ts'
import { readToken } from '#ui/token.ts'
import { useEvent } from '#ui/useEvent.ts'

export type Elsewhere = {
  /** The user signed out in another tab of this browser. */
  leave: () => void
  /** Another user signed in in another tab. No data of the previous user may stay. */
  startOver: () => void
}

/**
 * Detects that the user of this tab has signed out, or changed, in another tab. Checks when another tab changes the token, and
 * when this tab becomes visible again, since a suspended page receives no events. A new token of the same user is ignored.
 */
export function useSignedOutElsewhere({ leave, startOver }: Elsewhere): void {
  const [whose] = useState(accountHere)
  const look = () => {
    if (!readToken()) leave()
    else if (accountHere() !== whose) startOver()
  }
  useEvent('window', 'storage', (event) => (event.key === address(STORED.token) || event.key === null) && look())
  useEvent('window', 'pageshow', (event) => event.persisted && look())
  useEvent('document', 'visibilitychange', () => document.visibilityState === 'visible' && look())
}
