import { useEffect, useSyncExternalStore } from 'react'
import { makeWatchers } from '#ui/makeWatchers.ts'

/** Opens what is on its way, now or as soon as it is on the page (it is not beside a recording, B§2). */
export function openSync(): void {
  setWanted(true)
}

/** Calls `open` when somebody has asked by `openSync`. */
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
