import { useEffect, useSyncExternalStore } from 'react'

/** Opens what is on its way, now or as soon as it is on the page (it is not beside a recording, B§2). */
export function openSync(): void {
  tellAll(true)
}

/** Calls `open` when somebody has asked by `openSync`. */
export function useOpenSync(open: () => void): void {
  const wanted = useSyncExternalStore(watch, () => isWanted)
  useEffect(() => {
    if (!wanted) return
    tellAll(false)
    open()
  }, [wanted, open])
}

let isWanted = false
const watchers = new Set<() => void>()

function tellAll(wanted: boolean): void {
  isWanted = wanted
  for (const tell of watchers) tell()
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}
