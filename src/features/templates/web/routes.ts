import { createRoute } from '@tanstack/react-router'
import { mainRoute } from '#features/account/web.tsx'
import { loadNamespace } from '#browser/i18n/i18n.ts'
import { searchParams, textLike } from '#browser/routing/searchParams.ts'
import { lazyPage } from '#ui/lazy/lazyComponent.tsx'

const templatesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'community-templates',
  validateSearch: searchParams({ template_id: textLike(/^[\w-]{1,64}$/) }),
  loader: () => loadNamespace('templates'),
  staticData: { page: 'templates' },
  component: lazyPage(() => import('./page/TemplatesPage.tsx'), 'TemplatesPage'),
})

export const routes = [templatesRoute] as const
