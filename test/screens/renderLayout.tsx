import { Outlet, RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { act, screen, waitFor, within } from '@testing-library/react'
import { vi } from 'vitest'
import { BackToListLink } from '#app/web/layout/panes/BackToListLink.tsx'
import { FilesPanes } from '#app/web/layout/panes/FilesPanes.tsx'
import { parsePlainSearch, stringifyPlainSearch } from '#app/web/routing/plainSearch.ts'
import { Shell } from '#app/web/layout/Shell.tsx'
import type { ShellProps } from '#app/web/layout/Shell.tsx'
import { useAppLocation } from '#app/web/routing/appLocation.ts'
import type { Locale } from '#browser/i18n/locales.ts'
import { renderWithProviders } from './renderWithProviders.tsx'

const LIBRARY_COUNTS = {
  all: 248,
  unorganized: 31,
  trash: 4,
  byScene: new Map([
    [7, 2],
    [101, 40],
    [880, 0],
    [881, 1],
  ]),
}

function FilesPage() {
  const { fileId } = useAppLocation()
  return (
    <FilesPanes list={<input type="search" aria-label="Search" />} isRecordingOpen={fileId !== undefined}>
      {fileId && <BackToListLink />}
      <h1>{fileId ?? 'none chosen'}</h1>
    </FilesPanes>
  )
}

const SearchPage = () => (
  <>
    <h1>search</h1>
    <input type="search" aria-label="Search" />
  </>
)

/** Renders the app layout at an address, with pages that show only their name and text in the slots of the features. */
export async function renderLayout(address: string, { locale, ...props }: Partial<ShellProps> & { locale?: Locale } = {}) {
  const callbacks = {
    upload: vi.fn<ShellProps['onUpload']>(),
    settings: vi.fn<(pane?: string) => void>(),
    signOut: vi.fn<() => void>(),
  }
  const rootRoute = createRootRoute({
    component: () => (
      <Shell
        counts={LIBRARY_COUNTS}
        folders={<p>folders</p>}
        user={{ name: 'Lena', email: 'lena@example.org' }}
        isMember
        membershipTo="/member/index?from=sidebar_menu"
        help={null}
        onUpload={callbacks.upload}
        onSettings={callbacks.settings}
        onSignOut={callbacks.signOut}
        usage={(narrow) => <p>{narrow ? 'usage, narrow' : 'usage'}</p>}
        sync={<p>sync</p>}
        explore={<h1>what Earshot works with</h1>}
        upsell={<h2>upsell</h2>}
        {...props}
      >
        <Outlet />
      </Shell>
    ),
  })
  const pageRoute = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => rootRoute, path, component })
  const pages = ['ask', 'community-templates', 'member/$page'].map((path) => pageRoute(path, () => <h1>{path}</h1>))
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      pageRoute('/', () => <h1>home</h1>),
      pageRoute('file-list', FilesPage),
      pageRoute('file/$id', FilesPage),
      pageRoute('search', SearchPage),
      ...pages,
    ]),
    history,
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
  })
  const view = await renderWithProviders(<RouterProvider router={router} />, locale ? { locale } : {})
  await screen.findByRole('main')
  const sidebar = () => screen.getByRole('complementary', { name: locale === undefined ? 'Sidebar' : /./ })
  const { user } = view
  return {
    ...view,
    ...callbacks,
    sidebar,
    currentAddress: () => history.location.href,
    navigateTo: (href: string) => act(() => router.navigate({ href })),
    /** Opens the user menu of the sidebar, and a submenu if one is named. */
    openMenu: async (submenu?: string) => {
      await user.click(within(sidebar()).getByRole('button', { name: /Lena/ }))
      if (submenu === undefined) return screen.findByRole('menuitem', { name: /^Settings/ })
      // With the keyboard, because jsdom has no layout that a pointer could cross.
      const item = await screen.findByRole('menuitem', { name: submenu })
      act(() => item.focus())
      await user.keyboard('{ArrowRight}')
      await waitFor(() => screen.getAllByRole('menuitemradio'))
      return screen.getByRole('menuitem', { name: submenu })
    },
  }
}
