import { createRoute } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadNamespace } from '../../i18n.ts'
import { lazyPage } from '../../lazyPage.ts'
import { DOCUMENTS } from './documents/documents.ts'

/** The routes of the public pages, which need no account (A§2). */
export function createPublicRoutes(rootRoute: AnyRoute) {
  const layoutRoute = createRoute({
    getParentRoute: () => rootRoute,
    id: 'public',
    loader: () => loadNamespace('pages'),
    component: lazyPage(() => import('./PublicLayout.tsx'), 'PublicLayout'),
  })
  const pageRoutes = (
    [
      ['download', () => import('./DownloadPage.tsx'), 'DownloadPage'],
      ['launch-desktop', () => import('./links/LaunchDesktopPage.tsx'), 'LaunchDesktopPage'],
      ['applink', () => import('./links/AppLinkPage.tsx'), 'AppLinkPage'],
      ['shortlink', () => import('./links/ShortLinkPage.tsx'), 'ShortLinkPage'],
      ['templatelink', () => import('./links/TemplateLinkPage.tsx'), 'TemplateLinkPage'],
      ['share/$token', () => import('./links/SharePage.tsx'), 'SharePage'],
    ] as const
  ).map(([path, load, name]) =>
    createRoute({
      getParentRoute: () => layoutRoute,
      path,
      component: lazyPage(load as () => Promise<Record<string, () => ReactNode>>, name),
    }),
  )
  const documentRoutes = DOCUMENTS.map((name) =>
    createRoute({
      getParentRoute: () => layoutRoute,
      path: name,
      component: lazyPage(async () => {
        const { DocumentPage } = await import('./documents/DocumentPage.tsx')
        return { default: () => <DocumentPage name={name} /> }
      }),
    }),
  )
  return layoutRoute.addChildren([...pageRoutes, ...documentRoutes])
}
