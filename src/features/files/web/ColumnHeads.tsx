import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '#ui/classes.ts'
import { useWords } from '#ui/words.ts'
import { WIDE_ONLY, columnsClass } from './columnsClass.ts'
import { nextSort } from './listSort.ts'
import type { SortBy } from './listSort.ts'
import { PickBox } from './PickBox.tsx'
import { useListSort, useSortWords } from './useListSort.ts'

export type ColumnHeadsProps = {
  isTrash: boolean
  /** Shows a column of folders, or in the trash of days left. */
  hasExtra: boolean
  onPickAll: () => void
}

/** The column headers. A click sorts by a column, a second click reverses the order. */
export function ColumnHeads({ isTrash, hasExtra, onPickAll }: ColumnHeadsProps) {
  const t = useWords('files')
  return (
    <div
      role="group"
      aria-label={t('sort_by')}
      className={classes('group relative h-10 flex-none border-b border-line pr-4.5 pl-10', columnsClass(hasExtra))}
    >
      <PickBox
        label={t('select_all')}
        checked={false}
        onPick={onPickAll}
        className="absolute inset-y-0 left-0 w-10 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden"
      />
      <Head by="name" isTrash={isTrash} />
      {hasExtra && <span className="truncate text-sm text-ink3">{isTrash ? null : t('folder')}</span>}
      <Head by="date" isTrash={isTrash} />
      <Head by="edited" isTrash={isTrash} isWideOnly />
      <Head by="length" isTrash={isTrash} />
    </div>
  )
}

function Head({ by, isTrash, isWideOnly = false }: { by: SortBy; isTrash: boolean; isWideOnly?: boolean }) {
  const { nameOf, wayOf } = useSortWords(isTrash)
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
      <span className="truncate">{nameOf(by)}</span>
      {isSorted && (
        <>
          <Arrow aria-hidden className="size-3.5 flex-none" />
          <span className="sr-only">{wayOf(sort)}</span>
        </>
      )}
    </button>
  )
}
