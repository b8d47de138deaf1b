import { createRoute } from '@tanstack/react-router'
import { mainRoute } from '#features/account/web.tsx'
import { loadNamespace, withNamespace } from '#browser/i18n/i18n.ts'
import { lazyComponent, lazyPage } from '#ui/lazy/lazyComponent.tsx'
import type { FeatureWithRoutes } from '#ui/feature/WebFeature.ts'
import { SEARCH_PARAMETERS } from './web/parameters.ts'
import type { SearchParameters } from './web/parameters.ts'

export { MOMENT_ID_PREFIX, useMomentChoices } from './web/useMomentChoices.tsx'

/** Leads from a list that is filtered by title to what its texts contain. */
export const TextMatches = lazyComponent(withNamespace('search', async () => (await import('./web/TextMatches.tsx')).TextMatches))

const searchRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'search',
  validateSearch: (search: Record<string, unknown>): SearchParameters =>
    Object.fromEntries(SEARCH_PARAMETERS.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []))),
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
