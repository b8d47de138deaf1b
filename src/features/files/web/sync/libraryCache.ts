import type { QueryClient } from '@tanstack/react-query'
import type { LibraryRow } from '../../contract.ts'
import { files } from '../filesClient.ts'
import { changeRows, revertChange, type OptimisticChange, type Library } from './library.ts'

/** The key of the library in the query cache. */
export const LIBRARY_KEY = files.page.key({ query: {} })

/** Requests the changes of the library, and reloads single recordings. */
export function invalidateFiles(queries: QueryClient): void {
  invalidateLibrary(queries)
  void queries.invalidateQueries({ queryKey: files.list.key() })
}

/** Requests the changes of the library. */
export function invalidateLibrary(queries: QueryClient): void {
  requestChanges(queries)
  void queries.invalidateQueries({ queryKey: files.simple.key() })
}

/**
 * Requests the changes. A running request is not cancelled, because frequent changes would then never get through: another one
 * follows it.
 */
export function requestChanges(queries: QueryClient): void {
  void reloadLibrary(queries)
}

/** Requests the changes; resolves when the library contains them. */
export function reloadLibrary(queries: QueryClient): Promise<void> {
  requestCounts.set(queries, requestCountOf(queries) + 1)
  return queries.invalidateQueries({ queryKey: LIBRARY_KEY, exact: true }, { cancelRefetch: false })
}

/** Shows a recording that the server has just created in every list, without waiting for the changes. */
export function showNewFile(queries: QueryClient, file: LibraryRow): void {
  queries.setQueryData<Library>(LIBRARY_KEY, (library) => library && changeRows(library, new Map([[file.id, file]])))
  invalidateFiles(queries)
}

const requestCounts = new WeakMap<QueryClient, number>()

/** Returns how often changes have been requested, so that a reply can tell whether it is outdated. */
export const requestCountOf = (queries: QueryClient): number => requestCounts.get(queries) ?? 0

/** Returns the library as loaded so far. */
export const readLibrary = (queries: QueryClient): Library | undefined => queries.getQueryData<Library>(LIBRARY_KEY)

/**
 * Changes the loaded library before the server has replied. Running requests are cancelled, because their replies would undo the
 * change.
 */
async function changeLibrary(queries: QueryClient, change: (library: Library) => Library): Promise<void> {
  await queries.cancelQueries({ queryKey: LIBRARY_KEY, exact: true })
  queries.setQueryData<Library>(LIBRARY_KEY, (library) => library && change(library))
}

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
