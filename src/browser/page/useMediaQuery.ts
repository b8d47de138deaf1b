import { useCallback, useSyncExternalStore } from 'react'
import { listen } from '../events/listen.ts'

/** Returns whether a media query matches; re-renders when that changes. False without `matchMedia`. */
export function useMediaQuery(query: string): boolean {
  const list = typeof matchMedia === 'function' ? matchMedia(query) : undefined
  const subscribe = useCallback(
    (onChange: () => void) => (typeof matchMedia === 'function' ? listen(matchMedia(query), 'change', onChange) : () => {}),
    [query],
  )
  return useSyncExternalStore(subscribe, () => list?.matches ?? false)
}
