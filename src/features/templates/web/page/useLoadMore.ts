import { useEffect, useRef } from 'react'
import type { UIEvent } from 'react'
import { after } from '#browser/timers/time.ts'
import type { Stop } from '#browser/timers/time.ts'
import type { Millis } from '#shared/units.ts'

/** Scrolling has to rest this long before the next page is loaded (B§9). */
export const SCROLL_DEBOUNCE: Millis = 200
/** The next page is loaded when less than this is left below the window, in pixels. */
const AHEAD = 600

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }

/** Returns a scroll handler that loads the next page when the end comes near. */
export function useLoadMore({ hasNextPage, isFetchingNextPage, fetchNextPage }: Pages): (event: UIEvent<HTMLElement>) => void {
  const stop = useRef<Stop>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return ({ currentTarget: element }) => {
    stop.current?.()
    stop.current = after(SCROLL_DEBOUNCE, () => {
      const left = element.scrollHeight - element.scrollTop - element.clientHeight
      if (left < AHEAD && hasNextPage && !isFetchingNextPage) void fetchNextPage()
    })
  }
}
