import { createRoute } from '@tanstack/react-router'
import { mainRoute } from '#features/account/web.tsx'
import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { lazyPage } from '#ui/lazy/lazyComponent.tsx'

const askRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'ask',
  component: lazyPage(() => import('./web/AskPage.tsx'), 'AskPage'),
})

/** The manifest of the feature. */
export const askFeature = { name: 'ask', routes: [askRoute] } as const satisfies WebFeature
