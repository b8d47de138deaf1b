import { createRoute } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bringNamespace } from '../../i18n.ts'
import { lazyPage } from '../../lazyPage.ts'
import { DOCUMENTS } from './documents.ts'

/** The routes of the public pages, which need no account (A§2). */
export function publicPages(root: AnyRoute) {
  const layout = createRoute({
    getParentRoute: () => root,
    id: 'public',
    loader: () => bringNamespace('pages'),
    component: lazyPage(() => import('./PublicLayout.tsx'), 'PublicLayout'),
  })
  const pages = (
    [
      ['download', () => import('./DownloadPage.tsx'), 'DownloadPage'],
      ['launch-desktop', () => import('./LaunchDesktopPage.tsx'), 'LaunchDesktopPage'],
      ['applink', () => import('./AppLinkPage.tsx'), 'AppLinkPage'],
      ['shortlink', () => import('./ShortLinkPage.tsx'), 'ShortLinkPage'],
      ['templatelink', () => import('./TemplateLinkPage.tsx'), 'TemplateLinkPage'],
      ['share/$token', () => import('./SharePage.tsx'), 'SharePage'],
    ] as const
  ).map(([path, load, name]) =>
    createRoute({
      getParentRoute: () => layout,
      path,
      component: lazyPage(load as () => Promise<Record<string, () => ReactNode>>, name),
    }),
  )
  const documents = DOCUMENTS.map((name) =>
    createRoute({
      getParentRoute: () => layout,
      path: name,
      component: lazyPage(async () => {
        const { DocumentPage } = await import('./DocumentPage.tsx')
        return { default: () => <DocumentPage name={name} /> }
      }),
    }),
  )
  return layout.addChildren([...pages, ...documents])
}
