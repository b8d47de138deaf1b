import { useSyncExternalStore } from 'react'
import { makeWatchers } from '#ui/makeWatchers.ts'

/**
 * Sets whether the live channel is open, which it is initially assumed to be. While it is open and no task is active, the status
 * is not polled.
 */
export function noteLiveChannel(isOpen: boolean): void {
  if (isOpen === open) return
  open = isOpen
  tellAll()
}

export const useLiveChannelOpen = (): boolean => useSyncExternalStore(watch, () => open)

let open = true
const { watch, tellAll } = makeWatchers()
