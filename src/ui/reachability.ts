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

/** Whether the server said last time that it adds nothing, for lack of disk space. */
export function noteReadOnly(is: boolean): void {
  if (is === isReadOnly) return
  isReadOnly = is
  tellAll()
}

export const useReadOnly = (): boolean => useSyncExternalStore(watch, () => isReadOnly)

let state = true
let isReadOnly = false
const { watch, tellAll } = makeWatchers()
