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
 * A shelf as its list shows it: `files` in the order chosen, `found` those of them the filter leaves.
 * Undefined until the library has been read. Who asks for the same gets the very same lists.
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

// The pane and the page beside it ask for the same: twenty thousand rows are gone through once for both.
const shelves = new WeakMap<Rows, Map<string, Rows>>()

function shelfOf(sorted: Rows, shelf: Shelf): Rows {
  const known = shelves.get(sorted) ?? new Map<string, Rows>()
  const rows = known.get(shelfKey(shelf)) ?? sorted.filter((file) => isOnShelf(file, shelf))
  shelves.set(sorted, known.set(shelfKey(shelf), rows))
  return rows
}
