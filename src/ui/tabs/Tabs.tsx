import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classes } from '../styles/classes.ts'

export type TabsProps<Value extends string> = {
  /** The accessible name of the tab list. */
  label: string
  value: Value
  onChange: (value: Value) => void
  tabs: readonly { value: Value; label: ReactNode }[]
  /** Shown after the last tab, for example a button that adds one. */
  end?: ReactNode
  className?: string
  listClassName?: string
  /** One TabPanel per tab. */
  children: ReactNode
}

/** Tabs with their panels. Arrows move between tabs, Enter or Space opens one. */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  tabs,
  end,
  className,
  listClassName,
  children,
}: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onChange(next)} className={className}>
      <div className={classes('flex items-center gap-5.5 overflow-x-auto border-b border-line', listClassName)}>
        <Base.List aria-label={label} className="flex gap-5.5">
          {tabs.map((tab) => (
            <Base.Tab key={tab.value} value={tab.value} className={TAB_CLASS}>
              {tab.label}
            </Base.Tab>
          ))}
        </Base.List>
        {end}
      </div>
      {children}
    </Base.Root>
  )
}

/** The content of one tab. Only the open panel is mounted. After a click on its text, a key draws no ring around all of it. */
export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <Base.Panel value={value} className={classes('focus-visible:-outline-offset-2 data-pointer-focus:outline-none', className)}>
      {children}
    </Base.Panel>
  )
}

const TAB_CLASS =
  'flex-none border-b-2 border-transparent pt-2 pb-2.5 text-md whitespace-nowrap text-ink2 transition-colors hover:text-ink pointer-coarse:min-h-11 ' +
  'focus-visible:-outline-offset-2 data-active:border-accent data-active:font-[600] data-active:text-ink'
