import { RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadNamespace } from '#browser/i18n/i18n.ts'
import { parsePlainSearch, stringifyPlainSearch } from '#browser/routing/plainSearch.ts'
import type { Locale } from '#shared/locales.ts'
import { renderWithProviders } from './renderWithProviders.tsx'

/** Renders one public page at its address. Every other address renders "elsewhere". */
export async function renderPublicPage(
  path: string,
  Page: () => ReactNode,
  query = '',
  { locale, namespace = 'site' }: { locale?: Locale; namespace?: string } = {},
) {
  window.scrollTo = () => {}
  const rootRoute = createRootRoute()
  // The id of the route is that of the app.
  const layoutRoute = createRoute({ getParentRoute: () => rootRoute, id: namespace === 'site' ? 'public' : 'main' })
  const pageRoute = createRoute({
    getParentRoute: () => layoutRoute,
    path,
    loader: () => loadNamespace(namespace),
    component: Page,
  })
  const otherRoute = createRoute({ getParentRoute: () => rootRoute, path: '$', component: () => <h1>elsewhere</h1> })
  const history = createMemoryHistory({ initialEntries: [`${path}${query}`] })
  const router = createRouter({
    routeTree: rootRoute.addChildren([layoutRoute.addChildren([pageRoute]), otherRoute]),
    history,
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
  })
  const view = await renderWithProviders(<RouterProvider router={router} />, locale ? { locale } : {})
  return { ...view, currentAddress: () => history.location.href, length: () => history.length }
}
