import { Menu as Base } from '@base-ui/react/menu'
import { useRef } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import { classes } from '../styles/classes.ts'
import { MenuPrimitives } from './menuPrimitives.ts'
import type { MenuInitialFocus } from './menuPrimitives.ts'
import { POPUP_CLASS } from '../styles/popupClass.ts'

export type MenuPopupProps = {
  id: string
  open: boolean
  onClose: () => void
  /** The button. The list is placed beside it, is labelled by it and returns the focus to it. */
  anchor: HTMLElement
  initialFocus: MenuInitialFocus
  align: 'start' | 'center' | 'end'
  side: 'top' | 'bottom' | 'left' | 'right'
  children?: ReactNode
}

/** The popup of a Menu with its items. */
export function MenuPopup({ id, open, onClose, anchor, initialFocus, align, side, children }: MenuPopupProps) {
  const hasSetFocus = useRef(false)
  const setInitialFocus = ({ target, currentTarget: list }: FocusEvent<HTMLElement>) => {
    if (target !== list || hasSetFocus.current) return
    hasSetFocus.current = true
    const items = list.querySelectorAll<HTMLElement>('[role^="menuitem"]')
    if (initialFocus === 'pointer') return
    // The list may not be positioned yet, and focusing would scroll the page to its temporary position.
    items[initialFocus === 'first' ? 0 : items.length - 1]?.focus({ preventScroll: true })
    if (initialFocus === 'last') list.scrollTop = list.scrollHeight
  }
  return (
    <MenuPrimitives value={Base}>
      <Base.Root
        open={open}
        onOpenChange={(isNowOpen) => {
          if (!isNowOpen) onClose()
        }}
        onOpenChangeComplete={(isNowOpen) => {
          if (!isNowOpen) hasSetFocus.current = false
        }}
      >
        <Base.Portal>
          <Base.Positioner
            anchor={anchor}
            side={side}
            align={align}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 outline-none"
          >
            <Base.Popup
              onFocus={setInitialFocus}
              id={id}
              aria-labelledby={anchor.id}
              finalFocus={() => (hasFocusMoved() ? false : anchor)}
              className={classes(POPUP_CLASS, 'max-w-80 min-w-44')}
            >
              {children}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </MenuPrimitives>
  )
}

/** True when the picked item has moved the focus to a field or a dialog. The menu must then not take it back. */
const hasFocusMoved = (): boolean =>
  document.activeElement?.matches(
    'input, textarea, [role="dialog"], [role="dialog"] *, [role="alertdialog"], [role="alertdialog"] *',
  ) ?? false
