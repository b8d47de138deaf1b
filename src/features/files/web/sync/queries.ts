import { useQuery } from '@tanstack/react-query'
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import { seconds } from '#shared/units.ts'
import { whenIdle, now, wait } from '#browser/timers/time.ts'
import { LIBRARY_PAGE_MAX } from '../../contract.ts'
import type { LibraryCounts, LibraryRow } from '../../contract.ts'
import { files } from '../filesClient.ts'
import { addPage, applyChanges, firstPage, reuseUnchangedRows } from './library.ts'
import type { Library } from './library.ts'
import { LIBRARY_KEY, requestChanges, requestCountOf, readLibrary } from './libraryCache.ts'

/** Size of the first page, which is shown at once. `prefetchLibrary` requests as many. */
const FIRST_PAGE_SIZE = 100
/** Size of every further page: as many as load without blocking the page. */
const PAGE_SIZE = 1000
const REST_KEY = ['files', 'the rest of the library'] as const

/**
 * The library of the user: its first page, and from then on the changes. One request serves all lists and counts, and no list is
 * loaded twice.
 */
const libraryQuery = {
  queryKey: LIBRARY_KEY,
  queryFn: async ({ client: queries, queryKey, signal }: QueryFunctionContext): Promise<Library> => {
    await throttle(queries, JSON.stringify(queryKey), signal)
    const known = readLibrary(queries)
    if (known) return loadChanges(queries, known.syncToken, signal)
    const requested = requestCountOf(queries)
    const library = await loadFirstPage(signal)
    if (requestCountOf(queries) === requested) return library
    // Something changed while the first page was loading.
    queries.setQueryData(LIBRARY_KEY, library)
    return loadChanges(queries, library.syncToken, signal)
  },
  structuralSharing: false as const,
}

/** Loads the rest of the library. It ends with a request for changes: from then on the library is complete. */
const restQuery = {
  queryKey: REST_KEY,
  queryFn: async ({ client: queries, signal }: QueryFunctionContext): Promise<true> => {
    for (let after = readLibrary(queries)?.next; after; after = readLibrary(queries)?.next) {
      await whenIdle(signal)
      const { data } = await files.page({ query: { after, limit: PAGE_SIZE } }, { signal })
      queries.setQueryData<Library>(LIBRARY_KEY, (library) => (library?.next === after ? addPage(library, data) : library))
      await whenIdle(signal)
      // The first page needs no search.
      const { prepareTitles } = await import('../searchTitles.ts')
      prepareTitles(data.files)
    }
    requestChanges(queries)
    return true
  },
  staleTime: 0,
}

/**
 * Returns every recording of the user, newest first, including the trash. `isWhole` is false while older ones are still loading.
 */
export function useLibrary() {
  const query = useQuery({ ...libraryQuery, select: toLibraryView })
  const isPart = query.data?.isWhole === false
  const rest = useQuery({ ...restQuery, enabled: isPart })
  const hasRestFailed = isPart && rest.isError
  return {
    data: query.data?.files,
    isWhole: query.data?.isWhole ?? false,
    // Getters, so that a component that does not read them is not rendered again when a request starts or ends.
    get isError() {
      return hasRestFailed || query.isError
    },
    get error() {
      return hasRestFailed ? rest.error : query.error
    },
    get isFetching() {
      return query.isFetching || (isPart && rest.isFetching)
    },
    // Loading the rest ends with a request for changes.
    refetch: (): Promise<unknown> => (hasRestFailed ? rest.refetch() : query.refetch()),
  }
}

/** Returns one recording of the loaded library; undefined when it is not in it. */
export const useLibraryFile = (id: string): LibraryRow | undefined =>
  useQuery({ ...libraryQuery, enabled: false, select: ({ files: rows }) => rows.find((file) => file.id === id) }).data

/** Returns the number of recordings by category and folder, as counted by the server. */
export const useLibraryCounts = () => useQuery({ ...libraryQuery, select: toCounts })

/** The query of Home: the five recordings opened or added last (B§7, B§9, docs/decisions/0042). */
const RECENT = { query: { limit: 5, sort_by: 'opened_time', is_trash: 0 } } as const

