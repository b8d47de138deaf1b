import { createRoute } from '@tanstack/react-router'
import { mainRoute } from '#features/account/web.tsx'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { searchParams, textLike } from '#browser/routing/searchParams.ts'
import type { FeatureWithRoutes } from '#ui/feature/WebFeature.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

export { handQuestion } from './web/handedQuestion.ts'
export { AskPanel } from './web/LazyAskPanel.ts'

const askRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'ask',
  validateSearch: searchParams({ thread: textLike(/^[0-9a-f]{32}$/) }),
  staticData: { page: 'ask' },
  component: lazyComponent(withNamespace('ask', async () => (await import(/* chunk: overlay */ './web/AskPage.tsx')).AskPage)),
})

const routes = [askRoute] as const

export const askFeature: FeatureWithRoutes<typeof routes> = {
  name: 'ask',
  routes,
}
