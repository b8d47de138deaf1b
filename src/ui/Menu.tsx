import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Kbd } from './Kbd.tsx'
import { POPUP_CLASS } from './popupClass.ts'

export type MenuProps = {
  /** A Button or an IconButton. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** MenuItem, MenuChoice, MenuGroup, MenuSeparator. */
  children: ReactNode
}

/** A list of actions behind a button: arrows, Home, End and first letters move, Enter picks, Esc closes. */
export function Menu({ trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className={classes(POPUP_CLASS, 'min-w-44 max-w-80')}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const ROW =
  'flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-md outline-none select-none pointer-coarse:min-h-11 ' +
  'data-highlighted:bg-sunken data-disabled:text-ink3 [&_svg]:size-4.5 [&_svg]:flex-none'

export type MenuItemProps = {
  children: ReactNode
  icon?: ReactNode
  /** Shown only; the one who owns the page hears the key. */
  shortcut?: string
  danger?: boolean
  /** Why it cannot be picked now; stands below the name. */
  disabledBecause?: string | false | undefined
  onSelect?: () => void
  /** A link instead of an action: `<MenuItem render={<Link to="…" />}>`. */
  render?: ReactElement
}

export function MenuItem({ children, icon, shortcut, danger = false, disabledBecause, onSelect, render }: MenuItemProps) {
  return (
    <Base.Item
      disabled={Boolean(disabledBecause)}
      onClick={onSelect}
      {...(render ? { render } : {})}
      className={classes(ROW, danger && !disabledBecause && 'text-signal data-highlighted:bg-signal-soft')}
    >
      {icon}
      <span className="grid min-w-0 flex-1 py-1.5">
        <span className="truncate">{children}</span>
        {disabledBecause && <span className="text-sm text-ink3">{disabledBecause}</span>}
      </span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </Base.Item>
  )
}

/** One of several, ticked: sort orders, speeds, languages. */
export function MenuChoice<Value extends string | number>({
  value,
  options,
  onChange,
}: {
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: Value) => onChange(next)}>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} closeOnClick className={ROW}>
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

/** Items under a caption. */
export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-[550] text-ink3">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />
}
