import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Renders a component in a router, for components with links: `const { page, address } = withRouter(<X />)`. */
export function withRouter(content: ReactNode, initialAddress = '/') {
  // The router scrolls to the top of a page, which jsdom cannot do.
  window.scrollTo = () => {}
  const history = createMemoryHistory({ initialEntries: [initialAddress] })
  const router = createRouter({
    history,
    routeTree: createRootRoute({ component: () => content, notFoundComponent: () => content }),
  })
  return { page: <RouterProvider router={router} />, address: () => history.location.href }
}
