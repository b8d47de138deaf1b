import { createRoute } from '@tanstack/react-router'
import { mainRoute } from '#features/account/web.tsx'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { searchParams, textLike } from '#browser/routing/searchParams.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

const templatesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'community-templates',
  validateSearch: searchParams({ template_id: textLike(/^[\w-]{1,64}$/) }),
  staticData: { page: 'templates' },
  component: lazyComponent(withNamespace('templates', async () => (await import('./page/TemplatesPage.tsx')).TemplatesPage)),
})

export const routes = [templatesRoute] as const
