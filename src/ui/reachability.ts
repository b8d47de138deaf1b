import { useSyncExternalStore } from 'react'
import { makeWatchers } from './makeWatchers.ts'

/**
 * Records whether the last call got a response. Derived from the API calls and not from `navigator.onLine`, because a server on
 * the same machine responds without a network.
 */
export function noteReached(reached: boolean): void {
  if (reached === state) return
  state = reached
  tellAll()
}

/** Returns false from the first call without a response until the next response. */
export const useReachable = (): boolean => useSyncExternalStore(watch, () => state)

/** Calls `callback` each time the server is reachable again. Returns a function that unsubscribes. */
export const onReached = (call: () => void): (() => void) => watch(() => state && call())

/** Records whether the last response said that the server is read-only, because its disk is full. */
export function noteReadOnly(is: boolean): void {
  if (is === isReadOnly) return
  isReadOnly = is
  tellAll()
}

export const useReadOnly = (): boolean => useSyncExternalStore(watch, () => isReadOnly)

let state = true
let isReadOnly = false
const { watch, tellAll } = makeWatchers()
