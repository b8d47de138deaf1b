import type { LibraryRow } from '#features/files/contract.ts'
import type { ListView } from '#features/files/rules.ts'
import { useListRows } from './useListRows.ts'

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

function findIndexIn(rows: readonly LibraryRow[], id: string): [readonly LibraryRow[], number] | undefined {
  const index = rows.findIndex((file) => file.id === id)
  return index === -1 ? undefined : [rows, index]
}
