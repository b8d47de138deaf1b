import { useEffect, useMemo, useRef, useState } from 'react'
import type { FocusEvent, PointerEvent } from 'react'
import type { Millis } from '#shared/units.ts'
import { after } from '#browser/timers/time.ts'
import type { Stop } from '#browser/timers/time.ts'

/** The delay before the tooltip opens, and the time the pointer has to move into it. */
const SHOW_DELAY: Millis = 450
const HIDE_DELAY: Millis = 120

/**
 * The state of a tooltip. It is open while the pointer rests on the element or the tooltip, or the element has keyboard focus.
 */
export function useTooltipState() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const stop = useRef<Stop>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const handlers = useMemo(() => {
    const schedule = (ms: Millis, callback: () => void) => {
      stop.current?.()
      stop.current = after(ms, callback)
    }
    const keepOpen = () => stop.current?.()
    const close = () => {
      keepOpen()
      setOpen(false)
    }
    const show = (element: HTMLElement) => {
      keepOpen()
      setAnchor(element)
      setOpen(true)
    }
    const listeners = {
      onPointerEnter: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
        if (pointerType !== 'touch') schedule(SHOW_DELAY, () => show(currentTarget))
      },
      onPointerLeave: () => schedule(HIDE_DELAY, close),
      onPointerDown: close,
      onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
        if (currentTarget.matches(':focus-visible')) show(currentTarget)
      },
      onBlur: close,
      onClick: close,
    }
    return { keepOpen, listeners, close }
  }, [])
  return { anchor, open, ...handlers }
}
