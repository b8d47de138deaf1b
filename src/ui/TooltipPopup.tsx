import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'

export type TooltipPopupProps = {
  open: boolean
  anchor: HTMLElement
  label: ReactNode
  shortcut: string | undefined
  side: 'top' | 'bottom' | 'left' | 'right'
  /** The pointer has reached the words: they stay. */
  onHold: () => void
  onClose: () => void
}

/** The words themselves, placed beside `anchor`; Esc closes them. */
export function TooltipPopup({ open, anchor, label, shortcut, side, onHold, onClose }: TooltipPopupProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <Base.Portal>
        {/* For eyes only: what it says is the name of the element it stands beside, and is read there. */}
        <Base.Positioner aria-hidden anchor={anchor} side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup
            onPointerEnter={onHold}
            onPointerLeave={onClose}
            className="flex max-w-72 items-center gap-2 rounded-md bg-ink px-2.5 py-1.5 text-sm text-ground shadow-lift transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {label}
            {shortcut && <Kbd>{shortcut}</Kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
