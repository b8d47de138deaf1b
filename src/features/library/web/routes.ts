import { withNamespace } from '#browser/i18n/i18n.ts'
import { createRoute } from '@tanstack/react-router'
import { mainRoute } from '#features/account/web.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { parseFileListSearch } from '../rules.ts'

const homePage = {
  getParentRoute: () => mainRoute,
  staticData: { page: 'home' },
  component: lazyComponent(async () => (await import(/* chunk: landing, offline */ './home/HomePage.tsx')).HomePage),
} as const

/** The list, and beside it what its child routes render. The list stays mounted from one to the other. */
const filesRoute = createRoute({
  getParentRoute: () => mainRoute,
  id: 'files',
  // With the messages of the page of a recording, so that these are cached for reading offline too.
  component: lazyComponent(
    withNamespace(
      ['notes', 'transcription'],
      async () => (await import(/* chunk: library, offline */ './panes/FilesLayout.tsx')).FilesLayout,
    ),
  ),
})

const fileListRoute = createRoute({
  getParentRoute: () => filesRoute,
  path: 'file-list',
  validateSearch: parseFileListSearch,
  staticData: { page: 'list' },
  component: lazyComponent(async () => (await import(/* chunk: offline */ './panes/NoOpenRecording.tsx')).NoOpenRecording),
})

const fileRoute = createRoute({
  getParentRoute: () => filesRoute,
  path: 'file/$id',
  staticData: { page: 'file' },
  component: lazyComponent(async () => (await import(/* chunk: library, offline */ './page/FilePage.tsx')).FilePage),
})

export const routes = [
  createRoute({ ...homePage, path: '/' }),
  createRoute({ ...homePage, path: 'home' }),
  filesRoute.addChildren([fileListRoute, fileRoute]),
] as const
