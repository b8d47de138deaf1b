import { createRoute } from '@tanstack/react-router'
import { rootRoute } from '#browser/routing/rootRoute.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

/**
 * The route of the component gallery, `/dev/kit`: every component of `src/ui` in every state. It exists in development and in
 * builds with `VITE_KIT=on`. A structure test checks that other builds do not contain it.
 */
export const createGalleryRoutes = () =>
  import.meta.env.DEV || import.meta.env.VITE_KIT === 'on'
    ? [
        createRoute({
          getParentRoute: () => rootRoute,
          path: 'dev/kit',
          component: lazyComponent(async () => (await import('./GalleryPage.tsx')).GalleryPage),
        }),
      ]
    : []
