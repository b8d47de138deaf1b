import { createRoute } from '@tanstack/react-router'
import { mainRoute } from '#features/account/web.tsx'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import type { FeatureWithRoutes } from '#ui/feature/WebFeature.ts'
import { validateSearchParameters } from './web/searchParameters.ts'

export type { FilterScope } from './web/filters/ScopeFilters.tsx'

export { ScopeFilters } from './web/filters/LazyScopeFilters.ts'
export { useSearchPreview } from './web/useSearchPreview.ts'
export { MOMENT_ID_PREFIX, useMomentChoices } from './web/useMomentChoices.tsx'

/** Shows, below a list filtered by title, how many matches the texts contain, with a link to the search. */
export const TextMatches = lazyComponent(withNamespace('search', async () => (await import('./web/TextMatches.tsx')).TextMatches))

const searchRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'search',
  validateSearch: validateSearchParameters,
  staticData: { page: 'search' },
  component: lazyComponent(
    withNamespace('search', async () => (await import(/* chunk: overlay */ './web/SearchPage.tsx')).SearchPage),
  ),
})

const routes = [searchRoute] as const

export const searchFeature: FeatureWithRoutes<typeof routes> = {
  name: 'search',
  routes,
  paletteActions: withNamespace(
    'search',
    async () => (await import(/* chunk: overlay */ './web/usePaletteActions.tsx')).usePaletteActions,
  ),
}
