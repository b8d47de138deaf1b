import { RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bringNamespace } from '#app/web/i18n.ts'
import { parsePlainSearch, writePlainSearch } from '#app/web/shell/plainSearch.ts'
import type { Locale } from '#ui/locales.ts'
import { renderScreen } from './renderScreen.tsx'

/** Renders one public page at its address. Every other address renders "elsewhere". */
export async function atPage(path: string, Page: () => ReactNode, query = '', { locale }: { locale?: Locale } = {}) {
  window.scrollTo = () => {}
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path, loader: () => bringNamespace('pages'), component: Page })
  const other = createRoute({ getParentRoute: () => root, path: '$', component: () => <h1>elsewhere</h1> })
  const history = createMemoryHistory({ initialEntries: [`${path}${query}`] })
  const router = createRouter({
    routeTree: root.addChildren([page, other]),
    history,
    parseSearch: parsePlainSearch,
    stringifySearch: writePlainSearch,
  })
  const view = await renderScreen(<RouterProvider router={router} />, locale ? { locale } : {})
  return { ...view, where: () => history.location.href, length: () => history.length }
}
