import { Outlet, RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { act, screen, waitFor, within } from '@testing-library/react'
import { vi } from 'vitest'
import { BackToList } from '#app/web/shell/BackToList.tsx'
import { FilesPanes } from '#app/web/shell/FilesPanes.tsx'
import { parsePlainSearch, writePlainSearch } from '#app/web/shell/plainSearch.ts'
import { Shell } from '#app/web/shell/Shell.tsx'
import type { ShellProps } from '#app/web/shell/Shell.tsx'
import { usePlace } from '#app/web/shell/usePlace.ts'
import type { Locale } from '#ui/locales.ts'
import { renderScreen } from './renderScreen.tsx'

const COUNTS = {
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

function Files() {
  const { fileId } = usePlace()
  return (
    <FilesPanes list={<input type="search" aria-label="Search" />} isOpen={fileId !== undefined}>
      {fileId && <BackToList />}
      <h1>{fileId ?? 'none chosen'}</h1>
    </FilesPanes>
  )
}

const Search = () => (
  <>
    <h1>search</h1>
    <input type="search" aria-label="Search" />
  </>
)

/** Renders the app layout at an address, with pages that show only their name and text in the slots of the features. */
export async function shellAt(address: string, { locale, ...props }: Partial<ShellProps> & { locale?: Locale } = {}) {
  const told = {
    upload: vi.fn<ShellProps['onUpload']>(),
    settings: vi.fn<(pane?: string) => void>(),
    signOut: vi.fn<() => void>(),
  }
  const root = createRootRoute({
    component: () => (
      <Shell
        counts={COUNTS}
        folders={<p>folders</p>}
        user={{ name: 'Lena', email: 'lena@example.org' }}
        isMember
        membershipTo="/member/index?from=sidebar_menu"
        help={null}
        onUpload={told.upload}
        onSettings={told.settings}
        onSignOut={told.signOut}
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
  const at = (path: string, component: () => React.ReactNode) => createRoute({ getParentRoute: () => root, path, component })
  const pages = ['ask', 'community-templates', 'member/$page'].map((path) => at(path, () => <h1>{path}</h1>))
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({
    routeTree: root.addChildren([
      at('/', () => <h1>home</h1>),
      at('file-list', Files),
      at('file/$id', Files),
      at('search', Search),
      ...pages,
    ]),
    history,
    parseSearch: parsePlainSearch,
    stringifySearch: writePlainSearch,
  })
  const view = await renderScreen(<RouterProvider router={router} />, locale ? { locale } : {})
  await screen.findByRole('main')
  const side = () => screen.getByRole('complementary', { name: locale === undefined ? 'Sidebar' : /./ })
  const { user } = view
  return {
    ...view,
    ...told,
    side,
    where: () => history.location.href,
    goTo: (href: string) => act(() => router.navigate({ href })),
    /** Opens the user menu of the sidebar, and a submenu if one is named. */
    openMenu: async (within_?: string) => {
      await user.click(within(side()).getByRole('button', { name: /Lena/ }))
      if (within_ === undefined) return screen.findByRole('menuitem', { name: /^Settings/ })
      // With the keyboard, because jsdom has no layout that a pointer could cross.
      const item = await screen.findByRole('menuitem', { name: within_ })
      act(() => item.focus())
      await user.keyboard('{ArrowRight}')
      await waitFor(() => screen.getAllByRole('menuitemradio'))
      return screen.getByRole('menuitem', { name: within_ })
    },
  }
}
