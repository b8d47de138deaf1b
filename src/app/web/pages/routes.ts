import { createRoute } from '@tanstack/react-router'
import { validateLoginSearch, redirectFromLogin } from '#features/account/web.tsx'
import { rootRoute } from '#browser/routing/rootRoute.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'login',
  validateSearch: validateLoginSearch,
  beforeLoad: redirectFromLogin,
  component: lazyComponent(async () => (await import(/* chunk: direct */ './LoginPage.tsx')).LoginPage),
})

export const routes = [loginRoute] as const
