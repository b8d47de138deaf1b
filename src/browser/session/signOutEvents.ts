import type { Stop } from '../timers/time.ts'

/**
 * Calls `callback` when the session ends in this tab: by the user, by a 401 or from another tab. Use it to clear data of the
 * user.
 */
export function onSignedOut(callback: () => void): Stop {
  listeners.add(callback)
  return () => listeners.delete(callback)
}

/** Calls all callbacks. If one throws, the error is logged and the others still run. */
export function notifySignedOut(): void {
  for (const callback of listeners) {
    try {
      callback()
    } catch (error) {
      console.error('a callback of signing out failed', error)
    }
  }
}

const listeners = new Set<() => void>()
