import { useEffect, useMemo, useRef, useState } from 'react'
import type { FocusEvent, PointerEvent } from 'react'
import type { Millis } from '#kit/units.ts'
import { after } from './time.ts'
import type { Stop } from './time.ts'

/** The delay before the tooltip opens, and the time the pointer has to move into it. */
const REST: Millis = 450
const GRACE: Millis = 120

/**
 * The state of a tooltip. It is open while the pointer rests on the element or the tooltip, or the element has keyboard focus.
 */
export function useHint() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const stop = useRef<Stop>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const steps = useMemo(() => {
    const later = (ms: Millis, call: () => void) => {
      stop.current?.()
      stop.current = after(ms, call)
    }
    const hold = () => stop.current?.()
    const close = () => {
      hold()
      setOpen(false)
    }
    const show = (element: HTMLElement) => {
      hold()
      setAnchor(element)
      setOpen(true)
    }
    const listeners = {
      onPointerEnter: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
        if (pointerType !== 'touch') later(REST, () => show(currentTarget))
      },
      onPointerLeave: () => later(GRACE, close),
      onPointerDown: close,
      onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
        if (currentTarget.matches(':focus-visible')) show(currentTarget)
      },
      onBlur: close,
      onClick: close,
    }
    return { hold, listeners, close }
  }, [])
  return { anchor, open, ...steps }
}
