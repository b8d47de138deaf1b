import { create } from 'zustand'

const useDeletedIds = create<ReadonlySet<string>>(() => new Set())

/**
 * Marks recordings that this page deletes permanently: their page, which is still open until the server has replied, requests
 * them no more. Returns a function that undoes it, for a deletion that failed.
 */
export function markAsDeleted(ids: readonly string[]): () => void {
  useDeletedIds.setState((deleted) => new Set([...deleted, ...ids]), true)
  return () => useDeletedIds.setState((deleted) => new Set([...deleted].filter((id) => !ids.includes(id))), true)
}

export const useIsDeleted = (id: string): boolean => useDeletedIds((deleted) => deleted.has(id))
