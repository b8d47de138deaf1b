import { type UIEvent, useLayoutEffect, useRef, useState } from 'react'
import { useIsPhone } from '#browser/page/phone.ts'
import { now } from '#browser/timers/time.ts'
import { type Millis, seconds } from '#shared/units.ts'

/** How far one scrolls in a direction before the header follows. */
const DISTANCE = 24
/** The header is shown this close to the top, where it is not in the way. */
const TOP = 96
/** A scroll this long after the last gesture is that of the player, which follows the sound. */
const GESTURE_TIME: Millis = seconds(1)

type Scroll = { scroller: Element; top: number; travelled: number; gestureAt: Millis }

/**
 * On phones, hides a part of the header while one scrolls down, and shows it again while one scrolls up. Spread the handlers on an
 * element around header and content. The text stays where it is: the scroll position moves by as much as the header.
 */
export function useCollapsingHeader() {
  const isPhone = useIsPhone()
  const [isCollapsed, setCollapsed] = useState(false)
  const scroll = useRef<Scroll>(undefined)
  const contentTop = useRef<number>(undefined)
  useLayoutEffect(() => {
    const { current } = scroll
    if (!current || contentTop.current === undefined) return
    current.scroller.scrollTop += current.scroller.getBoundingClientRect().top - contentTop.current
    contentTop.current = undefined
    scroll.current = { ...current, top: current.scroller.scrollTop, travelled: 0 }
  }, [isCollapsed])

  const handleGesture = () => {
    if (scroll.current) scroll.current.gestureAt = now()
  }
  const handleScroll = ({ target }: UIEvent) => {
    if (!isPhone || !(target instanceof Element)) return
    const top = target.scrollTop
    const previous = scroll.current
    if (previous?.scroller !== target) {
      scroll.current = { scroller: target, top, travelled: 0, gestureAt: now() }
      return
    }
    const moved = top - previous.top
    const travelled = Math.sign(moved) === Math.sign(previous.travelled) ? previous.travelled + moved : moved
    scroll.current = { ...previous, top, travelled }
    if (now() - previous.gestureAt > GESTURE_TIME) return
    const shouldCollapse = travelled > DISTANCE && top > TOP ? true : travelled < -DISTANCE || top <= 0 ? false : isCollapsed
    if (shouldCollapse === isCollapsed) return
    contentTop.current = target.getBoundingClientRect().top
    setCollapsed(shouldCollapse)
  }
  return {
    isCollapsed: isPhone && isCollapsed,
    handlers: { onScrollCapture: handleScroll, onTouchMoveCapture: handleGesture, onWheelCapture: handleGesture },
  }
}
