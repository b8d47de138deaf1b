import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'

export type TooltipProps = {
  label: ReactNode
  /** The key that does the same. */
  shortcut?: string | undefined
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  /** One element that takes a ref and the usual props: a Button, an IconButton, a link. */
  children: ReactElement
}

/** A few words beside what the pointer or the focus is on. For eyes only: the element itself must have its name. */
export function Tooltip({ label, shortcut, side = 'top', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger delay={450} render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="flex max-w-72 items-center gap-2 rounded-md bg-ink px-2.5 py-1.5 text-sm text-ground shadow-lift transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {label}
            {shortcut && <Kbd>{shortcut}</Kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
