import type { QueryClient } from '@tanstack/react-query'
import { rereadFiles } from '#features/files/web.tsx'
import { rereadFolders } from './queries.ts'

/** Takes in what the server tells of folders: one came, changed or went, and with it the recordings it held. */
export function applyLiveEvent(queries: QueryClient, event: { name: string; data: unknown }): void {
  if (event.name !== 'folders') return
  rereadFolders(queries)
  rereadFiles(queries)
}
