type Chunk = () => Promise<unknown>

const LAYOUT: Chunk = () => import('./shell/MainLayout.tsx')
const HOME: Chunk[] = [LAYOUT, () => import('./pages/HomePage.tsx')]
const LIST: Chunk[] = [LAYOUT, () => import('./shell/FilesLayout.tsx')]

/** The code of the pages one mostly arrives at, by the path below the base. */
export function chunksOf(path: string, isSignedIn: boolean): readonly Chunk[] {
  if (!isSignedIn) return [() => import('./pages/LoginPage.tsx')]
  if (/^\/(home\/?)?$/.test(path)) return HOME
  if (/^\/file-list\/?$/.test(path)) return [...LIST, () => import('./pages/FileListPage.tsx')]
  return /^\/file\//.test(path) ? [...LIST, () => import('./pages/FilePage.tsx')] : []
}

/**
 * Fetches the code of the page one arrives at beside its words, not after them: on a slow line that is a third of a second. The
 * routes ask for it again, and say so when it does not come.
 */
export function fetchPage(path: string, isSignedIn: boolean): void {
  for (const load of chunksOf(path, isSignedIn)) load().catch(() => {})
}
