import { create } from 'zustand'

// Updated after every call. A store with a single value notifies only when the value changes.
const useIsReachable = create<boolean>(() => true)
const useIsReadOnly = create<boolean>(() => false)

/**
 * Records whether the last call got a response. This is derived from API calls and not from `navigator.onLine`, because a server on
 * the same machine responds without a network.
 */
export const setReachable = (isReachable: boolean): void => useIsReachable.setState(isReachable, true)

/** Returns false from the first call without a response until the next response. */
export const useReachable = (): boolean => useIsReachable()

/** Calls `callback` each time the server is reachable again. Returns a function that unsubscribes. */
export const onReconnect = (callback: () => void): (() => void) =>
  useIsReachable.subscribe((isReachable) => isReachable && callback())

/** Records whether the last response reported that the server is read-only because its disk is full. */
export const setReadOnly = (isReadOnly: boolean): void => useIsReadOnly.setState(isReadOnly, true)

export const useReadOnly = (): boolean => useIsReadOnly()
