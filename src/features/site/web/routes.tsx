import { createRoute } from '@tanstack/react-router'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { rootRoute } from '#browser/routing/rootRoute.ts'
import { anyText, searchParams } from '#browser/routing/searchParams.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { DOCUMENTS } from '../rules.ts'

/** The layout of the public pages, which need no account (A§2). */
const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: lazyComponent(
    withNamespace('site', async () => (await import(/* chunk: direct */ './public-pages/PublicLayout.tsx')).PublicLayout),
  ),
})
const publicPage = { getParentRoute: () => publicRoute } as const

const documentRoutes = DOCUMENTS.map((name) =>
  createRoute({
    ...publicPage,
    path: name,
    // The link that led to the document.
    validateSearch: searchParams({ from: anyText }),
    component: lazyComponent(async () => {
      const { DocumentPage } = await import(/* chunk: direct */ './documents/DocumentPage.tsx')
      return () => <DocumentPage name={name} />
    }),
  }),
)

/** Written apart from `addChildren`, which would type each of them as any route. */
const publicRoutes = [
  createRoute({
    ...publicPage,
    path: 'download',
    component: lazyComponent(async () => (await import(/* chunk: direct */ './downloads/DownloadPage.tsx')).DownloadPage),
  }),
  createRoute({
    ...publicPage,
    path: 'launch-desktop',
    validateSearch: searchParams({ desktop_uuid: anyText }),
    component: lazyComponent(async () => (await import(/* chunk: direct */ './links/LaunchDesktopPage.tsx')).LaunchDesktopPage),
  }),
  createRoute({
    ...publicPage,
    path: 'applink',
    component: lazyComponent(async () => (await import(/* chunk: direct */ './links/AppLinkPage.tsx')).AppLinkPage),
  }),
  createRoute({
    ...publicPage,
    path: 'shortlink',
    validateSearch: searchParams({ to: anyText }),
    component: lazyComponent(async () => (await import(/* chunk: direct */ './links/ShortLinkPage.tsx')).ShortLinkPage),
  }),
  createRoute({
    ...publicPage,
    path: 'templatelink',
    validateSearch: searchParams({ template_id: anyText }),
    component: lazyComponent(async () => (await import(/* chunk: direct */ './links/TemplateLinkPage.tsx')).TemplateLinkPage),
  }),
  ...documentRoutes,
] as const

export const routes = [publicRoute.addChildren(publicRoutes)] as const
