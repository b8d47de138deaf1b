import { ChevronDown, X } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Menu } from '#ui/menu/Menu.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { Filters } from '../address.ts'

/** Props of every filter. */
export type FilterProps = { filters: Filters; onChange: (filters: Filters) => void }

export type FilterChipProps = {
  icon: ReactNode
  /** The name of the filter, such as "Folder". */
  name: string
  /** The selected value; undefined when the filter is not set. */
  value: string | undefined
  onClear: () => void
  /** The items of the menu. */
  children: ReactNode
}

/** A filter: a button with a menu, and, when set, a button that clears it. */
export function FilterChip({ icon, name, value, onClear, children }: FilterChipProps) {
  const t = useTranslations('search')
  const chip = useRef<HTMLSpanElement>(null)
  const isSet = value !== undefined
  const clear = () => {
    chip.current?.querySelector('button')?.focus()
    onClear()
  }
  return (
    <span
      ref={chip}
      className={classes(
        'inline-flex h-8 max-w-full flex-none items-center rounded-full border text-sm transition-colors pointer-coarse:h-11',
        isSet ? 'border-transparent bg-accent-soft font-[560] text-accent' : 'border-line text-ink2 hover:bg-sunken',
      )}
    >
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            aria-label={isSet ? `${name}: ${value}` : name}
            className={classes(
              'flex h-full min-w-0 items-center gap-1.5 rounded-full pl-2.5 [&>svg]:size-4 [&>svg]:flex-none',
              isSet ? 'pr-1' : 'pr-2.5',
            )}
          >
            {icon}
            <span dir="auto" className="max-w-48 truncate">
              {value ?? name}
            </span>
            {!isSet && <ChevronDown aria-hidden />}
          </button>
        }
      >
        {children}
      </Menu>
      {isSet && (
        <button
          type="button"
          aria-label={t('search_remove_filter', { name })}
          onClick={clear}
          className="grid h-full w-7 flex-none place-items-center rounded-full pointer-coarse:w-11 [&>svg]:size-4"
        >
          <X aria-hidden />
        </button>
      )}
    </span>
  )
}

/** Shown in a menu without values. */
export function NoValues() {
  const t = useTranslations('search')
  return <p className="px-2.5 py-2 text-md text-ink3">{t('search_no_values')}</p>
}
