import { useSyncExternalStore } from 'react'
import { makeWatchers } from '#ui/makeWatchers.ts'

/**
 * Told by the shell whenever its live channel opens or falls silent. While it is open nobody asks for the status of nothing;
 * until the shell says otherwise it is taken for open.
 */
export function noteLiveChannel(isOpen: boolean): void {
  if (isOpen === open) return
  open = isOpen
  tellAll()
}

export const useLiveChannelOpen = (): boolean => useSyncExternalStore(watch, () => open)

let open = true
const { watch, tellAll } = makeWatchers()
