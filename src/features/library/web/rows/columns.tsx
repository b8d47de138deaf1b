import type { ParseKeys } from 'i18next'
import type { CSSProperties, ReactNode } from 'react'
import { seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import type { ListView } from '#features/files/rules.ts'
import type { ListSort, SortValue } from '../order/listSort.ts'
import type { SharedRowProps } from './rowProps.ts'
import { renderTrashDaysLeft } from './FileStatus.tsx'

type MessageKey = ParseKeys<'files'>

/** The lists that differ in their columns. */
type ListKind = 'library' | 'folder' | 'trash'

/** A column of the wide list. Its header, its cells, its width and its entry in the sort menu come from here. */
export type Column = {
  id: string
  /** The message key of the header; undefined leaves it empty. */
  header?: MessageKey
  /** The width as a grid track. */
  width: string
  /** The width in a list of at least 920 pixels, if it differs. */
  wideWidth?: string
  /** Shown only in a list of at least 920 pixels. */
  isWideOnly?: boolean
  /** The lists that have this column; all when undefined. */
  lists?: readonly ListKind[]
  isAlignedRight?: boolean
  sort?: ColumnSort
  /** The classes of a cell. */
  cellClass?: string
  /** Renders a cell; undefined for the title, which the row renders itself. Called for every visible row, so it calls no hook. */
  cell?: (file: LibraryRow, now: Millis, shared: SharedRowProps) => ReactNode
}

type ColumnSort = {
  /** The name of the sort as saved in the browser. In the trash, the time of deletion replaces the last change under one name. */
  by: string
  value: SortValue
  /** A first click sorts by this. */
  startsDescending: boolean
  ascending: MessageKey
  descending: MessageKey
}

/** Hides what needs a wide list. */
export const WIDE_ONLY = '@max-[919px]:hidden'

// @NOTE Every truncated cell is a clip of its own and slows scrolling down, so only cells that can be too long are truncated.
const CELL = 'tabular whitespace-nowrap text-sm text-ink2'

const NEWEST_FIRST = { startsDescending: true, ascending: 'order_oldest', descending: 'order_newest' } as const

const COLUMNS: readonly Column[] = [
  {
    id: 'name',
    header: 'sort_name',
    width: 'minmax(0,1fr)',
    sort: {
      by: 'name',
      value: { text: (file) => file.filename },
      startsDescending: false,
      ascending: 'order_a_z',
      descending: 'order_z_a',
    },
  },
  {
    id: 'folders',
    header: 'folder',
    width: '9rem',
    wideWidth: 'minmax(9rem,11rem)',
    lists: ['library'],
    cellClass: 'flex min-w-0 gap-1.5',
    cell: (file, _now, { renderFolders }) => renderFolders(file),
  },
  {
    id: 'daysLeft',
    width: '9rem',
    wideWidth: 'minmax(9rem,11rem)',
    lists: ['trash'],
    cellClass: 'whitespace-nowrap',
    cell: (file, now, { trashDays, translate }) => renderTrashDaysLeft({ file, trashDays, now }, translate),
  },
  {
    id: 'date',
    header: 'sort_date',
    width: '8.5rem',
    sort: { by: 'date', value: { number: (file) => file.start_time }, ...NEWEST_FIRST },
    cellClass: CELL,
    cell: (file, now, { formats }) => formats.day(seconds(file.start_time), now),
  },
  {
    id: 'edited',
    header: 'sort_edited',
    width: '8.5rem',
    isWideOnly: true,
    lists: ['library', 'folder'],
    sort: { by: 'edited', value: { number: (file) => file.edit_time }, ...NEWEST_FIRST },
    cellClass: `${CELL} ${WIDE_ONLY}`,
    cell: (file, now, { formats }) => formats.day(seconds(file.edit_time), now),
  },
  {
    id: 'trashed',
    header: 'sort_trashed',
    width: '8.5rem',
    isWideOnly: true,
    lists: ['trash'],
    sort: { by: 'edited', value: { number: (file) => file.trashed_at ?? 0 }, ...NEWEST_FIRST },
    cellClass: `${CELL} ${WIDE_ONLY}`,
    cell: (file, now, { formats }) => formats.day(seconds(file.trashed_at ?? file.edit_time), now),
  },
  {
    id: 'length',
    header: 'sort_length',
    width: '5.5rem',
    isAlignedRight: true,
    sort: {
      by: 'length',
      value: { number: (file) => file.duration },
      startsDescending: true,
      ascending: 'order_shortest',
      descending: 'order_longest',
    },
    cellClass: `${CELL} text-right`,
    cell: (file, _now, { formats }) => formats.duration(file.duration / 1000),
  },
]

const columnsOfKind = (kind: ListKind): readonly Column[] => COLUMNS.filter(({ lists }) => lists?.includes(kind) ?? true)
const COLUMNS_BY_KIND = {
  library: columnsOfKind('library'),
  folder: columnsOfKind('folder'),
  trash: columnsOfKind('trash'),
} satisfies Record<ListKind, readonly Column[]>

/** Returns the columns of a list; the same array for lists with the same columns. */
export function columnsOf({ tagId, categoryId }: ListView): readonly Column[] {
  if (tagId !== undefined) return COLUMNS_BY_KIND.folder
  return categoryId === 'trash' ? COLUMNS_BY_KIND.trash : COLUMNS_BY_KIND.library
}

/** A column by which lists can be sorted. */
export type SortableColumn = Column & Required<Pick<Column, 'sort' | 'header'>>

export const isSortable = (column: Column): column is SortableColumn => column.sort !== undefined && column.header !== undefined

/** Returns the column by which a list is sorted; the first one when no column has a sort of this name. */
export function columnSortedBy(listView: ListView, by: string): SortableColumn {
  const columns = columnsOf(listView).filter(isSortable)
  const column = columns.find(({ sort }) => sort.by === by) ?? columns[0]
  if (!column) throw new Error('a list has no column to sort by')
  return column
}

/** Returns the initial sort by a column. */
export const initialSortBy = ({ sort }: SortableColumn): ListSort => ({ by: sort.by, isDescending: sort.startsDescending })

/** Returns the sort after a click on the header of a column: reversed, or by another column. */
export const nextSort = (current: ListSort, column: SortableColumn): ListSort =>
  current.by === column.sort.by ? { ...current, isDescending: !current.isDescending } : initialSortBy(column)

/** Returns the CSS variables with the grid tracks for `COLUMNS_CLASS`: the columns and the menu at the end of a row. */
export function columnWidths(columns: readonly Column[]): CSSProperties {
  const tracks = (list: readonly string[]): string => [...list, '1.75rem'].join(' ')
  const narrow = columns.filter(({ isWideOnly }) => !isWideOnly).map(({ width }) => width)
  const wide = columns.map(({ width, wideWidth }) => wideWidth ?? width)
  return { '--columns': tracks(narrow), '--wide-columns': tracks(wide) } as CSSProperties
}

/** The grid of the column headers and of each row. */
export const COLUMNS_CLASS = 'grid items-center gap-x-4 grid-cols-(--columns) @min-[920px]:grid-cols-(--wide-columns)'
