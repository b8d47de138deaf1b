import { useQueryClient } from '@tanstack/react-query'
import { now } from '#ui/time.ts'
import { readLibrary } from './queries.ts'
import { dueAt } from './trashTime.ts'

/**
 * How many recordings the trash would let go of at once if it kept them for so many days; undefined while not all of the
 * library has been read.
 */
export function useTrashDue(): (trashDays: number) => number | undefined {
  const queries = useQueryClient()
  return (trashDays) => {
    const library = readLibrary(queries)
    if (!library) return undefined
    if (library.counts.trash === 0) return 0
    if (library.next !== null) return undefined
    const at = now()
    return library.files.filter((file) => (dueAt(file.trashed_at, trashDays) ?? Infinity) <= at).length
  }
}
