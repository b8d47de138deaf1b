import { useEffect, useSyncExternalStore } from 'react'
import { createEmitter } from '#browser/events/createEmitter.ts'

/** Opens the sync popover. On a page without sync status (B§2: /file/ pages), it opens after the next navigation. */
export function openSyncPopover(): void {
  setRequested(true)
}

/** Calls `open` after `openSyncPopover` was called. */
export function useOpenSyncRequest(open: () => void): void {
  const isOpenRequested = useSyncExternalStore(subscribe, () => isRequested)
  useEffect(() => {
    if (!isOpenRequested) return
    setRequested(false)
    open()
  }, [isOpenRequested, open])
}

let isRequested = false
const { subscribe, emit } = createEmitter()

function setRequested(isOpenRequested: boolean): void {
  isRequested = isOpenRequested
  emit()
}
