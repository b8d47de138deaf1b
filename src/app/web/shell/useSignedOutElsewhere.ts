import { STORED, address } from '#ui/storage.ts'
import { useEvent } from '#ui/useEvent.ts'

/** Hears that another tab of this browser signed out. */
export function useSignedOutElsewhere(leave: () => void): void {
  useEvent('window', 'storage', (event) => {
    const mine = event.key === address(STORED.token) || event.key === null
    if (mine && event.newValue === null) leave()
  })
}
