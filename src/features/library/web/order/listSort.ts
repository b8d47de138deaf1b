import type { LibraryRow } from '#features/files/contract.ts'

/** The sort fields: recording time, last change, title, length. */
export const SORTS = ['date', 'edited', 'name', 'length'] as const
export type SortBy = (typeof SORTS)[number]
export type ListSort = { by: SortBy; isDescending: boolean }

/** The default sort: newest first, the order of the library. */
export const DEFAULT_SORT: ListSort = { by: 'date', isDescending: true }

/** Returns the initial sort of a field: newest and longest first, A before Z. */
export const defaultSortOf = (by: SortBy): ListSort => ({ by, isDescending: by !== 'name' })

/** Returns the sort after a click on a column header: reversed, or by another column. */
export const nextSort = (sort: ListSort, by: SortBy): ListSort =>
  sort.by === by ? { by, isDescending: !sort.isDescending } : defaultSortOf(by)

/** In the trash, `trashed` replaces `edited`. */
export type SortKey = SortBy | 'trashed'
export type Order = { key: SortKey; isDescending: boolean; language: string }

type Compare = (a: LibraryRow, b: LibraryRow) => number

/**
 * Returns the sorted library. Newest first costs nothing, because the library is stored so. Sorted lists are cached per library,
 * and a library with a few changes reuses the previous order: only new rows are inserted. Returns undefined when sorting would
 * take longer than a frame; then use `sortInSteps`.
 */
export function sortedAtOnce(library: readonly LibraryRow[], order: Order): readonly LibraryRow[] | undefined {
  if (order.key === 'date') return order.isDescending ? library : cachedSorted(library, order, () => library.toReversed())
  const ascending = cachedAscending(library, order)
  return ascending && (order.isDescending ? cachedSorted(library, order, () => ascending.toReversed()) : ascending)
}

/**
 * Sorts in steps of a few milliseconds and caches the result for `sortedAtOnce`. Comparing twenty thousand titles by locale takes
 * several frames.
 */
export function* sortInSteps(library: readonly LibraryRow[], order: Order): Generator<void, void> {
  const compare = compareOf(order)
  let runs: LibraryRow[][] = []
  for (let at = 0; at < library.length; at += STEP) {
    runs.push(library.slice(at, at + STEP).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: LibraryRow[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(merge(runs[at] ?? [], runs[at + 1] ?? [], compare))
      yield
    }
    runs = merged
  }
  cacheSorted(library, order, runs[0] ?? [])
}

/** Titles sorted per step, and the maximum number of new titles sorted at once. */
const STEP = 1000
const MAX_AT_ONCE = 3000

type SortedByOrder = Map<string, readonly LibraryRow[]>
const orders = new WeakMap<readonly LibraryRow[], SortedByOrder>()
/** The last sorted list of each key, from which the next one is derived. */
const lastSorted = new Map<string, readonly LibraryRow[]>()

const orderKey = ({ key, language, isDescending }: Order): string => `${key} ${key === 'name' ? language : ''} ${isDescending}`
const toAscending = (order: Order): Order => ({ ...order, isDescending: false })

function cacheSorted(library: readonly LibraryRow[], order: Order, sorted: readonly LibraryRow[]): readonly LibraryRow[] {
  const known: SortedByOrder = orders.get(library) ?? new Map<string, readonly LibraryRow[]>()
  orders.set(library, known.set(orderKey(order), sorted))
  if (!order.isDescending) lastSorted.set(orderKey(order), sorted)
  return sorted
}

const cachedSorted = (
  library: readonly LibraryRow[],
  order: Order,
  compute: () => readonly LibraryRow[],
): readonly LibraryRow[] => orders.get(library)?.get(orderKey(order)) ?? cacheSorted(library, order, compute())

function cachedAscending(library: readonly LibraryRow[], requestedOrder: Order): readonly LibraryRow[] | undefined {
  const order = toAscending(requestedOrder)
  const known = orders.get(library)?.get(orderKey(order))
  if (known) return known
  const before = lastSorted.get(orderKey(order)) ?? []
  const librarySet = new Set(library)
  const remaining = before.filter((file) => librarySet.has(file))
  const remainingSet = new Set(remaining)
  const newRows = library.filter((file) => !remainingSet.has(file))
  if (order.key === 'name' && newRows.length > MAX_AT_ONCE) return undefined
  const compare = compareOf(order)
  return cacheSorted(library, order, merge(remaining, newRows.sort(compare), compare))
}

function merge(a: readonly LibraryRow[], b: readonly LibraryRow[], compare: Compare): LibraryRow[] {
  const merged: LibraryRow[] = []
  let [i, j] = [0, 0]
  for (;;) {
    const [left, right] = [a[i], b[j]]
    if (left === undefined) return [...merged, ...b.slice(j)]
    if (right === undefined) return [...merged, ...a.slice(i)]
    if (compare(left, right) <= 0) {
      merged.push(left)
      i++
    } else {
      merged.push(right)
      j++
    }
  }
}

const NUMERIC_VALUES: Record<Exclude<SortKey, 'name'>, (file: LibraryRow) => number> = {
  date: (file) => file.start_time,
  edited: (file) => file.edit_time,
  length: (file) => file.duration,
  trashed: (file) => file.trashed_at ?? 0,
}

/** Equal values are sorted by date, then by id. */
function compareOf({ key, language }: Order): Compare {
  const compareDates: Compare = (a, b) => a.start_time - b.start_time || (a.id < b.id ? -1 : 1)
  if (key === 'name') {
    const { compare } = collatorOf(language)
    return (a, b) => compare(a.filename, b.filename) || compareDates(a, b)
  }
  const value = NUMERIC_VALUES[key]
  return (a, b) => value(a) - value(b) || compareDates(a, b)
}

const collators = new Map<string, Intl.Collator>()

/** Returns the cached collator: numeric order (`2` before `10`), upper and lower case side by side. */
function collatorOf(language: string): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, collator)
  return collator
}
