import { Outlet, RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { act, screen, waitFor, within } from '@testing-library/react'
import { parsePlainSearch, stringifyPlainSearch } from '#browser/routing/plainSearch.ts'
import { MembershipContext } from '#features/membership/web.tsx'
import { FEATURES } from '#app/web/features.ts'
import { createLayoutFeature } from '#app/web/layout/layoutFeature.ts'
import { Shell } from '#app/web/layout/Shell.tsx'
import type { ShellProps } from '#app/web/layout/Shell.tsx'
import { SidebarsProvider } from '#app/web/layout/Sidebars.tsx'
import { useAppLocation } from '#app/web/routing/appLocation.ts'
import { FeatureDialogs } from '#ui/feature/FeatureDialogs.tsx'
import { FeaturesContext } from '#ui/feature/FeaturesContext.ts'
import type { PageName } from '#browser/routing/rootRoute.ts'
import { SearchField } from '#ui/search/SearchField.tsx'
import type { Locale } from '#shared/locales.ts'
import { aMembership } from './aMembership.ts'
import type { UserData } from './aUser.ts'
import { closeDialogs } from './closeDialogs.ts'
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

const LAYOUT_ONLY = [createLayoutFeature(() => FEATURES)]

function FilesPage() {
  const { fileId } = useAppLocation()
  return (
    <>
      <SearchField label="Search" shortcut="/" value="" onChange={() => {}} />
      <section id="reading" aria-label="Open recording" tabIndex={-1}>
        <h1>{fileId ?? 'none chosen'}</h1>
      </section>
    </>
  )
}

const SearchPage = () => (
  <>
    <h1>search</h1>
    <input type="search" aria-label="Search" aria-keyshortcuts="/" ref={(field) => field?.focus()} />
  </>
)

type LayoutOptions = Partial<ShellProps> & { locale?: Locale; membership?: UserData['membership_type'] }

/** Renders the app layout at a URL, with pages that show only their name, and text in the slots of the features. */
export async function renderLayout(address: string, { locale, membership = 'starter', ...props }: LayoutOptions = {}) {
  const membershipState = {
    membership: aMembership({ membership_type: membership }),
    error: null,
    retry: () => {},
    retrying: false,
  }
  const rootRoute = createRootRoute({
    component: () => (
      <MembershipContext value={membershipState}>
        <FeaturesContext value={LAYOUT_ONLY}>
          <SidebarsProvider>
            <Shell
              counts={LIBRARY_COUNTS}
              folders={<p>folders</p>}
              user={{ name: 'Lena', email: 'lena@example.org' }}
              isMember
              membershipLink={{ to: '/member/index', search: { from: 'sidebar_menu' } }}
              help={null}
              usage={(narrow) => <p>{narrow ? 'usage, narrow' : 'usage'}</p>}
              sync={() => <p>sync</p>}
              explore={<h1>what Earshot works with</h1>}
              upsell={<h2>upsell</h2>}
              {...props}
            >
              <Outlet />
            </Shell>
            <FeatureDialogs triggerDelay={0} />
          </SidebarsProvider>
        </FeaturesContext>
      </MembershipContext>
    ),
  })
  const mainRoute = createRoute({ getParentRoute: () => rootRoute, id: 'main' })
  const pageRoute = (path: string, page: PageName, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => mainRoute, path, staticData: { page }, component })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      mainRoute.addChildren([
        pageRoute('/', 'home', () => <h1>home</h1>),
        pageRoute('file-list', 'list', FilesPage),
        pageRoute('file/$id', 'file', FilesPage),
        pageRoute('search', 'search', SearchPage),
        pageRoute('ask', 'ask', () => <h1>ask</h1>),
        pageRoute('community-templates', 'templates', () => <h1>community-templates</h1>),
        pageRoute('member/$page', 'member', () => <h1>member/$page</h1>),
      ]),
    ]),
    history,
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
  })
  closeDialogs('palette', 'shortcuts', 'upload', 'settings', 'signOut', 'download', 'noMembership')
  const view = await renderWithProviders(<RouterProvider router={router} />, locale ? { locale } : {})
  await screen.findByRole('main')
  const sidebar = () => screen.getByRole('complementary', { name: locale === undefined ? 'Sidebar' : /./ })
  const { user } = view
  return {
    ...view,
    sidebar,
    currentAddress: () => history.location.href,
    navigateTo: (href: string) => act(() => router.navigate({ href })),
    /** Opens the user menu of the sidebar, and a submenu if one is given. */
    openMenu: async (submenu?: string) => {
      await user.click(within(sidebar()).getByRole('button', { name: /Lena/ }))
      if (submenu === undefined) return screen.findByRole('menuitem', { name: /^Settings/ })
      // Uses the keyboard, because jsdom has no layout that a pointer could cross.
      const item = await screen.findByRole('menuitem', { name: submenu })
      act(() => item.focus())
      await user.keyboard('{ArrowRight}')
      await waitFor(() => screen.getAllByRole('menuitemradio'))
      return screen.getByRole('menuitem', { name: submenu })
    },
  }
}
