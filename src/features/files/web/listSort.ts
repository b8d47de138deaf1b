import type { LibraryRow } from '../contract.ts'

/** By when it was recorded, when it was changed last, its title, its length. */
export const SORTS = ['date', 'edited', 'name', 'length'] as const
export type SortBy = (typeof SORTS)[number]
export type ListSort = { by: SortBy; isDescending: boolean }

/** Newest recording first, as the library comes. */
export const USUAL_SORT: ListSort = { by: 'date', isDescending: true }

/** The sort a choice begins with: what is new and what is long comes first, and A before Z. */
export const startOf = (by: SortBy): ListSort => ({ by, isDescending: by !== 'name' })

/** What a press on the head of a column makes of the sort: the other way round, or another column. */
export const nextSort = (sort: ListSort, by: SortBy): ListSort =>
  sort.by === by ? { by, isDescending: !sort.isDescending } : startOf(by)

/** In the trash the place of `edited` is taken by when it was thrown away. */
export type SortKey = SortBy | 'trashed'
export type Order = { key: SortKey; isDescending: boolean; language: string }

type Compare = (a: LibraryRow, b: LibraryRow) => number

/**
 * The library in an order. By date, newest first, costs nothing, since it comes so. What was sorted before is kept with its
 * library, and a library that came of it by a few changes takes its order over: only what is new is put in its place.
 * Undefined where that would take longer than a frame may: then `sortInSteps` does it.
 */
export function sortedAtOnce(library: readonly LibraryRow[], order: Order): readonly LibraryRow[] | undefined {
  if (order.key === 'date') return order.isDescending ? library : kept(library, order, () => library.toReversed())
  const ascending = keptAscending(library, order)
  return ascending && (order.isDescending ? kept(library, order, () => ascending.toReversed()) : ascending)
}

/**
 * Does the same in steps of some milliseconds; `sortedAtOnce` knows the outcome when they are through. Twenty thousand titles
 * compared as the reader's language has it take several frames.
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
  keep(library, order, runs[0] ?? [])
}

/** How many titles are sorted without a pause, and how many new ones may be sorted at once. */
const STEP = 1000
const AT_ONCE = 3000

type Kept = Map<string, readonly LibraryRow[]>
const orders = new WeakMap<readonly LibraryRow[], Kept>()
/** What was sorted last by each key: what the next library is made of, but for some rows. */
const last = new Map<string, readonly LibraryRow[]>()

const nameOf = ({ key, language, isDescending }: Order): string => `${key} ${key === 'name' ? language : ''} ${isDescending}`
const ascendingOf = (order: Order): Order => ({ ...order, isDescending: false })

function keep(library: readonly LibraryRow[], order: Order, sorted: readonly LibraryRow[]): readonly LibraryRow[] {
  const known: Kept = orders.get(library) ?? new Map<string, readonly LibraryRow[]>()
  orders.set(library, known.set(nameOf(order), sorted))
  if (!order.isDescending) last.set(nameOf(order), sorted)
  return sorted
}

const kept = (library: readonly LibraryRow[], order: Order, make: () => readonly LibraryRow[]): readonly LibraryRow[] =>
  orders.get(library)?.get(nameOf(order)) ?? keep(library, order, make())

function keptAscending(library: readonly LibraryRow[], anyway: Order): readonly LibraryRow[] | undefined {
  const order = ascendingOf(anyway)
  const known = orders.get(library)?.get(nameOf(order))
  if (known) return known
  const before = last.get(nameOf(order)) ?? []
  const here = new Set(library)
  const stayed = before.filter((file) => here.has(file))
  const there = new Set(stayed)
  const fresh = library.filter((file) => !there.has(file))
  if (order.key === 'name' && fresh.length > AT_ONCE) return undefined
  const compare = compareOf(order)
  return keep(library, order, merge(stayed, fresh.sort(compare), compare))
}

function merge(a: readonly LibraryRow[], b: readonly LibraryRow[], compare: Compare): LibraryRow[] {
  const merged: LibraryRow[] = []
  let [i, j] = [0, 0]
  for (;;) {
    const [one, other] = [a[i], b[j]]
    if (one === undefined) return [...merged, ...b.slice(j)]
    if (other === undefined) return [...merged, ...a.slice(i)]
    if (compare(one, other) <= 0) {
      merged.push(one)
      i++
    } else {
      merged.push(other)
      j++
    }
  }
}

const NUMBER: Record<Exclude<SortKey, 'name'>, (file: LibraryRow) => number> = {
  date: (file) => file.start_time,
  edited: (file) => file.edit_time,
  length: (file) => file.duration,
  trashed: (file) => file.trashed_at ?? 0,
}

/** Those that are equal stand by date, and then always in the same order. */
function compareOf({ key, language }: Order): Compare {
  const inDate: Compare = (a, b) => a.start_time - b.start_time || (a.id < b.id ? -1 : 1)
  if (key === 'name') {
    const { compare } = collatorOf(language)
    return (a, b) => compare(a.filename, b.filename) || inDate(a, b)
  }
  const value = NUMBER[key]
  return (a, b) => value(a) - value(b) || inDate(a, b)
}

const collators = new Map<string, Intl.Collator>()

/** `2` before `10`, as people count; upper and lower case side by side. */
function collatorOf(language: string): Intl.Collator {
  const made = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, made)
  return made
}
