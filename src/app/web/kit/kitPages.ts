import { createRoute } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazyPage.ts'

/**
 * `/dev/kit`, for those who build Earshot: every part of `ui/` in every state. It is there in development and in a build made
 * with `VITE_KIT=on`; any other build holds nothing of it (a house test says so).
 */
export const kitPages = (root: AnyRoute) =>
  import.meta.env.DEV || import.meta.env.VITE_KIT === 'on'
    ? [
        createRoute({
          getParentRoute: () => root,
          path: 'dev/kit',
          component: lazyPage(() => import('./KitPage.tsx'), 'KitPage'),
        }),
      ]
    : []
