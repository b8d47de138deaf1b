import { mergeProps } from '@base-ui/react/merge-props'
import { cloneElement, createElement } from 'react'
import type { HTMLAttributes, ReactElement, ReactNode } from 'react'
import { useTooltipState } from './useTooltipState.ts'
import { useLazyLoad } from '#browser/loading/useLazyLoad.ts'

const loadPopup = async () => (await import('./TooltipPopup.tsx')).TooltipPopup

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
  const TooltipPopup = useLazyLoad(loadPopup, anchor && open)
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
