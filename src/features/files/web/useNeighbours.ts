import type { LibraryRow } from '../contract.ts'
import type { Shelf } from '../rules.ts'
import { useShelfOrder } from './useShelfOrder.ts'

export type Neighbours = {
  /** Undefined at the ends, and when the recording is not in the list. */
  previous: LibraryRow | undefined
  next: LibraryRow | undefined
  /** One-based position of the recording; undefined while unknown and when it is not in the list. */
  place: number | undefined
  /** Number of recordings in the list; undefined until the library is loaded. */
  total: number | undefined
}

/**
 * Returns the previous and the next recording in the list that it was opened from. Uses its sort, and its filter when the
 * recording matches.
 */
export function useNeighbours(shelf: Shelf, id: string): Neighbours {
  const { library, files = [], found = [] } = useShelfOrder(shelf)
  const [rows, at] = placeIn(found, id) ?? placeIn(files, id) ?? [files, -1]
  return {
    previous: rows[at - 1],
    next: at === -1 ? undefined : rows[at + 1],
    place: at === -1 ? undefined : at + 1,
    total: library.isWhole ? rows.length : undefined,
  }
}

function placeIn(rows: readonly LibraryRow[], id: string): [readonly LibraryRow[], number] | undefined {
  const at = rows.findIndex((file) => file.id === id)
  return at === -1 ? undefined : [rows, at]
}
