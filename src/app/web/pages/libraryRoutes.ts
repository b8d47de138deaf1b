import { createRoute } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadNamespace } from '../i18n.ts'
import { lazyPage } from '../lazyPage.ts'

/** The routes of the main layout except the home page and the library (A§2). */
export const createLibraryRoutes = (mainRoute: AnyRoute) =>
  (
    [
      ['search', () => import('./SearchPage.tsx'), 'SearchPage'],
      ['ask', () => import('./AskPage.tsx'), 'AskPage'],
      ['community-templates', () => import('./TemplatesPage.tsx'), 'TemplatesPage'],
      ['member/index', () => import('./membership/MemberPage.tsx'), 'MemberPage'],
      ['member/purchase', () => import('./membership/PurchasePage.tsx'), 'PurchasePage'],
      ['member/billings', () => import('./membership/BillingsPage.tsx'), 'BillingsPage'],
      ['member/history', () => import('./membership/HistoryPage.tsx'), 'HistoryPage'],
      ['member/manage', () => import('./membership/ManagePage.tsx'), 'ManagePage'],
    ] as const
  ).map(([path, load, name]) =>
    createRoute({
      getParentRoute: () => mainRoute,
      path,
      loader: () => loadNamespace('pages'),
      component: lazyPage(load as () => Promise<Record<string, () => ReactNode>>, name),
    }),
  )
