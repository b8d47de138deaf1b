import { createRoute } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import { lazyPage } from '#app/web/lazyPage.ts'

/**
 * The route of the component gallery, `/dev/kit`: every component of `src/ui` in every state. It exists in development and in
 * builds with `VITE_KIT=on`. A structure test checks that other builds do not contain it.
 */
export const createGalleryRoutes = (rootRoute: AnyRoute) =>
  import.meta.env.DEV || import.meta.env.VITE_KIT === 'on'
    ? [
        createRoute({
          getParentRoute: () => rootRoute,
          path: 'dev/kit',
          component: lazyPage(() => import('./GalleryPage.tsx'), 'GalleryPage'),
        }),
      ]
    : []
