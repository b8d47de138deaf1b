import type { QueryClient } from '@tanstack/react-query'
import { invalidateFiles } from '#features/files/web.tsx'
import { invalidateFolders } from './queries.ts'

/** Handles the live event of folders: one was added, changed or deleted, which also changes its recordings. */
export function applyLiveEvent(queries: QueryClient, event: { name: string; data: unknown }): void {
  if (event.name !== 'folders') return
  invalidateFolders(queries)
  invalidateFiles(queries)
}