/** Returns the five recordings opened or added last: from the library when it is loaded, otherwise by a request. */
export function useRecentFiles() {
  const known = useQuery({ ...libraryQuery, enabled: false, select: toRecent }).data
  const requested = useQuery({
    queryKey: files.simple.key(RECENT),
    queryFn: async ({ client: queries, queryKey, signal }) => {
      await throttle(queries, JSON.stringify(queryKey), signal)
      return files.simple(RECENT, { signal })
    },
    select: (reply): readonly LibraryRow[] => reply.data_file_list,
    enabled: known === undefined || known === null,
  })
  return {
    data: known ?? requested.data,
    error: known ? null : requested.error,
    isFetching: requested.isFetching,
    refetch: requested.refetch,
  }
}

/** Retries the rest of the library after a failure, because the server is reachable again. */
function retryRest(queries: QueryClient): void {
  const hasFailed = queries.getQueryState(REST_KEY)?.status === 'error'
  if (hasFailed) void queries.refetchQueries({ queryKey: REST_KEY, exact: true, type: 'active' })
}

/** Puts recordings into several folders at once, one recording after another. */
export async function setFileFolders(ids: readonly string[], folderIds: readonly string[]): Promise<void> {
  for (const id of ids) await files.change({ params: { id }, body: { filetag_id_list: [...folderIds] } })
}

async function loadFirstPage(signal: AbortSignal): Promise<Library> {
  const { data } = await files.page({ query: { limit: FIRST_PAGE_SIZE } }, { signal })
  return firstPage(data)
}

/**
 * @NOTE Changes are applied to the library as it is after the request: a page may have been added in the meantime. Nothing else
 * runs between reading the reply and returning the result.
 */
async function loadChanges(queries: QueryClient, since: string, signal: AbortSignal): Promise<Library> {
  for (let syncToken = since; ;) {
    const requested = requestCountOf(queries)
    const { data } = await files.changes({ query: { since: syncToken } }, { signal })
    const reloaded = data.starts_over ? await loadAllPages(signal) : undefined
    const library = readLibrary(queries)
    if (!library) return loadFirstPage(signal)
    const next = reloaded ? reuseUnchangedRows(library, reloaded) : applyChanges(library, data)
    if (!data.more && requestCountOf(queries) === requested) {
      if (next.next !== null) retryRest(queries)
      return next
    }
    queries.setQueryData(LIBRARY_KEY, next)
    if (!data.more) await throttle(queries, JSON.stringify(LIBRARY_KEY), signal)
    syncToken = next.syncToken
  }
}

/** Reloads all pages; the old library stays visible until they are loaded. */
async function loadAllPages(signal: AbortSignal): Promise<Library> {
  let library = await loadFirstPage(signal)
  while (library.next) {
    const { data } = await files.page({ query: { after: library.next, limit: LIBRARY_PAGE_MAX } }, { signal })
    library = addPage(library, data)
  }
  return library
}

const toLibraryView = ({ files: rows, next }: Library) => ({ files: rows, isWhole: next === null })
const toCounts = ({ counts }: Library): LibraryCounts => counts
const toRecent = ({ files: rows, next }: Library): readonly LibraryRow[] | null =>
  next === null ? lastOpened(rows.filter((file) => !file.is_trash)) : null

function lastOpened(rows: readonly LibraryRow[]): readonly LibraryRow[] {
  return rows.toSorted((a, b) => b.opened_time - a.opened_time || (a.id < b.id ? 1 : -1)).slice(0, RECENT.query.limit)
}

/** Minimum time between two identical list requests (B§9 "File list throttle"). */
export const LIST_THROTTLE = seconds(1)

/**
 * Resolves when a request may be sent: at once the first time, then at least a second after the previous one with the same key.
 * Nothing is dropped: a request within the second is sent at its end, so the newest state is always read. Rejects when the signal
 * aborts. The times are kept as long as `owner` exists.
 */
export async function throttle(owner: object, key: string, signal: AbortSignal): Promise<void> {
  const sentAt = lastSent.get(owner) ?? new Map<string, number>()
  lastSent.set(owner, sentAt)
  const delay = (sentAt.get(key) ?? Number.NEGATIVE_INFINITY) + LIST_THROTTLE - now()
  if (delay > 0) await wait(Math.min(delay, LIST_THROTTLE), signal)
  sentAt.set(key, now())
}

const lastSent = new WeakMap<object, Map<string, number>>()
