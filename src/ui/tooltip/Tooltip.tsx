import { mergeProps } from '@base-ui/react/merge-props'
import { cloneElement, createElement, useEffect, useMemo, useRef, useState } from 'react'
import type { HTMLAttributes, ReactElement, ReactNode, FocusEvent, PointerEvent } from 'react'
import { lazyCode, useLazyCode } from '../lazy/lazyCode.ts'
import type { Millis } from '#shared/units.ts'
import { after } from '#browser/timers/time.ts'
import type { Stop } from '#browser/timers/time.ts'

const popup = lazyCode(async () => (await import(/* chunk: offline */ './TooltipPopup.tsx')).TooltipPopup)

export type TooltipProps = {
  /** Without a label there is no tooltip, but the element keeps its identity. */
  label: ReactNode
  /** The keyboard shortcut of the same action. */
  shortcut?: string | undefined
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  /** One element that forwards DOM props: a Button, an IconButton, a link. */
  children: ReactElement
}

/**
 * Shows a short text beside the element that has the pointer or the focus. It is visual only: the element needs its own
 * accessible name. The popup is loaded on first use, because the positioning code is larger than most pages.
 */
export function Tooltip({ label, shortcut, side = 'top', children }: TooltipProps) {
  const { anchor, open, listeners, keepOpen, close } = useTooltipState()
  const { loaded: TooltipPopup } = useLazyCode(popup, anchor !== null && open)
  const element = children as ReactElement<HTMLAttributes<HTMLElement>>
  return (
    <>
      {cloneElement(element, mergeProps<'button'>(listeners, element.props))}
      {anchor &&
        label &&
        TooltipPopup &&
        createElement(TooltipPopup, { open, anchor, label, shortcut, side, onKeepOpen: keepOpen, onClose: close })}
    </>
  )
}

/** The delay before the tooltip opens, and the time the pointer has to move into it. */
const SHOW_DELAY: Millis = 450
const HIDE_DELAY: Millis = 120

/**
 * The state of a tooltip. It is open while the pointer rests on the element or the tooltip, or the element has keyboard focus.
 */
function useTooltipState() {
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
