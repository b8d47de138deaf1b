import { mergeProps } from '@base-ui/react/merge-props'
import { Check, ChevronRight } from 'lucide-react'
import { cloneElement, createElement, useId, useState } from 'react'
import type { HTMLAttributes, KeyboardEvent, MouseEvent, ReactElement, ReactNode } from 'react'
import { classes } from '../styles/classes.ts'
import { Kbd } from '../badge/Kbd.tsx'
import { useMenuPrimitives } from './menuPrimitives.ts'
import type { MenuInitialFocus } from './menuPrimitives.ts'
import { POPUP_CLASS } from '../styles/popupClass.ts'
import { lazyCode, useLazyCode } from '../lazy/lazyCode.ts'

export type MenuProps = {
  /** A Button or an IconButton. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** MenuItem, MenuChoice, MenuGroup, MenuSub, MenuSeparator. */
  children: ReactNode
}

const popup = lazyCode(async () => (await import(/* chunk: offline */ './MenuPopup.tsx')).MenuPopup)
const preloadPopup = () => void popup.preload()

export type MenuButton = ReturnType<typeof useMenuButton>

/**
 * A button that opens a list of actions. Arrows, Home, End and first letters move, Enter picks, Esc closes. The code of the list
 * is loaded when the pointer enters the button or the button gets the focus.
 */
export function Menu({ trigger, children, ...position }: MenuProps) {
  const menu = useMenuButton()
  const button = trigger as ReactElement<HTMLAttributes<HTMLElement>>
  return (
    <>
      {cloneElement(button, mergeProps<'button'>(menu.button, button.props))}
      <MenuList {...menu.list} {...position}>
        {children}
      </MenuList>
    </>
  )
}

/**
 * Makes any button open a `MenuList`: spread `button` on the button and `list` on the list. Use it in lists with many rows, where
 * a `Menu` per row would be too slow, and render the `MenuList` only when `list.anchor` is set.
 */
export function useMenuButton() {
  const buttonId = useId()
  const [{ anchor, open, initialFocus }, setState] = useState<MenuState>({ anchor: null, open: false, initialFocus: 'pointer' })
  const show = (button: HTMLElement, from: MenuInitialFocus) => {
    if (button.getAttribute('aria-disabled') !== 'true') setState({ anchor: button, open: true, initialFocus: from })
  }
  const onClose = () => setState((previous) => ({ ...previous, open: false }))
  const listId = `${buttonId}list`
  return {
    button: {
      id: buttonId,
      'aria-haspopup': 'menu' as const,
      'aria-expanded': open,
      'aria-controls': open ? listId : undefined,
      onPointerEnter: preloadPopup,
      onFocus: preloadPopup,
      // `detail` is 0 when the click came from the keyboard.
      onClick: ({ currentTarget, detail }: MouseEvent<HTMLElement>) =>
        open ? onClose() : show(currentTarget, detail === 0 ? 'first' : 'pointer'),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        show(event.currentTarget, event.key === 'ArrowDown' ? 'first' : 'last')
      },
    },
    list: { id: listId, anchor, open, initialFocus, onClose },
  }
}

type MenuState = { anchor: HTMLElement | null; open: boolean; initialFocus: MenuInitialFocus }

type MenuListProps = MenuButton['list'] & Omit<MenuProps, 'trigger'>

/** The list that belongs to `useMenuButton`. */
export function MenuList({ anchor, align = 'end', side = 'bottom', children, ...list }: MenuListProps) {
  const { loaded: MenuPopup } = useLazyCode(popup, list.open)
  return anchor && MenuPopup && createElement(MenuPopup, { ...list, anchor, align, side }, children)
}

const ITEM_CLASS =
  'flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-md outline-none select-none pointer-coarse:min-h-11 ' +
  'data-highlighted:bg-sunken data-disabled:text-ink3 [&_svg]:size-4.5 [&_svg]:flex-none'

export type MenuItemProps = {
  children: ReactNode
  icon?: ReactNode
  /** Display only: the page itself must handle the key. */
  shortcut?: string
  danger?: boolean
  /** Disables the item and explains why, below its label. */
  disabledReason?: string | false | undefined
  onSelect?: () => void
  /** A link instead of an action: `<MenuItem render={<Link to="…" />}>`. */
  render?: ReactElement
}

export function MenuItem({ children, icon, shortcut, danger = false, disabledReason, onSelect, render }: MenuItemProps) {
  const Base = useMenuPrimitives()
  return (
    <Base.Item
      disabled={Boolean(disabledReason)}
      onClick={onSelect}
      {...(render ? { render } : {})}
      className={classes(ITEM_CLASS, danger && !disabledReason && 'text-signal data-highlighted:bg-signal-soft')}
    >
      {icon}
      <span className="grid min-w-0 flex-1 py-1.5">
        <span className="truncate">{children}</span>
        {disabledReason && <span className="text-sm text-ink3">{disabledReason}</span>}
      </span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </Base.Item>
  )
}

/** A choice between several items, such as sort orders, speeds or languages. The selected one has a tick. */
export function MenuRadioGroup<Value extends string | number>({
  value,
  options,
  onChange,
}: {
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
}) {
  const Base = useMenuPrimitives()
  return (
    <Base.RadioGroup value={value} onValueChange={(next: Value) => onChange(next)}>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} closeOnClick className={ITEM_CLASS}>
          <span className="grid size-4.5 flex-none place-items-center">
            <Base.RadioItemIndicator>
              <Check aria-hidden />
            </Base.RadioItemIndicator>
          </span>
          <span className="truncate">{option.label}</span>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

/** An item that is on or off, with a tick while it is on. */
export function MenuCheckboxItem({
  checked,
  onChange,
  children,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}) {
  const Base = useMenuPrimitives()
  return (
    <Base.CheckboxItem checked={checked} onCheckedChange={(next) => onChange(next)} closeOnClick className={ITEM_CLASS}>
      <span className="grid size-4.5 flex-none place-items-center">
        <Base.CheckboxItemIndicator>
          <Check aria-hidden />
        </Base.CheckboxItemIndicator>
      </span>
      <span className="truncate">{children}</span>
    </Base.CheckboxItem>
  )
}

/** A nested menu that opens to the side on hover, on Enter and on the arrow key of that side. */
export function Submenu({ label, icon, children }: { label: ReactNode; icon?: ReactNode; children: ReactNode }) {
  const Base = useMenuPrimitives()
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={classes(ITEM_CLASS, 'data-popup-open:bg-sunken')}>
        {icon}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <ChevronRight aria-hidden className="text-ink3" />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner sideOffset={2} alignOffset={-5} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className={classes(POPUP_CLASS, 'min-w-44 max-w-80')}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  )
}

/** Menu items under a caption. */
export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  const Base = useMenuPrimitives()
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-[550] text-ink3">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

export function MenuSeparator() {
  const Base = useMenuPrimitives()
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />
}
