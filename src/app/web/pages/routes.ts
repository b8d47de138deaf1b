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
const templatesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'community-templates',
  validateSearch: parseTemplatesSearch,
  loader: () => Promise.all([loadNamespace('pages'), loadNamespace('site')]),
  staticData: { page: 'templates' },
  component: lazyPage(() => import('./TemplatesPage.tsx'), 'TemplatesPage'),
})

/** Parses the query of /community-templates (A§2) and drops an invalid id. */
function parseTemplatesSearch({ template_id: id }: Record<string, unknown>): { template_id?: string | undefined } {
  return { template_id: typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : undefined }
}

export const routes = [loginRoute, askRoute, templatesRoute] as const
