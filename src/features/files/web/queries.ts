import { useQuery } from '@tanstack/react-query'
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import { client } from '#kit/client.ts'
import { send } from '#ui/send.ts'
import { filesContract } from '../contract.ts'
import type { FileRow } from '../contract.ts'
import { countFiles } from '../rules.ts'
import type { FileCounts } from '../rules.ts'
import { keepRows } from './keepRows.ts'
import { spaceOut } from './spaceOut.ts'

/** The calls of this feature. */
export const files = client('files', filesContract, send)

export type ListReply = Awaited<ReturnType<typeof files.simple>>

/** The whole library, newest recording first (B§7 defaults). */
const LIBRARY = { query: {} } as const
/** What Home shows: the five changed last (B§7, B§9). */
const RECENT = { query: { limit: 5, sort_by: 'edit_time', is_trash: 0 } } as const

/** Every recording of the user, in the trash or not. One request serves all lists and counts. */
export const useLibrary = () => useQuery({ ...libraryQuery, select: rowsOf })

/** How many of them lie where. */
export const useLibraryCounts = () => useQuery({ ...libraryQuery, select: countsOf })

/** The five recordings changed last. */
export const useRecent = () =>
  useQuery({ queryKey: files.simple.key(RECENT), queryFn: (asked) => askList(RECENT, asked), select: rowsOf })

/** Has every list of recordings, and what was read of single ones, read again. */
export function rereadFiles(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: files.simple.key() })
  void queries.invalidateQueries({ queryKey: files.list.key() })
}

const libraryQuery = {
  queryKey: files.simple.key(LIBRARY),
  queryFn: (asked: QueryFunctionContext) => askList(LIBRARY, asked),
  // @NOTE Called for the reply and then for what `select` made of it, which is left as it is.
  structuralSharing: (before: unknown, next: unknown) => (isReply(next) ? keepRows(before as ListReply | undefined, next) : next),
}

/** Identical list requests go out at most once a second (B§9). */
async function askList(input: Parameters<typeof files.simple>[0], { client: queries, queryKey, signal }: QueryFunctionContext) {
  await spaceOut(queries, JSON.stringify(queryKey), signal)
  return files.simple(input, { signal })
}

const countsOf = (reply: ListReply): FileCounts => countFiles(reply.data_file_list)
const rowsOf = (reply: ListReply): readonly FileRow[] => reply.data_file_list
const isReply = (data: unknown): data is ListReply => typeof data === 'object' && data !== null && 'data_file_list' in data
