import { useState } from 'react'
import { accountHere } from '#ui/accountHere.ts'
import { STORED, address } from '#ui/storage.ts'
import { readToken } from '#ui/token.ts'
import { useEvent } from '#ui/useEvent.ts'

export type Elsewhere = {
  /** Another tab of this browser signed out. */
  leave: () => void
  /** Another tab signed in as somebody else: nothing of the one before may stay. */
  startOver: () => void
}

/**
 * Keeps a tab from being half signed in. Looks when another tab changes the token, and when this one is brought back: a page
 * that slept hears nothing. A new token of the same user is none of its business.
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
