import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderLayout } from '#test/screens/renderLayout.tsx'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { closeDialog, isDialogOpen } from '#ui/dialog/openDialog.ts'
import { devicesContract } from '#features/devices/contract.ts'
import { telemetryContract } from '#features/telemetry/contract.ts'
import { useTelemetry } from '#features/telemetry/web.tsx'
import { setLastList } from '#features/library/web.tsx'

const getCurrentRows = () => screen.queryAllByRole('link', { current: 'page' }).map((link) => link.textContent)
/** The positions of the words in the text of an element; -1 if a word is missing. */
const positionsOf = (element: HTMLElement, words: readonly string[]) =>
  words.map((word) => element.textContent?.indexOf(word) ?? -1)

function TelemetryOn() {
  useTelemetry({ isOn: true, userId: 'u1' })
  return null
}

// jsdom does not implement scrolling.
beforeEach(() => void vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

describe('the sidebar (B§2)', () => {
  it('shows header, user menu, new recording, fixed menu, folder section, usage card and sync status in this order', async () => {
    const { sidebar } = await renderLayout('/')
    const positions = positionsOf(sidebar(), [
      'Earshot',
      'Lena',
      'New recording',
      'Home',
      'All files',
      'Comes from',
      'folders',
      'usage',
      'sync',
    ])
    expect(positions).not.toContain(-1)
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
  })

  it('lists home, ask AI, templates with a beta badge, explore, the fixed lists and the sources with recordings', async () => {
    const { sidebar } = await renderLayout('/')
    const rows = within(sidebar())
      .getAllByRole('listitem')
      .map((row) => row.textContent)
    expect(rows).toEqual([
      'Home',
      'Ask AI',
      'Templatesbeta',
      'Explore',
      'All files248',
      'Unorganized31',
      'Trash4',
      'Calls2',
      'Note Pro1',
      'Web uploads40',
    ])
  })

  it('shows no numbers until they are known', async () => {
    const counts = { all: 0, unorganized: 0, trash: 0, byScene: new Map(), isFirstLoad: true }
    const { sidebar } = await renderLayout('/', { counts })
    expect(within(sidebar()).getByRole('link', { name: 'All files' }).textContent).toBe('All files')
  })

  it('offers recording in the browser, with the desktop app, and uploading in the new-recording menu (B§2)', async () => {
    const { user, sidebar, unmount } = await renderLayout('/')
    await user.click(within(sidebar()).getByRole('button', { name: 'New recording' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual([
      'Record in this browserN',
      'Record with the desktop app',
      'Upload audioU',
    ])
    await user.click(items[2]!)
    expect(isDialogOpen('upload')).toBe(true)
    unmount()
    const nonMember = await renderLayout('/', { membership: 'none' })
    await nonMember.user.keyboard('n')
    expect(isDialogOpen('noMembership')).toBe(true)
  })

  it('shows a red dot at explore until the user has seen the integrations (A§4)', async () => {
    const { sidebar, unmount } = await renderLayout('/', { hasNews: true })
    expect(within(sidebar()).getByRole('link', { name: /^Explore/ }).textContent).not.toBe('Explore')
    unmount()
    const withoutNews = await renderLayout('/')
    expect(within(withoutNews.sidebar()).getByRole('link', { name: /^Explore/ }).textContent).toBe('Explore')
  })
})

describe('the three states of the sidebar (A§2)', () => {
  it('is full, collapsed or hidden, and restores the stored state', async () => {
    const first = await renderLayout('/')
    await first.user.click(within(first.sidebar()).getByRole('button', { name: 'Collapse sidebar' }))
    expect(first.sidebar().textContent).not.toContain('All files')
    expect(first.sidebar().textContent).toContain('usage, narrow')
    first.unmount()
    const second = await renderLayout('/')
    expect(within(second.sidebar()).getByRole('link', { name: 'All files' })).toBeTruthy()
    expect(within(second.sidebar()).getByRole('link', { name: 'Templates (beta)' })).toBeTruthy()
    await second.user.click(within(second.sidebar()).getByRole('button', { name: 'Hide sidebar' }))
    expect(screen.queryByRole('complementary')).toBeNull()
    second.unmount()
    const third = await renderLayout('/')
    expect(screen.queryByRole('complementary')).toBeNull()
    await third.user.click(screen.getByRole('button', { name: 'Show sidebar' }))
    expect(third.sidebar().textContent).toContain('All files')
  })

  it('tracks expanding as a button event, and does not track collapsing or hiding (A§2, A§9)', async () => {
    const trackedEvents: unknown[] = []
    mockServer([
      handle(telemetryContract.uploadInfo, ({ body: { info } }) => {
        if (info.event_cat === 'sidebar_expand') trackedEvents.push(info.event_param)
        return {}
      }),
    ])
    const { user, sidebar } = await renderLayout('/', { sync: () => <TelemetryOn /> })
    const clickButton = (name: string) => user.click(within(sidebar()).getByRole('button', { name }))
    // Telemetry is loaded after the first paint.
    await waitFor(async () => {
      await clickButton('Collapse sidebar')
      const countBefore = trackedEvents.length
      await clickButton('Expand sidebar')
      expect(trackedEvents).toHaveLength(countBefore + 1)
    })
    expect(trackedEvents.at(-1)).toMatchObject({ kind: 'button', value: 2, from: 'collapsed' })
    const countBefore = trackedEvents.length
    await user.keyboard('[[')
    expect(trackedEvents).toHaveLength(countBefore)
    await user.keyboard('[[')
    await waitFor(() => expect(trackedEvents).toHaveLength(countBefore + 1))
    expect(trackedEvents.at(-1)).toMatchObject({ kind: 'button', value: 2, from: 'hidden' })
  })

  it('is shown again by a floating button, which on the page of a recording is in the top bar', async () => {
    const { user, navigateTo, sidebar } = await renderLayout('/')
    await user.keyboard('[[')
    expect(screen.getByRole('button', { name: 'Show sidebar' }).closest('header')).toBeNull()
    await navigateTo('/file/ab12')
    const button = screen.getByRole('button', { name: 'Show sidebar' })
    expect(button.closest('header')).toBeTruthy()
    await user.click(button)
    expect(sidebar()).toBeTruthy()
    expect(document.activeElement).toBe(within(sidebar()).getByRole('button', { name: 'Collapse sidebar' }))
  })

  it('is collapsed beside a list and a recording on a narrow screen, until the user expands it there', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(900px <= width < 1160px)',
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    const { user, navigateTo, sidebar } = await renderLayout('/file-list')
    expect(sidebar().textContent).toContain('All files')
    await navigateTo('/file/ab12')
    expect(sidebar().textContent).not.toContain('All files')
    await user.click(within(sidebar()).getByRole('button', { name: 'Expand sidebar' }))
    expect(sidebar().textContent).toContain('All files')
    await user.click(within(sidebar()).getByRole('button', { name: 'Collapse sidebar' }))
    expect(sidebar().textContent).not.toContain('All files')
    await navigateTo('/file-list')
    expect(sidebar().textContent).toContain('All files')
    vi.unstubAllGlobals()
  })
})

describe('the current row of the sidebar', () => {
  it('is the current page, or the list from which the open recording was opened', async () => {
    const { navigateTo } = await renderLayout('/')
    expect(new Set(getCurrentRows())).toEqual(new Set(['Earshot', 'Home']))
    await navigateTo('/file-list?categoryId=trash')
    expect(getCurrentRows()).toContain('Trash4')
    setLastList({ categoryId: 'trash' })
    await navigateTo('/file/ab12')
    expect(getCurrentRows()).toContain('Trash4')
  })

  it('does not exist on the membership pages (A§2)', async () => {
    const { navigateTo } = await renderLayout('/')
    for (const page of ['index', 'purchase', 'billings', 'history', 'manage']) {
      await navigateTo(`/member/${page}?from=x`)
      expect(getCurrentRows()).toEqual([])
    }
  })
})

describe('the user menu (B§2)', () => {
  it('has settings, membership, help centre, download and sign out', async () => {
    const { openMenu } = await renderLayout('/')
    await openMenu()
    const names = screen.getAllByRole('menuitem').map((item) => item.querySelector('span')?.textContent ?? item.textContent)
    expect(names).toEqual([
      'Settings',
      'Membership',
      'Help center',
      'Download',
      'Appearance',
      'Language',
      'Keyboard shortcuts',
      'Sign out',
    ])
  })

  it('always opens the download dialog, and the new-recording menu the desktop program (B§4)', async () => {
    const { user, sidebar, openMenu } = await renderLayout('/')
    await openMenu()
    await user.click(screen.getByRole('menuitem', { name: 'Download' }))
    expect(isDialogOpen('download')).toBe(true)
    act(() => closeDialog('download'))
    await user.click(within(sidebar()).getByRole('button', { name: 'New recording' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Record with the desktop app' }))
    await waitFor(() => expect(isDialogOpen('openDesktop')).toBe(true))
    act(() => closeDialog('openDesktop'))
  })

  it('links to the membership page and to the help centre', async () => {
    const { user, openMenu, currentAddress } = await renderLayout('/', { help: 'https://help.example.org/' })
    await openMenu()
    const help = screen.getByRole('menuitem', { name: 'Help center' })
    expect([help.getAttribute('href'), help.getAttribute('target')]).toEqual(['https://help.example.org/', '_blank'])
    await user.click(screen.getByRole('menuitem', { name: 'Membership' }))
    await waitFor(() => expect(currentAddress()).toBe('/member/index?from=sidebar_menu'))
  })

  it('runs the guard before it opens guarded pages (B§2)', async () => {
    const { requests } = mockServer([handle(devicesContract.list, () => ({ data_devices: [] }))])
    const { user, openMenu, sidebar, currentAddress } = await renderLayout('/', { membership: 'none' })
    await openMenu()
    await user.click(screen.getByRole('menuitem', { name: 'Membership' }))
    await waitFor(() => expect(isDialogOpen('noMembership')).toBe(true))
    act(() => closeDialog('noMembership'))
    await user.click(within(sidebar()).getByRole('link', { name: 'Ask AI' }))
    await waitFor(() => expect(isDialogOpen('noMembership')).toBe(true))
    expect([requests, currentAddress()]).toEqual([['GET /device/list'], '/'])
  })

  it('changes the appearance and stores it', async () => {
    const { user, openMenu } = await renderLayout('/')
    await openMenu('Appearance')
    // The menu opens at "System", the first of three items.
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(localStorage.getItem('earshot_theme')).toContain('dark')
    delete document.documentElement.dataset['theme']
  })

  it('offers the ten languages and switches immediately', async () => {
    const { user, openMenu } = await renderLayout('/')
    await openMenu('Language')
    expect(screen.getAllByRole('menuitemradio')).toHaveLength(10)
    await user.keyboard('Deu{Enter}')
    await waitFor(() => expect(screen.getByRole('complementary').textContent).toContain('Neue Aufnahme'))
    expect(document.documentElement.lang).toBe('de-DE')
  })

  it('opens the settings, as Ctrl , does', async () => {
    const { user, openMenu } = await renderLayout('/')
    await user.click(await openMenu())
    expect(isDialogOpen('settings')).toBe(true)
    act(() => closeDialog('settings'))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await user.keyboard('{Control>},{/Control}')
    expect(isDialogOpen('settings')).toBe(true)
  })

  it('signs out', async () => {
    const { user, openMenu } = await renderLayout('/')
    await openMenu()
    await user.click(screen.getByRole('menuitem', { name: 'Sign out' }))
    expect(isDialogOpen('signOut')).toBe(true)
  })
})
