import { useSyncExternalStore } from 'react'
import { createEmitter } from '#browser/events/createEmitter.ts'

/**
 * Sets whether the live channel is open, which it is initially assumed to be. While it is open and no task is active, the status
 * is not polled.
 */
export function setLiveChannelOpen(isOpen: boolean): void {
  if (isOpen === isChannelOpen) return
  isChannelOpen = isOpen
  emit()
}

export const useLiveChannelOpen = (): boolean => useSyncExternalStore(subscribe, () => isChannelOpen)

let isChannelOpen = true
const { subscribe, emit } = createEmitter()
