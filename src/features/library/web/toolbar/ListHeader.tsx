import { ListChecks, ArrowDownUp } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Chip } from '#ui/badge/Chip.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { ListView } from '#features/files/rules.ts'
import { Menu, MenuRadioGroup, MenuGroup, MenuSeparator } from '#ui/menu/Menu.tsx'
import { useListSort } from '../order/listSort.ts'
import { columnSortedBy, columnsOf, initialSortBy, isSortable } from '../rows/columns.tsx'

export type ListHeaderProps = {
  title: string
  /** False beside an open recording, whose name is the first heading of the page. */
  isPageHeading: boolean
  /** Number of recordings; undefined until it is known. */
  count: number | undefined
  listView: ListView
  /** The list has columns: the title stands above those of the recordings. */
  isColumns: boolean
  /** Starts selection mode on touch screens; undefined in an empty list. With a mouse each row has a checkbox. */
  onStartSelecting: (() => void) | undefined
  heading: RefObject<HTMLHeadingElement | null>
  /** Shown before the sort menu. */
  children?: ReactNode
}

/** The title of the list, the number of recordings, and the list actions. */
export function ListHeader({
  title,
  isPageHeading,
  count,
  listView,
  isColumns,
  onStartSelecting,
  heading,
  children,
}: ListHeaderProps) {
  const t = useTranslations('files')
  const { number } = useFormat()
  const Heading = isPageHeading ? 'h1' : 'h2'
  return (
    <header
      className={classes(
        'flex h-15 flex-none items-center gap-2.5 border-b border-line pr-3',
        isColumns ? 'pl-10 pointer-coarse:pl-4.5' : 'pl-4.5',
      )}
    >
      <Heading
        ref={heading}
        dir="auto"
        tabIndex={-1}
        className="min-w-0 truncate text-left text-lg font-[620] tracking-[-0.01em] outline-none"
      >
        {title}
      </Heading>
      {count !== undefined && <Chip>{number(count)}</Chip>}
      <div className="ml-auto flex flex-none items-center gap-1">
        {children}
        {onStartSelecting && (
          <span className="hidden pointer-coarse:contents">
            <IconButton label={t('select')} icon={<ListChecks aria-hidden />} onClick={onStartSelecting} />
          </span>
        )}
        {onStartSelecting && <SortMenu listView={listView} />}
      </div>
    </header>
  )
}

/** The menu for the sort field and direction of a list. */
function SortMenu({ listView }: { listView: ListView }) {
  const t = useTranslations('files')
  const [sort, setSort] = useListSort()
  const columns = columnsOf(listView).filter(isSortable)
  const column = columnSortedBy(listView, sort.by)
  const { startsDescending, ascending, descending } = column.sort
  const labelOf = (isDescending: boolean) => t(isDescending ? descending : ascending)
  return (
    <Menu trigger={<IconButton label={t('sort')} icon={<ArrowDownUp aria-hidden />} />}>
      <MenuGroup label={t('sort_by')}>
        <MenuRadioGroup
          value={column.id}
          options={columns.map(({ id, header }) => ({ value: id, label: t(header) }))}
          onChange={(id) => {
            const chosen = columns.find((candidate) => candidate.id === id)
            if (chosen) setSort(initialSortBy(chosen))
          }}
        />
      </MenuGroup>
      <MenuSeparator />
      <MenuRadioGroup
        value={sort.isDescending === startsDescending ? 'initial' : 'reversed'}
        options={[
          { value: 'initial', label: labelOf(startsDescending) },
          { value: 'reversed', label: labelOf(!startsDescending) },
        ]}
        onChange={(direction) => setSort({ ...sort, isDescending: (direction === 'initial') === startsDescending })}
      />
    </Menu>
  )
}
