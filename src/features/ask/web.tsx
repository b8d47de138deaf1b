import { createRoute } from '@tanstack/react-router'
import { mainRoute } from '#features/account/web.tsx'
import { loadNamespace, withNamespace } from '#browser/i18n/i18n.ts'
import type { FeatureWithRoutes } from '#ui/feature/WebFeature.ts'
import { lazyComponent, lazyPage } from '#ui/lazy/lazyComponent.tsx'

export { handQuestion } from './web/handedQuestion.ts'

/** Asks one recording, beside its page. */
export const AskPanel = lazyComponent(withNamespace('ask', async () => (await import('./web/AskPanel.tsx')).AskPanel))

const askRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'ask',
  // The router parses every value as a string.
  validateSearch: (search: Record<string, unknown>) => search as { thread?: string },
  loader: () => loadNamespace('ask'),
  staticData: { page: 'ask' },
  component: lazyPage(() => import('./web/AskPage.tsx'), 'AskPage'),
})

const routes = [askRoute] as const

/** The manifest of the feature. */
export const askFeature: FeatureWithRoutes<typeof routes> = {
  name: 'ask',
  routes,
}
