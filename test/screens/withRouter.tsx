import { RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { parsePlainSearch, stringifyPlainSearch } from '#browser/routing/plainSearch.ts'
import type { PageName } from '#browser/routing/rootRoute.ts'

/** Pages that read the query of their address. */
const PAGES = ['community-templates', 'member/index', 'member/purchase']

/**
 * Renders a component in a router, for components with links: `const { page, address } = withRouter(<X />)`. It is shown at every
 * address, or only on its page when the initial address is below one of `PAGES`.
 */
export function withRouter(content: ReactNode, initialAddress = '/', { page: name }: { page?: PageName } = {}) {
  // The router scrolls to the top of a page, which jsdom cannot do.
  window.scrollTo = () => {}
  const history = createMemoryHistory({ initialEntries: [initialAddress] })
  const page = PAGES.find((path) => initialAddress.startsWith(`/${path}`))
  const rootRoute = createRootRoute(page ? {} : { component: () => content, notFoundComponent: () => content })
  // The ids of the routes are those of the app.
  const mainRoute = createRoute({ getParentRoute: () => rootRoute, id: 'main' })
  const filesRoute = createRoute({ getParentRoute: () => mainRoute, id: 'files' })
  const fileRoute = createRoute({ getParentRoute: () => filesRoute, path: 'file/$id' })
  const pageRoutes = [...PAGES, '$'].map((path) =>
    createRoute({
      getParentRoute: () => mainRoute,
      path,
      staticData: name ? { page: name } : {},
      ...(path === page && { component: () => content }),
    }),
  )
  const zapierAuthRoute = createRoute({ getParentRoute: () => rootRoute, path: 'zapier-auth' })
  const router = createRouter({
    history,
    routeTree: rootRoute.addChildren([
      mainRoute.addChildren([filesRoute.addChildren([fileRoute]), ...pageRoutes]),
      zapierAuthRoute,
    ]),
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
  })
  return { page: <RouterProvider router={router} />, address: () => history.location.href }
}
