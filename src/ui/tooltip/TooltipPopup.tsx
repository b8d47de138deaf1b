import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { Kbd } from '../badge/Kbd.tsx'

export type TooltipPopupProps = {
  open: boolean
  anchor: HTMLElement
  label: ReactNode
  shortcut: string | undefined
  side: 'top' | 'bottom' | 'left' | 'right'
  /** Called when the pointer enters the popup, which must then stay open. */
  onKeepOpen: () => void
  onClose: () => void
}

/** The popup of a tooltip, positioned beside `anchor`. Esc closes it. */
export function TooltipPopup({ open, anchor, label, shortcut, side, onKeepOpen, onClose }: TooltipPopupProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose()
      }}
    >
      <Base.Portal>
        {/* Hidden from screen readers: the text is already the accessible name of the anchor. */}
        <Base.Positioner aria-hidden anchor={anchor} side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup
            onPointerEnter={onKeepOpen}
            onPointerLeave={onClose}
            className="flex max-w-72 items-center gap-2 rounded-md bg-ink px-2.5 py-1.5 text-sm text-surface shadow-lift transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {label}
            {shortcut && <Kbd>{shortcut}</Kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
