import { useSyncExternalStore } from 'react'
import { makeWatchers } from './makeWatchers.ts'

/**
 * Whether the server answered last time. Asked of our own calls and not of `navigator.onLine`: a server on this very
 * machine answers without any network.
 */
export function noteReached(reached: boolean): void {
  if (reached === state) return
  state = reached
  tellAll()
}

/** False from the first call nobody answered until the next answer. */
export const useReachable = (): boolean => useSyncExternalStore(watch, () => state)

/** Called each time the server answers again after it had not. */
export const onReached = (call: () => void): (() => void) => watch(() => state && call())

let state = true
const { watch, tellAll } = makeWatchers()
