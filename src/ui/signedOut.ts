import type { Stop } from './time.ts'

/**
 * Calls `callback` when the session ends in this tab: by the user, by a 401 or from another tab. Use it to clear data of the
 * user.
 */
export function onSignedOut(call: () => void): Stop {
  listeners.add(call)
  return () => listeners.delete(call)
}

/** Calls all callbacks. If one throws, the error is logged and the others still run. */
export function tellSignedOut(): void {
  for (const call of listeners) {
    try {
      call()
    } catch (error) {
      console.error('what should happen after signing out did not', error)
    }
  }
}

const listeners = new Set<() => void>()
