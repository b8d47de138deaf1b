import { Navigate, Outlet, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { AnyRoute, RouterHistory } from '@tanstack/react-router'
import { paths } from '#kit/paths.ts'
import { basePath } from '#ui/basePath.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { kitPages } from './kit/kitPages.ts'
import { lazyPage } from './lazyPage.ts'
import { libraryPages } from './pages/libraryPages.ts'
import { publicPages } from './pages/public/publicPages.tsx'
import { RecorderPlace } from './recorder/RecorderPlace.tsx'
import { askForToken } from './shell/askForToken.ts'
import { fileListSearch } from './shell/fileListSearch.ts'
import { guardLogin } from './shell/guardLogin.ts'
import { leadToAuthorisation } from './shell/leadToAuthorisation.ts'
import { loginSearch } from './shell/loginSearch.ts'
import { parsePlainSearch, writePlainSearch } from './shell/plainSearch.ts'

/**
 * Creates the router with the route table (A§2, B§2). Every page has its own chunk. The router's types are not registered:
 * all URLs are built by `#shared/paths.ts` and passed to the router unchanged (`navigate({ href })`).
 */
export function makeRouter({ history, base = basePath }: { history?: RouterHistory; base?: string } = {}) {
  return createRouter({
    routeTree: table(),
    basepath: base || '/',
    ...(history && { history }),
    parseSearch: parsePlainSearch,
    stringifySearch: writePlainSearch,
    defaultNotFoundComponent: LeadsHome,
    defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
  })
}

/** Redirects to the home page. A URL with invalid percent-encoding matches no route, not even the catch-all route. */
function LeadsHome() {
  return <Navigate to={paths.home()} replace />
}

/** The router of the app. */
export const router = makeRouter()

/** The current page and the recorder, which keeps running on every page. */
function Everywhere() {
  return (
    <>
      <Outlet />
      <RecorderPlace />
    </>
  )
}

function table() {
  const root = createRootRoute({ component: Everywhere })
  const login = createRoute({
    getParentRoute: () => root,
    path: 'login',
    validateSearch: loginSearch,
    beforeLoad: guardLogin,
    component: lazyPage(() => import('./pages/LoginPage.tsx'), 'LoginPage'),
  })
  const main = createRoute({
    getParentRoute: () => root,
    id: 'main',
    beforeLoad: (visited) => {
      leadToAuthorisation(visited)
      askForToken(visited)
    },
    component: lazyPage(() => import('./shell/MainLayout.tsx'), 'MainLayout'),
  })
  const zapierAuth = createRoute({
    getParentRoute: () => root,
    path: 'zapier-auth',
    beforeLoad: askForToken,
    component: lazyPage(() => import('./pages/ZapierAuthPage.tsx'), 'ZapierAuthPage'),
  })
  const homes = (['/', 'home'] as const).map((path) =>
    createRoute({
      getParentRoute: () => main,
      path,
      component: lazyPage(() => import('./pages/HomePage.tsx'), 'HomePage'),
    }),
  )
  // Any unknown path redirects to the home page (A§2).
  const unknown = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => {
      throw redirect({ href: paths.home(), replace: true })
    },
  })
  return root.addChildren([
    login,
    zapierAuth,
    main.addChildren([...homes, ...libraryPages(main), filesPages(main)]),
    publicPages(root),
    ...kitPages(root),
    unknown,
  ])
}

/** The routes of the library: the list and the page of a recording beside it. */
function filesPages(main: AnyRoute) {
  const files = createRoute({
    getParentRoute: () => main,
    id: 'files',
    component: lazyPage(() => import('./shell/FilesLayout.tsx'), 'FilesLayout'),
  })
  const fileList = createRoute({
    getParentRoute: () => files,
    path: 'file-list',
    validateSearch: fileListSearch,
    component: lazyPage(() => import('./pages/FileListPage.tsx'), 'FileListPage'),
  })
  const file = createRoute({
    getParentRoute: () => files,
    path: 'file/$id',
    component: lazyPage(() => import('./pages/FilePage.tsx'), 'FilePage'),
  })
  return files.addChildren([fileList, file])
}
