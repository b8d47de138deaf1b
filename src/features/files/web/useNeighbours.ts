import type { LibraryRow } from '../contract.ts'
import type { Shelf } from '../rules.ts'
import { useShelfOrder } from './useShelfOrder.ts'

export type Neighbours = {
  /** Undefined at the ends, and where the recording is not in the list. */
  previous: LibraryRow | undefined
  next: LibraryRow | undefined
  /** The place of the recording, the first being 1; undefined while that is not known, and when the list does not have it. */
  place: number | undefined
  /** How many the list has; undefined while the library is still being read. */
  total: number | undefined
}

/** What comes before and after a recording in the list it was opened from: its order, and its filter where it passes that. */
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
