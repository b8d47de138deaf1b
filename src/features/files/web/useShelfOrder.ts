import type { LibraryRow } from '../contract.ts'
import { isOnShelf } from '../rules.ts'
import type { Shelf } from '../rules.ts'
import { shelfKey, useListFilter } from './listFilter.ts'
import { useLibrary } from './queries.ts'
import { titlesFound } from './searchTitles.ts'
import { useListSort } from './useListSort.ts'
import { useSortedFiles } from './useSortedFiles.ts'

type Rows = readonly LibraryRow[]

/**
 * Returns the rows of a list: `files` sorted, `found` those that match the filter. Undefined until the library is loaded. The
 * same arguments return the same lists.
 */
export function useShelfOrder(shelf: Shelf) {
  const library = useLibrary()
  const [sort] = useListSort()
  const isTrash = shelf.tagId === undefined && shelf.categoryId === 'trash'
  const { files: sorted, isSorting } = useSortedFiles(library.data, sort, isTrash)
  const [query] = useListFilter(shelf)
  const files = sorted && shelfOf(sorted, shelf)
  const found = files && titlesFound(files, query)
  return { library, files, found, isSorting }
}

// Cached, because the list and the page beside it request the same: twenty thousand rows are filtered once for both.
const shelves = new WeakMap<Rows, Map<string, Rows>>()

function shelfOf(sorted: Rows, shelf: Shelf): Rows {
  const known = shelves.get(sorted) ?? new Map<string, Rows>()
  const rows = known.get(shelfKey(shelf)) ?? sorted.filter((file) => isOnShelf(file, shelf))
  shelves.set(sorted, known.set(shelfKey(shelf), rows))
  return rows
}
