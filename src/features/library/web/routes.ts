import { loadNamespace } from '#browser/i18n/i18n.ts'
import { createRoute } from '@tanstack/react-router'
import { mainRoute } from '#features/account/web.tsx'
import { lazyPage } from '#ui/lazy/lazyComponent.tsx'
import { parseFileListSearch } from '../rules.ts'

const homePage = {
  getParentRoute: () => mainRoute,
  staticData: { page: 'home' },
  component: lazyPage(() => import(/* chunk: landing, offline */ './home/HomePage.tsx'), 'HomePage'),
} as const

/** The list, and beside it what its child routes render. The list stays mounted from one to the other. */
const filesRoute = createRoute({
  getParentRoute: () => mainRoute,
  id: 'files',
  // Not only for the page of a recording, so that it is also cached for reading offline. Without it the recordings can be read.
  loader: () => Promise.all([loadNamespace('notes'), loadNamespace('transcription')]).catch(() => {}),
  component: lazyPage(() => import(/* chunk: library, offline */ './panes/FilesLayout.tsx'), 'FilesLayout'),
})

const fileListRoute = createRoute({
  getParentRoute: () => filesRoute,
  path: 'file-list',
  validateSearch: parseFileListSearch,
  staticData: { page: 'list' },
  component: lazyPage(() => import(/* chunk: offline */ './panes/NoOpenRecording.tsx'), 'NoOpenRecording'),
})

const fileRoute = createRoute({
  getParentRoute: () => filesRoute,
  path: 'file/$id',
  staticData: { page: 'file' },
  component: lazyPage(() => import(/* chunk: library, offline */ './page/FilePage.tsx'), 'FilePage'),
})

export const routes = [
  createRoute({ ...homePage, path: '/' }),
  createRoute({ ...homePage, path: 'home' }),
  filesRoute.addChildren([fileListRoute, fileRoute]),
] as const
