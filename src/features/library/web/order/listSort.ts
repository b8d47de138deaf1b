import type { LibraryRow } from '#features/files/contract.ts'
import { NO_EXPIRATION, getItem, setItem, useStored } from '#browser/storage/storage.ts'

/** The sort of the lists: `by` is the name of the sort of a column. */
export type ListSort = { by: string; isDescending: boolean }

/** How a column sorts the list: by a number, or by a text in the order of the language. */
export type SortValue = { number: (file: LibraryRow) => number } | { text: (file: LibraryRow) => string }

/** `key` names the order in the cache. `date` is the order of the library itself. */
export type Order = { key: string; value: SortValue; isDescending: boolean; language: string }

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

const orderKey = ({ key, value, language, isDescending }: Order): string =>
  `${key} ${'text' in value ? language : ''} ${isDescending}`
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
  if ('text' in order.value && newRows.length > MAX_AT_ONCE) return undefined
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

/** Equal values are sorted by date, then by id. */
function compareOf({ value, language }: Order): Compare {
  const compareDates: Compare = (a, b) => a.start_time - b.start_time || (a.id < b.id ? -1 : 1)
  if ('text' in value) {
    const { text } = value
    const { compare } = collatorOf(language)
    return (a, b) => compare(text(a), text(b)) || compareDates(a, b)
  }
  const { number } = value
  return (a, b) => number(a) - number(b) || compareDates(a, b)
}

const collators = new Map<string, Intl.Collator>()

/** Returns the cached collator: numeric order (`2` before `10`), upper and lower case side by side. */
function collatorOf(language: string): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, collator)
  return collator
}

/** The default sort: newest first, the order of the library. */
const DEFAULT_SORT: ListSort = { by: 'date', isDescending: true }
const STORAGE_KEY = 'listSort'

/**
 * Returns the sort of the lists saved in this browser, and its setter. It is shared, so that a list and the recording beside it
 * agree.
 */
export const useListSort = (): readonly [ListSort, (sort: ListSort) => void] => [useStored(savedSort), setSort] as const

const setSort = (next: ListSort): void => setItem(STORAGE_KEY, next, { lifetime: NO_EXPIRATION })

/** Returns the same object until the sort changes. */
function savedSort(): ListSort {
  const saved = getItem(STORAGE_KEY)
  if (typeof saved !== 'object' || saved === null || !('by' in saved) || !('isDescending' in saved)) return DEFAULT_SORT
  const { by, isDescending } = saved
  if (typeof by !== 'string' || typeof isDescending !== 'boolean') return DEFAULT_SORT
  if (by !== lastSort.by || isDescending !== lastSort.isDescending) lastSort = { by, isDescending }
  return lastSort
}

let lastSort: ListSort = DEFAULT_SORT
