import { createRoute } from '@tanstack/react-router'
import { memberPage } from '#features/membership/web.tsx'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { lazyPage } from '#ui/lazy/lazyComponent.tsx'

export const routes = [
  createRoute({
    ...memberPage,
    path: 'member/billings',
    component: lazyPage(
      withNamespace('billing-global', () => import('./BillingsPage.tsx')),
      'BillingsPage',
    ),
  }),
] as const
