import { mergeProps } from '@base-ui/react/merge-props'
import { cloneElement, createElement } from 'react'
import type { HTMLAttributes, ReactElement, ReactNode } from 'react'
import { useHint } from './useHint.ts'
import { useLoaded } from './useLoaded.ts'

const load = async () => (await import('./TooltipPopup.tsx')).TooltipPopup

export type TooltipProps = {
  /** Nothing to say: no tooltip, and the element stays the same one. */
  label: ReactNode
  /** The key that does the same. */
  shortcut?: string | undefined
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  /** One element that hands on the usual props: a Button, an IconButton, a link. */
  children: ReactElement
}

/**
 * A few words beside what the pointer or the focus is on. For eyes only: the element itself must have its name.
 * What places the words is loaded when they are first wanted; it weighs more than most pages.
 */
export function Tooltip({ label, shortcut, side = 'top', children }: TooltipProps) {
  const { anchor, open, listeners, hold, close } = useHint()
  const TooltipPopup = useLoaded(load, anchor && open)
  const element = children as ReactElement<HTMLAttributes<HTMLElement>>
  return (
    <>
      {cloneElement(element, mergeProps<'button'>(listeners, element.props))}
      {anchor &&
        label &&
        TooltipPopup &&
        createElement(TooltipPopup, { open, anchor, label, shortcut, side, onHold: hold, onClose: close })}
    </>
  )
}
