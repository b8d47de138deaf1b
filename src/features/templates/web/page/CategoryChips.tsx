import { useState } from 'react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { CategoryId } from '../../contract.ts'
import { useTemplatesHome } from '../templateQueries.ts'

/** How many categories are shown before "n more". */
const SHOWN = 10
const SHOWN_COMPACT = 5

type CategoryChipsProps = {
  value: CategoryId | undefined
  onChange: (category: CategoryId | undefined) => void
  /** Fewer are shown, as in a dialog. */
  isCompact?: boolean
}

/** The categories that hold templates, one of which can be chosen. Those after the first ones are shown on request. */
export function CategoryChips({ value, onChange, isCompact = false }: CategoryChipsProps) {
  const t = useTranslations('templates')
  const { number } = useFormat()
  const [isWhole, setWhole] = useState(false)
  const home = useTemplatesHome()
  const categories = home.data?.data ?? []
  const limit = isCompact ? SHOWN_COMPACT : SHOWN
  const isShort = !isWhole && categories.length > limit + 1
  const shown = isShort ? categories.filter(({ id }, index) => index < limit || id === value) : categories
  const rest = categories.length - shown.length
  return (
    <div
      role="group"
      aria-label={t('categories')}
      // One row until all are shown, so that nothing below moves when they are loaded.
      className={classes('flex gap-2', isWhole ? 'flex-wrap' : 'overflow-x-auto [scrollbar-width:none]')}
    >
      <CategoryChip isOn={value === undefined} onClick={() => onChange(undefined)}>
        {t('all')}
      </CategoryChip>
      {home.isPending &&
        Array.from({ length: limit }, (_, index) => (
          <Skeleton key={index} className="h-8 w-20 rounded-full pointer-coarse:h-11" />
        ))}
      {shown.map(({ id, name }) => (
        <CategoryChip key={id} isOn={id === value} onClick={() => onChange(id === value ? undefined : id)}>
          {name}
        </CategoryChip>
      ))}
      {isShort && rest > 0 && (
        <button type="button" onClick={() => setWhole(true)} className={classes(CHIP_CLASS, OFF_CLASS)}>
          {t('more_categories', { count: rest, n: number(rest) })}
        </button>
      )}
    </div>
  )
}

function CategoryChip({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: string }) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onClick} className={classes(CHIP_CLASS, isOn ? ON_CLASS : OFF_CLASS)}>
      {children}
    </button>
  )
}

const CHIP_CLASS =
  'inline-flex h-8 flex-none items-center rounded-full border px-3 text-sm whitespace-nowrap transition-colors focus-visible:-outline-offset-2 pointer-coarse:h-11'
const ON_CLASS = 'border-ink bg-ink font-[560] text-surface'
const OFF_CLASS = 'border-line bg-raised text-ink2 hover:bg-sunken hover:text-ink'
