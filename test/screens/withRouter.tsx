import { RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PageName } from '#browser/routing/rootRoute.ts'

/** Renders a component in a router, for components with links: `const { page, address } = withRouter(<X />)`. */
export function withRouter(content: ReactNode, initialAddress = '/', { page }: { page?: PageName } = {}) {
  // The router scrolls to the top of a page, which jsdom cannot do.
  window.scrollTo = () => {}
  const history = createMemoryHistory({ initialEntries: [initialAddress] })
  const rootRoute = createRootRoute({
    staticData: page ? { page } : {},
    component: () => content,
    notFoundComponent: () => content,
  })
  const fileRoute = createRoute({ getParentRoute: () => rootRoute, path: 'file/$id' })
  const router = createRouter({ history, routeTree: rootRoute.addChildren([fileRoute]) })
  return { page: <RouterProvider router={router} />, address: () => history.location.href }
}
