import { createRoute } from '@tanstack/react-router'
import { mainRoute, parseLoginSearch, redirectFromLogin } from '#features/account/web.tsx'
import { loadNamespace } from '#browser/i18n/i18n.ts'
import { rootRoute } from '#browser/routing/rootRoute.ts'
import { lazyPage } from '#ui/lazy/lazyComponent.tsx'

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'login',
  validateSearch: parseLoginSearch,
  beforeLoad: redirectFromLogin,
  component: lazyPage(() => import(/* chunk: direct */ './LoginPage.tsx'), 'LoginPage'),
})

const askRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'ask',
  loader: () => loadNamespace('pages'),
  staticData: { page: 'ask' },
  component: lazyPage(() => import('./AskPage.tsx'), 'AskPage'),
})
export const routes = [loginRoute, askRoute] as const
