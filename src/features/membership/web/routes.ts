import { createRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { mainRoute } from '#features/account/web.tsx'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { anyText, searchParams } from '#browser/routing/searchParams.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

/** What the pages of the membership centre (A§2 /member/*) have in common. */
const memberPage = {
  getParentRoute: () => mainRoute,
  // The button that led to the page, or what to show of it (A§2).
  validateSearch: searchParams({ from: anyText }),
  staticData: { page: 'member' },
} as const

const memberComponent = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyComponent(withNamespace(['membership', 'site'], load))

export const routes = [
  createRoute({
    ...memberPage,
    path: 'member/index',
    component: memberComponent(async () => (await import('./center/MemberPage.tsx')).MemberPage),
  }),
  createRoute({
    ...memberPage,
    path: 'member/purchase',
    component: memberComponent(async () => (await import('./center/plans/PurchasePage.tsx')).PurchasePage),
  }),
  createRoute({
    ...memberPage,
    path: 'member/billings',
    component: memberComponent(async () => (await import('./center/BillingsPage.tsx')).BillingsPage),
  }),
  createRoute({
    ...memberPage,
    path: 'member/history',
    component: memberComponent(async () => (await import('./center/HistoryPage.tsx')).HistoryPage),
  }),
  createRoute({
    ...memberPage,
    path: 'member/manage',
    component: memberComponent(async () => (await import('./center/ManagePage.tsx')).ManagePage),
  }),
] as const
