import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { ListView } from '#features/files/rules.ts'
import { useListSort } from '../order/listSort.ts'
import { COLUMNS_CLASS, WIDE_ONLY, columnsOf, isSortable, nextSort } from '../rows/columns.tsx'
import type { SortableColumn } from '../rows/columns.tsx'
import { SelectCheckbox } from '../selection/SelectCheckbox.tsx'

/** The column headers. A click sorts by a column, a second click reverses the order. */
export function ColumnHeaders({ listView, onSelectAll }: { listView: ListView; onSelectAll: () => void }) {
  const t = useTranslations('files')
  return (
    <div
      role="group"
      aria-label={t('sort_by')}
      className={classes('group relative h-10 flex-none border-b border-line pr-4.5 pl-10', COLUMNS_CLASS)}
    >
      <SelectCheckbox
        label={t('select_all')}
        checked={false}
        onSelect={onSelectAll}
        className="absolute inset-y-0 left-0 w-10 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden"
      />
      {columnsOf(listView).map((column) =>
        isSortable(column) ? (
          <SortButton key={column.id} column={column} />
        ) : (
          <span key={column.id} className="truncate text-sm text-ink3">
            {column.header && t(column.header)}
          </span>
        ),
      )}
    </div>
  )
}

function SortButton({ column }: { column: SortableColumn }) {
  const t = useTranslations('files')
  const [current, setSort] = useListSort()
  const { header, sort, isAlignedRight, isWideOnly } = column
  const isSorted = current.by === sort.by
  const Arrow = current.isDescending ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      aria-pressed={isSorted}
      onClick={() => setSort(nextSort(current, column))}
      className={classes(
        'relative z-1 -mx-1.5 flex h-7 max-w-full min-w-0 items-center gap-1 rounded-sm px-1.5 text-sm hover:bg-sunken pointer-coarse:h-10',
        isAlignedRight ? 'justify-self-end' : 'justify-self-start',
        isSorted ? 'font-[560] text-ink' : 'text-ink3 hover:text-ink',
        isWideOnly && WIDE_ONLY,
      )}
    >
      <span className="truncate">{t(header)}</span>
      {isSorted && (
        <>
          <Arrow aria-hidden className="size-3.5 flex-none" />
          <span className="sr-only">{t(current.isDescending ? sort.descending : sort.ascending)}</span>
        </>
      )}
    </button>
  )
}
