import { useEffect, useSyncExternalStore } from 'react'
import { makeWatchers } from '#ui/makeWatchers.ts'

/** Opens the sync popover. On a page without sync status (B§2: /file/ pages), it opens after the next navigation. */
export function openSync(): void {
  setWanted(true)
}

/** Calls `open` after `openSyncPopover` was called. */
export function useOpenSync(open: () => void): void {
  const wanted = useSyncExternalStore(watch, () => isWanted)
  useEffect(() => {
    if (!wanted) return
    setWanted(false)
    open()
  }, [wanted, open])
}

let isWanted = false
const { watch, tellAll } = makeWatchers()

function setWanted(wanted: boolean): void {
  isWanted = wanted
  tellAll()
}
