import { createRoute } from '@tanstack/react-router'
import { mainRoute } from '#features/account/web.tsx'
import { loadNamespace } from '#browser/i18n/i18n.ts'
import { lazyPage } from '#ui/lazy/lazyComponent.tsx'

const templatesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'community-templates',
  validateSearch: parseTemplatesSearch,
  loader: () => loadNamespace('templates'),
  staticData: { page: 'templates' },
  component: lazyPage(() => import('./page/TemplatesPage.tsx'), 'TemplatesPage'),
})

/** Parses the query of /community-templates (A§2) and drops an invalid id. */
function parseTemplatesSearch({ template_id: id }: Record<string, unknown>): { template_id?: string | undefined } {
  return { template_id: typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : undefined }
}

export const routes = [templatesRoute] as const
