import { Outlet, RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import type { Locale } from '#ui/locales.ts'
import { BackToList } from './BackToList.tsx'
import { FilesPanes } from './FilesPanes.tsx'
import { keepListBeside } from './listBeside.ts'
import { parsePlainSearch, writePlainSearch } from './plainSearch.ts'
import { Shell } from './Shell.tsx'
import { usePlace } from './usePlace.ts'

const counts = {
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
const LENA = { name: 'Lena', email: 'lena@example.org' }

function Files() {
  const { fileId } = usePlace()
  return (
    <FilesPanes list={<input type="search" aria-label="Search" />} isOpen={fileId !== undefined}>
      {fileId && <BackToList />}
      <h1>{fileId ?? 'none chosen'}</h1>
    </FilesPanes>
  )
}

/** The shell at an address, with pages that only say where one is. */
async function shellAt(address: string, { locale }: { locale?: Locale } = {}) {
  const told = { upload: vi.fn<(files: readonly File[]) => void>(), settings: vi.fn<() => void>(), signOut: vi.fn<() => void>() }
  const root = createRootRoute({
    component: () => (
      <Shell
        counts={counts}
        folders={<p>folders</p>}
        user={LENA}
        onUpload={told.upload}
        onSettings={told.settings}
        onSignOut={told.signOut}
      >
        <Outlet />
      </Shell>
    ),
  })
  const at = (path: string, component: () => React.ReactNode) => createRoute({ getParentRoute: () => root, path, component })
  const home = at('/', () => <h1>home</h1>)
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({
    routeTree: root.addChildren([home, at('file-list', Files), at('file/$id', Files)]),
    history,
    parseSearch: parsePlainSearch,
    stringifySearch: writePlainSearch,
  })
  const view = await renderScreen(<RouterProvider router={router} />, locale ? { locale } : {})
  await screen.findByRole('main')
  const side = () => screen.getByRole('complementary')
  return {
    ...view,
    ...told,
    side,
    where: () => history.location.href,
    goTo: (href: string) => act(() => router.navigate({ href })),
  }
}

const current = () => screen.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)

// The page itself does not scroll, its panes do; jsdom has no scrolling at all.
beforeEach(() => void vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

describe('the sidebar (A§2)', () => {
  it('is full, collapsed or hidden, and stays as it was left', async () => {
    const first = await shellAt('/')
    await first.user.click(within(first.side()).getByRole('button', { name: 'Collapse the sidebar' }))
    expect(first.side().textContent).not.toContain('All files')
    first.unmount()
    const second = await shellAt('/')
    expect(within(second.side()).getByRole('link', { name: 'All files' })).toBeTruthy()
    await second.user.click(within(second.side()).getByRole('button', { name: 'Hide the sidebar' }))
    expect(screen.queryByRole('complementary')).toBeNull()
    second.unmount()
    const third = await shellAt('/')
    expect(screen.queryByRole('complementary')).toBeNull()
    await third.user.click(screen.getByRole('button', { name: 'Show the sidebar' }))
    expect(third.side().textContent).toContain('All files')
  })

  it('when hidden offers itself by a floating button, but not on a recording', async () => {
    const { user, goTo } = await shellAt('/')
    await user.keyboard('[[')
    expect(screen.getByRole('button', { name: 'Show the sidebar' })).toBeTruthy()
    await goTo('/file/ab12')
    expect(screen.queryByRole('button', { name: 'Show the sidebar' })).toBeNull()
    await user.keyboard('[[')
    expect(screen.getByRole('complementary')).toBeTruthy()
  })

  it('shows the shelves with their counts, and only the sources that have something (B§2)', async () => {
    const { side } = await shellAt('/')
    const rows = within(side())
      .getAllByRole('listitem')
      .map((row) => row.textContent)
    expect(rows).toEqual(['Home', 'All files248', 'Unorganized31', 'Trash4', 'Calls2', 'Note Pro1', 'Web uploads40'])
    expect(side().textContent).toContain('folders')
  })

  it('pretends nothing: no recording, no Ask, no templates before they are there', async () => {
    const { user, side } = await shellAt('/')
    await user.click(within(side()).getByRole('button', { name: 'New recording' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual(['Upload audioU'])
  })

  it('marks where one is, and beside a recording the list it was opened from', async () => {
    const { goTo } = await shellAt('/')
    expect(new Set(current())).toEqual(new Set(['Home']))
    await goTo('/file-list?categoryId=trash')
    expect(current()).toContain('Trash4')
    keepListBeside({ categoryId: 'trash' })
    await goTo('/file/ab12')
    expect(current()).toContain('Trash4')
    expect(screen.getByRole('link', { name: 'Back to the list' }).getAttribute('href')).toBe('/file-list?categoryId=trash')
  })
})

describe('the user menu (B§2)', () => {
  it('changes the appearance and keeps it', async () => {
    const { user, side } = await shellAt('/')
    await user.click(within(side()).getByRole('button', { name: /Lena/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(localStorage.getItem('earshot_theme')).toContain('dark')
    delete document.documentElement.dataset['theme']
  })

  it('offers the ten languages and speaks the chosen one at once', async () => {
    const { user, side } = await shellAt('/')
    await user.click(within(side()).getByRole('button', { name: /Lena/ }))
    await screen.findByRole('menuitemradio', { name: '日本語' })
    expect(screen.getAllByRole('menuitemradio')).toHaveLength(3 + 10)
    await user.click(screen.getByRole('menuitemradio', { name: 'Deutsch' }))
    await waitFor(() => expect(side().textContent).toContain('Neue Aufnahme'))
    expect(document.documentElement.lang).toBe('de-DE')
  })

  it('leads to the settings, and so does Ctrl ,', async () => {
    const { user, side, settings } = await shellAt('/')
    await user.click(within(side()).getByRole('button', { name: /Lena/ }))
    await user.click(await screen.findByRole('menuitem', { name: /^Settings/ }))
    expect(settings).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await user.keyboard('{Control>},{/Control}')
    expect(settings).toHaveBeenCalledTimes(2)
  })

  it('leads out', async () => {
    const { user, side, signOut } = await shellAt('/')
    await user.click(within(side()).getByRole('button', { name: /Lena/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    expect(signOut).toHaveBeenCalledOnce()
  })
})

describe('the keys', () => {
  it('g h and g f go home and to all files', async () => {
    const { user, where } = await shellAt('/')
    await user.keyboard('gf')
    await waitFor(() => expect(where()).toBe('/file-list?categoryId=allFiles'))
    await user.keyboard('gh')
    await waitFor(() => expect(where()).toBe('/'))
  })

  it('/ goes to the search field, from any page; the letters typed there are letters', async () => {
    const { user, upload } = await shellAt('/')
    await user.keyboard('/')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')))
    await user.keyboard('u?')
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('u?')
    expect(upload).not.toHaveBeenCalled()
  })

  it('? lists them, and then hears no other', async () => {
    const { user, upload } = await shellAt('/')
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(dialog).getByText('Search the list')).toBeTruthy()
    await user.keyboard('u')
    expect(upload).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('u')
    expect(upload).toHaveBeenCalledWith([])
  })

  it('leave browser shortcuts alone', async () => {
    const { user, upload } = await shellAt('/')
    await user.keyboard('{Control>}u{/Control}')
    expect(upload).not.toHaveBeenCalled()
  })
})

describe('files dragged from the desktop', () => {
  const file = new File(['x'], 'talk.mp3', { type: 'audio/mpeg' })
  const dataTransfer = { types: ['Files'], files: [file] }

  it('are taken wherever they are dropped', async () => {
    const { upload } = await shellAt('/')
    fireEvent.dragEnter(window, { dataTransfer })
    expect(screen.getByText('Drop to upload')).toBeTruthy()
    fireEvent.drop(window, { dataTransfer })
    expect(upload).toHaveBeenCalledWith([file])
    expect(screen.queryByText('Drop to upload')).toBeNull()
  })

  it('are left to a drop zone that takes them itself; rows dragged within the page are none', async () => {
    const { upload } = await shellAt('/')
    fireEvent.dragEnter(window, { dataTransfer: { types: ['text/plain'], files: [] } })
    expect(screen.queryByText('Drop to upload')).toBeNull()
    const main = screen.getByRole('main')
    main.ondrop = (event) => event.preventDefault()
    fireEvent.drop(main, { dataTransfer })
    expect(upload).not.toHaveBeenCalled()
  })
})

describe('the focus', () => {
  it('goes past the sidebar by the first press of Tab', async () => {
    const { user } = await shellAt('/')
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Skip to the content')
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('stands at the page one has gone to', async () => {
    const { user, side, goTo } = await shellAt('/')
    await user.click(within(side()).getByRole('link', { name: /All files/ }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
    within(side()).getByRole('link', { name: 'Home' }).focus()
    await goTo('/file/ab12')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Open recording' }))
  })

  it('stays in the list whose recording was opened beside it', async () => {
    const { goTo } = await shellAt('/file-list')
    screen.getByRole('searchbox').focus()
    await goTo('/file/ab12')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })
})

describe('the edge of the list', () => {
  const edge = () => screen.getByRole('separator', { name: 'Width of the list' })
  const width = () => Number(edge().getAttribute('aria-valuenow'))

  it('is moved by pointer and arrow keys within its bounds, put back by a double click, and stays as it was left', async () => {
    const { user, unmount } = await shellAt('/file-list')
    expect(width()).toBe(352)
    fireEvent.pointerDown(edge(), { clientX: 600 })
    fireEvent.pointerMove(edge(), { clientX: 640 })
    fireEvent.pointerUp(edge())
    fireEvent.pointerMove(edge(), { clientX: 900 })
    expect(width()).toBe(392)
    edge().focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
    expect(width()).toBe(408)
    unmount()
    await shellAt('/file-list')
    expect(width()).toBe(408)
    edge().focus()
    await user.keyboard('{End}{ArrowRight}')
    expect(width()).toBe(520)
    await user.keyboard('{Home}{ArrowLeft}')
    expect(width()).toBe(280)
    await user.dblClick(edge())
    expect(width()).toBe(352)
  })
})

describe('the shell', () => {
  it.each(['/', '/file-list', '/file/ab12'])('has nothing an accessibility checker objects to at %s', async (address) => {
    const { container } = await shellAt(address)
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  })

  it('is a bar at the bottom on phones, with the same menus', async () => {
    const { user, where } = await shellAt('/')
    const bar = screen.getByRole('navigation', { name: 'Quick menu' })
    expect([...bar.children].map((item) => item.textContent)).toEqual(['Home', 'Files', 'New', 'Me'])
    await user.click(within(bar).getByRole('link', { name: 'Files' }))
    await waitFor(() => expect(where()).toBe('/file-list?categoryId=allFiles'))
    await user.click(screen.getByRole('button', { name: 'Library' }))
    const sheet = await screen.findByRole('dialog', { name: 'Library' })
    await user.click(within(sheet).getByRole('link', { name: /Trash/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(where()).toBe('/file-list?categoryId=trash')
  })
})
