import { useEffect } from 'react'
import { Navigate, Outlet, createRoute, createRouter } from '@tanstack/react-router'
import type { AnyRoute, RouterHistory } from '@tanstack/react-router'
import { mainRoute } from '#features/account/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { basePath } from '#browser/page/basePath.ts'
import { parsePlainSearch, stringifyPlainSearch } from '#browser/routing/plainSearch.ts'
import { Dock } from './layout/Dock.tsx'
import { rootRoute } from '#browser/routing/rootRoute.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useToast } from '#ui/toast/useToast.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { createGalleryRoutes } from '#dev/gallery/galleryRoutes.ts'
import { featureRoutes } from './features.ts'
import { routes as appRoutes } from './pages/routes.ts'

/** Creates the router with the route table (A§2, B§2). Every page has its own chunk. */
export function createAppRouter({ history, base = basePath }: { history?: RouterHistory; base?: string } = {}) {
  return createRouter({
    routeTree,
    basepath: base || '/',
    ...(history && { history }),
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
    defaultNotFoundComponent: RedirectHome,
    defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
  })
}

/**
 * Redirects to the home page with a notice (A§2). A URL with invalid percent-encoding matches no route, not even the catch-all
 * route.
 */
function RedirectHome() {
  const t = useTranslations('app')
  const toast = useToast()
  useEffect(() => {
    toast.warn(t('unknown_address'), { id: 'unknown-address' })
  }, [t, toast])
  return <Navigate to="/" replace />
}

/** The current page, and the parts that persist across navigation. */
function RootLayout() {
  return (
    <>
      <Outlet />
      <Dock />
    </>
  )
}

rootRoute.update({ component: RootLayout })
mainRoute.update({
  component: lazyComponent(async () => (await import(/* chunk: landing, offline */ './layout/MainLayout.tsx')).MainLayout),
})

// Any unknown path redirects to the home page (A§2).
const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  component: RedirectHome,
})

const routes = [...appRoutes, ...featureRoutes]
const isInMainLayout = (route: AnyRoute): boolean => route.options.getParentRoute() === mainRoute

const routeTree = rootRoute.addChildren([
  mainRoute.addChildren(routes.filter(isInMainLayout)),
  ...routes.filter((route) => !isInMainLayout(route)),
  ...createGalleryRoutes(),
  unknownRoute,
])

/** The router of the app. */
export const router = createAppRouter()

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
