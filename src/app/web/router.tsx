import { Navigate, Outlet, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { AnyRoute, RouterHistory } from '@tanstack/react-router'
import { paths } from '#shared/paths.ts'
import { basePath } from '#browser/page/basePath.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { createGalleryRoutes } from '#dev/gallery/galleryRoutes.ts'
import { lazyPage } from './lazyPage.ts'
import { createLibraryRoutes } from './pages/libraryRoutes.ts'
import { createPublicRoutes } from './pages/public/publicRoutes.tsx'
import { LazyRecorder } from './layout/recorder/LazyRecorder.tsx'
import { requireToken, redirectAuthorizationRequest } from './auth/requireToken.ts'
import { parseFileListSearch } from './routing/fileListSearch.ts'
import { redirectFromLogin } from './auth/redirectFromLogin.ts'
import { parseLoginSearch } from './auth/loginSearch.ts'
import { parsePlainSearch, stringifyPlainSearch } from './routing/plainSearch.ts'

/**
 * Creates the router with the route table (A§2, B§2). Every page has its own chunk. The router's types are not registered:
 * all URLs are built by `#shared/paths.ts` and passed to the router unchanged (`navigate({ href })`).
 */
export function createAppRouter({ history, base = basePath }: { history?: RouterHistory; base?: string } = {}) {
  return createRouter({
    routeTree: createRouteTree(),
    basepath: base || '/',
    ...(history && { history }),
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
    defaultNotFoundComponent: RedirectHome,
    defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
  })
}

/** Redirects to the home page. A URL with invalid percent-encoding matches no route, not even the catch-all route. */
function RedirectHome() {
  return <Navigate to={paths.home()} replace />
}

/** The router of the app. */
export const router = createAppRouter()

/** The current page and the recorder, which keeps running on every page. */
function RootLayout() {
  return (
    <>
      <Outlet />
      <LazyRecorder />
    </>
  )
}

function createRouteTree() {
  const rootRoute = createRootRoute({ component: RootLayout })
  const loginRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: 'login',
    validateSearch: parseLoginSearch,
    beforeLoad: redirectFromLogin,
    component: lazyPage(() => import('./pages/LoginPage.tsx'), 'LoginPage'),
  })
  const mainRoute = createRoute({
    getParentRoute: () => rootRoute,
    id: 'main',
    beforeLoad: (routeContext) => {
      redirectAuthorizationRequest(routeContext)
      requireToken(routeContext)
    },
    component: lazyPage(() => import('./layout/MainLayout.tsx'), 'MainLayout'),
  })
  const zapierAuthRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: 'zapier-auth',
    beforeLoad: requireToken,
    component: lazyPage(() => import('./pages/ZapierAuthPage.tsx'), 'ZapierAuthPage'),
  })
  const homeRoutes = (['/', 'home'] as const).map((path) =>
    createRoute({
      getParentRoute: () => mainRoute,
      path,
      component: lazyPage(() => import('./pages/HomePage.tsx'), 'HomePage'),
    }),
  )
  // Any unknown path redirects to the home page (A§2).
  const unknownRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '$',
    beforeLoad: () => {
      throw redirect({ href: paths.home(), replace: true })
    },
  })
  return rootRoute.addChildren([
    loginRoute,
    zapierAuthRoute,
    mainRoute.addChildren([...homeRoutes, ...createLibraryRoutes(mainRoute), createFilesRoutes(mainRoute)]),
    createPublicRoutes(rootRoute),
    ...createGalleryRoutes(rootRoute),
    unknownRoute,
  ])
}

/** The routes of the library: the list and the page of a recording beside it. */
function createFilesRoutes(mainRoute: AnyRoute) {
  const filesRoute = createRoute({
    getParentRoute: () => mainRoute,
    id: 'files',
    component: lazyPage(() => import('./layout/panes/FilesLayout.tsx'), 'FilesLayout'),
  })
  const fileListRoute = createRoute({
    getParentRoute: () => filesRoute,
    path: 'file-list',
    validateSearch: parseFileListSearch,
    component: lazyPage(() => import('./pages/FileListPage.tsx'), 'FileListPage'),
  })
  const fileRoute = createRoute({
    getParentRoute: () => filesRoute,
    path: 'file/$id',
    component: lazyPage(() => import('./pages/FilePage.tsx'), 'FilePage'),
  })
  return filesRoute.addChildren([fileListRoute, fileRoute])
}
