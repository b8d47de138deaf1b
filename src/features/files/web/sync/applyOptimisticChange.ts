import type { QueryClient } from '@tanstack/react-query'
import type { LibraryRow } from '../../contract.ts'
import { changeRows, revertChange } from './library.ts'
import type { OptimisticChange } from './library.ts'
import { changeLibrary, files, readLibrary } from './queries.ts'

type RecentReply = Awaited<ReturnType<typeof files.simple>>

/**
 * Shows a change in every list before the server has replied; `null` removes the recording. Resolves to a function that reverts
 * it. The caller reloads the changes afterwards.
 */
export async function applyOptimisticChange(
  queries: QueryClient,
  ids: readonly string[],
  change: (file: LibraryRow) => LibraryRow | null,
): Promise<() => Promise<void>> {
  const changedIds = new Set(ids)
  const library = readLibrary(queries)
  const before = new Map(library?.files.flatMap((file) => (changedIds.has(file.id) ? [[file.id, file]] : [])))
  const after = new Map([...before].map(([id, file]) => [id, change(file)]))
  await changeLibrary(queries, (current) => changeRows(current, after))
  const optimisticChange: OptimisticChange | undefined = library && { library, before, after }
  const revertRecent = await changeRecentFiles(queries, changedIds, change)
  return async () => {
    revertRecent()
    if (optimisticChange) await changeLibrary(queries, (current) => revertChange(current, optimisticChange))
  }
}

/** Changes the five recordings of Home where they were loaded separately. */
async function changeRecentFiles(
  queries: QueryClient,
  changedIds: ReadonlySet<string>,
  change: (file: LibraryRow) => LibraryRow | null,
): Promise<() => void> {
  const queryKey = files.simple.key()
  await queries.cancelQueries({ queryKey })
  const before = queries.getQueriesData<RecentReply>({ queryKey })
  queries.setQueriesData<RecentReply>({ queryKey }, (reply) => {
    if (!reply) return reply
    const data_file_list = reply.data_file_list.flatMap((file) => {
      const next = changedIds.has(file.id) ? change(file) : file
      return next ? [{ ...file, ...next }] : []
    })
    return { ...reply, data_file_list }
  })
  return () => {
    for (const [key, reply] of before) queries.setQueryData(key, reply)
  }
}
