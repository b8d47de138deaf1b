/**
 * Returns the grid columns of a wide list: title, folders or days left (`hasExtraColumn`), date, last change, length, menu. Used by the
 * headers and the rows. The last change is shown where the list is wide enough.
 */
export const columnsClass = (hasExtraColumn: boolean): string =>
  `grid items-center gap-x-4 ${hasExtraColumn ? COLUMNS_WITH_EXTRA : DEFAULT_COLUMNS}`

const DEFAULT_COLUMNS =
  'grid-cols-[minmax(0,1fr)_8.5rem_5.5rem_1.75rem] @min-[920px]:grid-cols-[minmax(0,1fr)_8.5rem_8.5rem_5.5rem_1.75rem]'
const COLUMNS_WITH_EXTRA =
  'grid-cols-[minmax(0,1fr)_9rem_8.5rem_5.5rem_1.75rem] @min-[920px]:grid-cols-[minmax(0,1fr)_minmax(9rem,11rem)_8.5rem_8.5rem_5.5rem_1.75rem]'

/** Hides what needs a wide list. */
export const WIDE_ONLY = '@max-[919px]:hidden'
