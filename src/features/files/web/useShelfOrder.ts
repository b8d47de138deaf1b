import { useDeferredValue } from 'react'
import type { LibraryRow } from '../contract.ts'
import { isOnShelf } from '../rules.ts'
import type { Shelf } from '../rules.ts'
import { shelfKey, useListFilter } from './listFilter.ts'
import { useLibrary } from './queries.ts'
import { searchTitles } from './searchTitles.ts'
import { useListSort } from './useListSort.ts'
import { useSortedFiles } from './useSortedFiles.ts'

type Rows = readonly LibraryRow[]

/**
 * A shelf as its list shows it: `files` in the order chosen, `found` those of them the filter leaves, `asked` the filter as
 * `found` knows it. Undefined until the library has been read. Who asks for the same gets the very same lists.
 */
export function useShelfOrder(shelf: Shelf) {
  const library = useLibrary()
  const [sort] = useListSort()
  const isTrash = shelf.tagId === undefined && shelf.categoryId === 'trash'
  const { files: sorted, isSorting } = useSortedFiles(library.data, sort, isTrash)
  const [query] = useListFilter(shelf)
  const asked = useDeferredValue(query)
  const files = sorted && shelfOf(sorted, shelf)
  const found = files && foundIn(files, asked)
  return { library, files, found, asked, isSorting }
}

// The pane and the page beside it ask for the same: twenty thousand rows are gone through once for both.
const shelves = new WeakMap<Rows, Map<string, Rows>>()
const finds = new WeakMap<Rows, { query: string; found: Rows }>()

function shelfOf(sorted: Rows, shelf: Shelf): Rows {
  const known = shelves.get(sorted) ?? new Map<string, Rows>()
  const rows = known.get(shelfKey(shelf)) ?? sorted.filter((file) => isOnShelf(file, shelf))
  shelves.set(sorted, known.set(shelfKey(shelf), rows))
  return rows
}

function foundIn(files: Rows, query: string): Rows {
  const known = finds.get(files)
  if (known?.query === query) return known.found
  const found = searchTitles(files, query)
  finds.set(files, { query, found })
  return found
}
