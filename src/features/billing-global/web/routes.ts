import { createRoute } from '@tanstack/react-router'
import { memberPage } from '#features/membership/web.tsx'
import { lazyPage } from '#ui/lazy/lazyComponent.tsx'

export const routes = [
  createRoute({
    ...memberPage,
    path: 'member/billings',
    component: lazyPage(() => import('./BillingsPage.tsx'), 'BillingsPage'),
  }),
] as const
