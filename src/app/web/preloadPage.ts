type ChunkLoader = () => Promise<unknown>

const loadMainLayout: ChunkLoader = () => import('./layout/MainLayout.tsx')
const HOME_CHUNKS: ChunkLoader[] = [loadMainLayout, () => import('./pages/HomePage.tsx')]
const LIBRARY_CHUNKS: ChunkLoader[] = [loadMainLayout, () => import('./layout/panes/FilesLayout.tsx')]

/** Returns the loaders of the chunks that the most common first pages need. `path` is the path below the base. */
export function getChunkLoaders(path: string, isSignedIn: boolean): readonly ChunkLoader[] {
  if (!isSignedIn) return [() => import('./pages/LoginPage.tsx')]
  if (/^\/(home\/?)?$/.test(path)) return HOME_CHUNKS
  if (/^\/file-list\/?$/.test(path)) return [...LIBRARY_CHUNKS, () => import('./pages/FileListPage.tsx')]
  return /^\/file\//.test(path) ? [...LIBRARY_CHUNKS, () => import('./pages/FilePage.tsx')] : []
}

/**
 * Starts to load the code of the first page in parallel with its messages. On a slow connection this saves a third of a second.
 * Errors are ignored here: the routes load the same chunks and show the error.
 */
export function preloadPage(path: string, isSignedIn: boolean): void {
  for (const load of getChunkLoaders(path, isSignedIn)) load().catch(() => {})
}
