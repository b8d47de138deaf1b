import { useState } from 'react'
import { currentAccountId, readToken } from '#browser/session/token.ts'
import { STORAGE_KEYS, storageKey } from '#browser/storage/storage.ts'
import { useEvent } from '#browser/events/useEvent.ts'

export type OtherTabHandlers = {
  /** The user signed out in another tab of this browser. */
  leave: () => void
  /** Another user signed in in another tab. No data of the previous user may remain. */
  reloadForOtherUser: () => void
}

/**
 * Detects that the user of this tab has signed out, or changed, in another tab. Checks when another tab changes the token, and
 * when this tab becomes visible again, since a suspended page receives no events. A new token of the same user is ignored.
 */
export function useSignOutInOtherTab({ leave, reloadForOtherUser }: OtherTabHandlers): void {
  const [account] = useState(currentAccountId)
  const checkToken = () => {
    if (!readToken()) leave()
    else if (currentAccountId() !== account) reloadForOtherUser()
  }
  useEvent('window', 'storage', (event) => (event.key === storageKey(STORAGE_KEYS.token) || event.key === null) && checkToken())
  useEvent('window', 'pageshow', (event) => event.persisted && checkToken())
  useEvent('document', 'visibilitychange', () => document.visibilityState === 'visible' && checkToken())
}
