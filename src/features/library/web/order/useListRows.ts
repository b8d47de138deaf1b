import type { LibraryRow } from '#features/files/contract.ts'
import { isInListView } from '#features/files/rules.ts'
import type { ListView } from '#features/files/rules.ts'
import { listViewKey, useListFilter } from './listFilter.ts'
import { useLibrary, searchTitlesCached } from '#features/files/web.tsx'
import { useListSort } from './useListSort.ts'
import { useSortedFiles } from './useSortedFiles.ts'

type Rows = readonly LibraryRow[]

/**
 * Returns the rows of a list: `files` sorted, `found` those that match the filter. Undefined until the library is loaded. The
 * same arguments return the same lists.
 */
export function useListRows(listView: ListView) {
  const library = useLibrary()
  const [sort] = useListSort()
  const isTrash = listView.tagId === undefined && listView.categoryId === 'trash'
  const { files: sorted, isSorting } = useSortedFiles(library.data, sort, isTrash)
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
