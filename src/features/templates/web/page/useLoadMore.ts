import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'
import { useEvent } from '#browser/events/useEvent.ts'
import { after } from '#browser/timers/time.ts'
import type { Stop } from '#browser/timers/time.ts'
import type { Millis } from '#shared/units.ts'

/** Scrolling has to rest this long before the next page is loaded (B§9). */
const SCROLL_DEBOUNCE: Millis = 200
/** The next page is loaded when its place is less than this below the window, in pixels. */
const AHEAD = 600

export type Pages = {
  data: { pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Loads the next page when the end of the list comes near. Returns the ref of an element at that end. */
export function useLoadMore(list: Pages): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null)
  const stop = useRef<Stop>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const loadIfNear = () => {
    const top = end.current?.getBoundingClientRect().top
    if (top === undefined || top > window.innerHeight + AHEAD) return
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
  }
  const check = () => {
    stop.current?.()
    stop.current = after(SCROLL_DEBOUNCE, loadIfNear)
  }
  // Captured, because scroll events of elements do not bubble.
  useEvent('document', 'scroll', check, { capture: true })
  const checkPages = useEffectEvent(check)
  const count = list.data?.pages.length ?? 0
  // A high window may show more than one page.
  useEffect(() => {
    if (count > 0) checkPages()
  }, [count])
  return end
}
