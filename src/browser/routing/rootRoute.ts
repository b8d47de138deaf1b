import { createRootRoute } from '@tanstack/react-router'

/** The pages of the main layout (A§2). */
export type PageName = 'home' | 'list' | 'file' | 'search' | 'ask' | 'templates' | 'member'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the main layout must know about a page inside it. */
    page?: PageName
  }
}

/** The parent of all routes. Features add routes below it; `app` sets its component and creates the router. */
export const rootRoute = createRootRoute()
