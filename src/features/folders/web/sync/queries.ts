import { useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { foldersContract } from '../../contract.ts'
import type { Folder } from '../../contract.ts'

/** The API client of this feature. */
export const folders = client('folders', foldersContract, send)

/** Returns the folders of the user in the order of the server. */
export const useFolders = () =>
  useQuery({
    queryKey: folders.list.key({}),
    queryFn: ({ signal }) => folders.list({}, { signal }),
    select: toFolders,
  })

/** Returns a folder; undefined while loading and when the id is unknown. */
export const useFolder = (id: string | undefined): Folder | undefined => useFolders().data?.find((folder) => folder.id === id)

/** Returns whether the folder exists in the loaded list; true while the list is not loaded. */
export function isKnownFolder(queries: QueryClient, id: string): boolean {
  const list = queries.getQueryData<ListReply>(folders.list.key({}))
  return list?.data_filetag_list.some((folder) => folder.id === id) ?? true
}

export function invalidateFolders(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: folders.list.key() })
}

type ListReply = Awaited<ReturnType<typeof folders.list>>

/** Adds or updates a saved folder in the loaded list, before it is reloaded. */
export function showFolder(queries: QueryClient, saved: Folder): void {
  queries.setQueryData<ListReply>(
    folders.list.key({}),
    (list) => list && { ...list, data_filetag_list: withFolder(list.data_filetag_list, saved) },
  )
}

/** Removes a deleted folder from the loaded list, before it is reloaded. */
export function hideFolder(queries: QueryClient, id: string): void {
  queries.setQueryData<ListReply>(
    folders.list.key({}),
    (list) => list && { ...list, data_filetag_list: list.data_filetag_list.filter((folder) => folder.id !== id) },
  )
}

function withFolder(list: readonly Folder[], saved: Folder): Folder[] {
  return list.some(({ id }) => id === saved.id)
    ? list.map((folder) => (folder.id === saved.id ? saved : folder))
    : [...list, saved]
}

const toFolders = (reply: ListReply): readonly Folder[] => reply.data_filetag_list

/**
 * Runs one call at a time per key: a second call while the first is running returns the same promise (B§4), from any dialog. The
 * calls are kept as long as `owner` exists.
 */
export function shareRunningCall<Outcome>(owner: object, key: string, call: () => Promise<Outcome>): Promise<Outcome> {
  const running = calls.get(owner) ?? new Map<string, Promise<unknown>>()
  calls.set(owner, running)
  const existing = running.get(key)
  if (existing) return existing as Promise<Outcome>
  const started = call().finally(() => running.delete(key))
  running.set(key, started)
  return started
}

const calls = new WeakMap<object, Map<string, Promise<unknown>>>()
