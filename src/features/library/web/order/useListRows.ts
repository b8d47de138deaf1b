import { useEffect, useMemo, useState } from 'react'
import { create } from 'zustand'
import { languageTag } from '#shared/locales.ts'
import { useLocale } from '#browser/i18n/useTranslations.ts'
import { after } from '#browser/timers/time.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { isInListView } from '#features/files/rules.ts'
import type { ListView } from '#features/files/rules.ts'
import { useLibrary, searchTitlesCached } from '#features/files/web.tsx'
import { sortInSteps, sortedAtOnce, useListSort } from './listSort.ts'
import type { ListSort, Order } from './listSort.ts'
import { columnSortedBy } from '../rows/columns.tsx'

type Rows = readonly LibraryRow[]

/**
 * Returns the rows of a list: `files` sorted, `found` those that match the filter. Undefined until the library is loaded. The
 * same arguments return the same lists.
 */
export function useListRows(listView: ListView) {
  const library = useLibrary()
  const [sort] = useListSort()
  const { files: sorted, isSorting } = useSortedFiles(library.data, sort, listView)
  const [query] = useListFilter(listView)
  const files = sorted && rowsOf(sorted, listView)
  const found = files && searchTitlesCached(files, query)
  return { library, files, found, isSorting }
}

// Cached, because the list and the page beside it request the same: twenty thousand rows are filtered once for both.
const rowCache = new WeakMap<Rows, Map<string, Rows>>()

function rowsOf(sorted: Rows, listView: ListView): Rows {
  const cached = rowCache.get(sorted) ?? new Map<string, Rows>()
  const rows = cached.get(listViewKey(listView)) ?? sorted.filter((file) => isInListView(file, listView))
  rowCache.set(sorted, cached.set(listViewKey(listView), rows))
  return rows
}

export type Neighbours = {
  /** Undefined at the ends, and when the recording is not in the list. */
  previous: LibraryRow | undefined
  next: LibraryRow | undefined
  /** One-based position of the recording; undefined while unknown and when it is not in the list. */
  position: number | undefined
  /** Number of recordings in the list; undefined until the library is loaded. */
  total: number | undefined
}

/**
 * Returns the previous and the next recording in the list that it was opened from. Uses its sort, and its filter when the
 * recording matches.
 */
export function useNeighbours(listView: ListView, id: string): Neighbours {
  const { library, files = [], found = [] } = useListRows(listView)
  const [rows, index] = findIndexIn(found, id) ?? findIndexIn(files, id) ?? [files, -1]
  return {
    previous: rows[index - 1],
    next: index === -1 ? undefined : rows[index + 1],
    position: index === -1 ? undefined : index + 1,
    total: library.isWhole ? rows.length : undefined,
  }
}

function findIndexIn(rows: Rows, id: string): [Rows, number] | undefined {
  const index = rows.findIndex((file) => file.id === id)
  return index === -1 ? undefined : [rows, index]
}

/**
 * Returns the sorted library. Sorting that takes longer than a frame runs in steps between frames; until then the previous order
 * is returned and `isSorting` is true.
 */
function useSortedFiles(library: Rows | undefined, { by, isDescending }: ListSort, { tagId, categoryId }: ListView) {
  const language = languageTag(useLocale())
  const order = useMemo<Order>(() => {
    const { id, sort } = columnSortedBy({ tagId, categoryId }, by)
    return { key: id, value: sort.value, isDescending, language }
  }, [tagId, categoryId, by, isDescending, language])
  const [finished, setDone] = useState<{ library: Rows; order: Order; sorted: Rows | undefined }>()
  const immediate = useMemo(() => library && sortedAtOnce(library, order), [library, order])
  const sorted = immediate ?? (finished?.library === library && finished?.order === order ? finished.sorted : undefined)
  const [shown, setShown] = useState(sorted)
  if (sorted && sorted !== shown) setShown(sorted)
  const isSorting = library !== undefined && sorted === undefined
  useEffect(() => {
    if (!isSorting) return undefined
    const sorting = sortInSteps(library, order)
    let stop = after(0, function step() {
      if (sorting.next().done) setDone({ library, order, sorted: sortedAtOnce(library, order) })
      else stop = after(0, step)
    })
    return () => stop()
  }, [isSorting, library, order])
  return { files: sorted ?? (isSorting ? (shown ?? library) : undefined), isSorting }
}

/** Returns a key that identifies a list. */
export const listViewKey = ({ tagId, categoryId }: ListView): string =>
  tagId === undefined ? `/${categoryId ?? 'allFiles'}` : tagId

/**
 * Returns the filter text of a list and its setter. The list and the recording open beside it share it, so that the next
 * recording is one that matches. Only one list is filtered at a time; another one starts empty.
 */
export function useListFilter(listView: ListView): readonly [string, (query: string) => void] {
  const key = listViewKey(listView)
  const query = useFilter((filter) => (filter.key === key ? filter.query : ''))
  return [query, (next) => useFilter.setState({ key, query: next })] as const
}

/** Resets the filter, as after a page load. */
export const clearListFilter = (): void => useFilter.setState(EMPTY_FILTER)

const EMPTY_FILTER = { key: '', query: '' }
const useFilter = create(() => EMPTY_FILTER)
