import type { Stop } from './time.ts'

/** Called whenever a session ends in this tab: by its user, by a 401, from another tab. To forget what belonged to the user. */
export function onSignedOut(call: () => void): Stop {
  listeners.add(call)
  return () => listeners.delete(call)
}

/** One that fails keeps none of the others from hearing it. */
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
