import { useSyncExternalStore } from 'react'
import { createEmitter } from '../events/createEmitter.ts'

/**
 * Records whether the last call got a response. Derived from the API calls and not from `navigator.onLine`, because a server on
 * the same machine responds without a network.
 */
export function setReachable(reachable: boolean): void {
  if (reachable === isReachable) return
  isReachable = reachable
  emit()
}

/** Returns false from the first call without a response until the next response. */
export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => isReachable)

/** Calls `callback` each time the server is reachable again. Returns a function that unsubscribes. */
export const onReconnect = (callback: () => void): (() => void) => subscribe(() => isReachable && callback())

/** Records whether the last response said that the server is read-only, because its disk is full. */
export function setReadOnly(readOnly: boolean): void {
  if (readOnly === isReadOnly) return
  isReadOnly = readOnly
  emit()
}

export const useReadOnly = (): boolean => useSyncExternalStore(subscribe, () => isReadOnly)

let isReachable = true
let isReadOnly = false
const { subscribe, emit } = createEmitter()
