import { createRoute } from '@tanstack/react-router'
import { mainRoute } from '#features/account/web.tsx'
import { loadNamespace, withNamespace } from '#browser/i18n/i18n.ts'
import { lazyPage } from '#ui/lazy/lazyComponent.tsx'
import type { FeatureWithRoutes } from '#ui/feature/WebFeature.ts'

const searchRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'search',
  validateSearch: ({ q }: Record<string, unknown>): { q?: string | undefined } => ({ q: typeof q === 'string' ? q : undefined }),
  loader: () => loadNamespace('search'),
  staticData: { page: 'search' },
  component: lazyPage(() => import('./web/SearchPage.tsx'), 'SearchPage'),
})

const routes = [searchRoute] as const

/** The manifest of the feature. */
export const searchFeature: FeatureWithRoutes<typeof routes> = {
  name: 'search',
  routes,
  paletteActions: withNamespace(
    'search',
    async () => (await import(/* chunk: overlay */ './web/usePaletteActions.tsx')).usePaletteActions,
  ),
}
