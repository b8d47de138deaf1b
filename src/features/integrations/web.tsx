import { createRoute } from '@tanstack/react-router'
import { Cable } from 'lucide-react'
import { requireToken } from '#features/account/web.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import type { FeatureWithRoutes } from '#ui/feature/WebFeature.ts'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { rootRoute } from '#browser/routing/rootRoute.ts'
import { searchParams } from '#browser/routing/searchParams.ts'

/** The page validates the request as a whole. */
const asSent = (text: string): string => text

/** /zapier-auth (A§2). */
const zapierAuthRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'zapier-auth',
  validateSearch: searchParams({
    client_id: asSent,
    flag: asSent,
    response_type: asSent,
    redirect_uri: asSent,
    state: asSent,
    scope: asSent,
    code_challenge: asSent,
    code_challenge_method: asSent,
  }),
  beforeLoad: requireToken,
  component: lazyComponent(withNamespace('integrations', async () => (await import('./web/ZapierAuthPage.tsx')).ZapierAuthPage)),
})

const routes = [zapierAuthRoute] as const

/** The manifest of the feature. */
export const integrationsFeature: FeatureWithRoutes<typeof routes> = {
  name: 'integrations',
  routes,
  settingsPanes: [
    {
      id: 'connections',
      order: 70,
      title: 'profile:pane_connections',
      icon: Cable,
      redDot: 'automation',
      load: withNamespace('integrations', async () => (await import('./web/settings/Connections.tsx')).Connections),
    },
  ],
  paletteActions: withNamespace(
    'integrations',
    async () => (await import(/* chunk: overlay */ './web/usePaletteActions.tsx')).usePaletteActions,
  ),
}

/** The integrations of Earshot (A§2 "explore"). */
export const ExplorePanel = lazyComponent(
  withNamespace(['integrations', 'site'], async () => (await import('./web/explore/ExplorePanel.tsx')).ExplorePanel),
)
