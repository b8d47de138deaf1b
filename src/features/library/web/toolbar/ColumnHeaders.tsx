import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { WIDE_ONLY, columnsClass } from '../rows/columnsClass.ts'
import { nextSort } from '../order/listSort.ts'
import type { SortBy } from '../order/listSort.ts'
import { SelectCheckbox } from '../selection/SelectCheckbox.tsx'
import { useListSort, useSortLabels } from '../order/useListSort.ts'

export type ColumnHeadersProps = {
  isTrash: boolean
  /** Shows a column of folders, or in the trash of days left. */
  hasExtraColumn: boolean
  onSelectAll: () => void
}

/** The column headers. A click sorts by a column, a second click reverses the order. */
export function ColumnHeaders({ isTrash, hasExtraColumn, onSelectAll }: ColumnHeadersProps) {
  const t = useTranslations('files')
  return (
    <div
      role="group"
      aria-label={t('sort_by')}
      className={classes('group relative h-10 flex-none border-b border-line pr-4.5 pl-10', columnsClass(hasExtraColumn))}
    >
      <SelectCheckbox
        label={t('select_all')}
        checked={false}
        onSelect={onSelectAll}
        className="absolute inset-y-0 left-0 w-10 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden"
      />
      <ColumnHeader by="name" isTrash={isTrash} />
      {hasExtraColumn && <span className="truncate text-sm text-ink3">{isTrash ? null : t('folder')}</span>}
      <ColumnHeader by="date" isTrash={isTrash} />
      <ColumnHeader by="edited" isTrash={isTrash} isWideOnly />
      <ColumnHeader by="length" isTrash={isTrash} />
    </div>
  )
}

function ColumnHeader({ by, isTrash, isWideOnly = false }: { by: SortBy; isTrash: boolean; isWideOnly?: boolean }) {
  const { sortLabel, directionLabel } = useSortLabels(isTrash)
  const [sort, setSort] = useListSort()
  const isSorted = sort.by === by
  const Arrow = sort.isDescending ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      aria-pressed={isSorted}
      onClick={() => setSort(nextSort(sort, by))}
      className={classes(
        'relative z-1 -mx-1.5 flex h-7 max-w-full min-w-0 items-center gap-1 rounded-sm px-1.5 text-sm hover:bg-sunken pointer-coarse:h-10',
        by === 'length' ? 'justify-self-end' : 'justify-self-start',
        isSorted ? 'font-[560] text-ink' : 'text-ink3 hover:text-ink',
        isWideOnly && WIDE_ONLY,
      )}
    >
      <span className="truncate">{sortLabel(by)}</span>
      {isSorted && (
        <>
          <Arrow aria-hidden className="size-3.5 flex-none" />
          <span className="sr-only">{directionLabel(sort)}</span>
        </>
      )}
    </button>
  )
}
