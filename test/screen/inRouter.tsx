import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A part of the interface at an address of the app, for what holds links: `const { page, address } = inRouter(<X />)`. */
export function inRouter(screen: ReactNode, start = '/') {
  // The router scrolls to the top of a page; jsdom cannot.
  window.scrollTo = () => {}
  const history = createMemoryHistory({ initialEntries: [start] })
  const router = createRouter({
    history,
    routeTree: createRootRoute({ component: () => screen, notFoundComponent: () => screen }),
  })
  return { page: <RouterProvider router={router} />, address: () => history.location.href }
}
