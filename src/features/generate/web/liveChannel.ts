import { useSyncExternalStore } from 'react'

/**
 * Told by the shell whenever its live channel opens or falls silent. While it is open nobody asks for the status of nothing;
 * until the shell says otherwise it is taken for open.
 */
export function noteLiveChannel(isOpen: boolean): void {
  if (isOpen === open) return
  open = isOpen
  for (const tell of watchers) tell()
}

export const useLiveChannelOpen = (): boolean => useSyncExternalStore(watch, () => open)

let open = true
const watchers = new Set<() => void>()

function watch(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}
