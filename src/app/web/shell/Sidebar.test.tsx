import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shellAt } from '#test/screen/shellAt.tsx'
import { on, serveInMemory } from '#test/screen/serveInMemory.ts'
import { telemetryContract } from '#features/telemetry/contract.ts'
import { useTelemetry } from '#features/telemetry/web.tsx'
import { keepListBeside } from './listBeside.ts'

const current = () => screen.queryAllByRole('link', { current: 'page' }).map((link) => link.textContent)
/** The positions of the words in the text of an element; -1 if a word is missing. */
const order = (part: HTMLElement, words: readonly string[]) => words.map((word) => part.textContent?.indexOf(word) ?? -1)

function Counting() {
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
  it('shows header, user menu, new recording, fixed menu, folder section and usage card in this order', async () => {
    const { side } = await shellAt('/')
    const at = order(side(), ['Earshot', 'Lena', 'New recording', 'Home', 'All files', 'Comes from', 'folders', 'usage'])
    expect(at).not.toContain(-1)
    expect(at).toEqual([...at].sort((a, b) => a - b))
  })

  it('lists home, ask AI, templates with a beta badge, explore, the fixed lists and the sources with recordings', async () => {
    const { side } = await shellAt('/')
    const rows = within(side())
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

  it('offers recording in the browser, with the desktop app, and uploading in the new-recording menu', async () => {
    const record = vi.fn<() => void>()
    const { user, side, upload } = await shellAt('/', { onRecord: record })
    await user.click(within(side()).getByRole('button', { name: 'New recording' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual([
      'Record in this browserN',
      'Record with the desktop app',
      'Upload audioU',
    ])
    await user.click(items[2]!)
    expect(upload).toHaveBeenCalledWith(null)
    await user.keyboard('n')
    expect(record).toHaveBeenCalledOnce()
  })

  it('shows a red dot at explore until the user has seen the integrations (A§4)', async () => {
    const { side, unmount } = await shellAt('/', { hasNews: true })
    expect(within(side()).getByRole('link', { name: /^Explore/ }).textContent).not.toBe('Explore')
    unmount()
    const seen = await shellAt('/')
    expect(within(seen.side()).getByRole('link', { name: /^Explore/ }).textContent).toBe('Explore')
  })
})

describe('the three states of the sidebar (A§2)', () => {
  it('is full, collapsed or hidden, and restores the stored state', async () => {
    const first = await shellAt('/')
    await first.user.click(within(first.side()).getByRole('button', { name: 'Collapse the sidebar' }))
    expect(first.side().textContent).not.toContain('All files')
    expect(first.side().textContent).toContain('usage, narrow')
    first.unmount()
    const second = await shellAt('/')
    expect(within(second.side()).getByRole('link', { name: 'All files' })).toBeTruthy()
    expect(within(second.side()).getByRole('link', { name: 'Templates (beta)' })).toBeTruthy()
    await second.user.click(within(second.side()).getByRole('button', { name: 'Hide the sidebar' }))
    expect(screen.queryByRole('complementary')).toBeNull()
    second.unmount()
    const third = await shellAt('/')
    expect(screen.queryByRole('complementary')).toBeNull()
    await third.user.click(screen.getByRole('button', { name: 'Show the sidebar' }))
    expect(third.side().textContent).toContain('All files')
  })

  it('tracks expanding as a button event, and does not track collapsing or hiding (A§2, A§9)', async () => {
    const counted: unknown[] = []
    serveInMemory([
      on(telemetryContract.uploadInfo, ({ body: { info } }) => {
        if (info.event_cat === 'sidebar_expand') counted.push(info.event_param)
        return {}
      }),
    ])
    const { user, side } = await shellAt('/', { dialogs: <Counting /> })
    const press = (name: string) => user.click(within(side()).getByRole('button', { name }))
    // Telemetry is loaded after the first paint.
    await waitFor(async () => {
      await press('Collapse the sidebar')
      const before = counted.length
      await press('Expand the sidebar')
      expect(counted).toHaveLength(before + 1)
    })
    expect(counted.at(-1)).toMatchObject({ kind: 'button', value: 2, from: 'collapsed' })
    const before = counted.length
    await user.keyboard('[[')
    expect(counted).toHaveLength(before)
    await user.keyboard('[[')
    await waitFor(() => expect(counted).toHaveLength(before + 1))
    expect(counted.at(-1)).toMatchObject({ kind: 'button', value: 2, from: 'hidden' })
  })

  it('shows a floating button while hidden, but not on the page of a recording', async () => {
    const { user, goTo, side } = await shellAt('/')
    await user.keyboard('[[')
    expect(screen.getByRole('button', { name: 'Show the sidebar' })).toBeTruthy()
    await goTo('/file/ab12')
    expect(screen.queryByRole('button', { name: 'Show the sidebar' })).toBeNull()
    await user.keyboard('[[')
    expect(side()).toBeTruthy()
  })
})

describe('the current row of the sidebar', () => {
  it('is the current page, or the list from which the open recording was opened', async () => {
    const { goTo } = await shellAt('/')
    expect(new Set(current())).toEqual(new Set(['Home']))
    await goTo('/file-list?categoryId=trash')
    expect(current()).toContain('Trash4')
    keepListBeside({ categoryId: 'trash' })
    await goTo('/file/ab12')
    expect(current()).toContain('Trash4')
    expect(screen.getByRole('link', { name: 'Back to the list' }).getAttribute('href')).toBe('/file-list?categoryId=trash')
  })

  it('does not exist on the membership pages (A§2)', async () => {
    const { goTo } = await shellAt('/')
    for (const page of ['index', 'purchase', 'billings', 'history', 'manage']) {
      await goTo(`/member/${page}?from=x`)
      expect(current()).toEqual([])
    }
  })
})

describe('the user menu (B§2)', () => {
  it('has settings, membership, help centre, download and sign out', async () => {
    const { openMenu } = await shellAt('/')
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

  it('links to the membership page and to the help centre', async () => {
    const { user, openMenu, where } = await shellAt('/', { help: 'https://help.example.org/' })
    await openMenu()
    const help = screen.getByRole('menuitem', { name: 'Help center' })
    expect([help.getAttribute('href'), help.getAttribute('target')]).toEqual(['https://help.example.org/', '_blank'])
    await user.click(screen.getByRole('menuitem', { name: 'Membership' }))
    await waitFor(() => expect(where()).toBe('/member/index?from=sidebar_menu'))
  })

  it('runs the guard before it opens guarded pages (B§2)', async () => {
    const guard = vi.fn<(action: () => void) => void>()
    const { user, openMenu, side, where } = await shellAt('/', { guard })
    await openMenu()
    await user.click(screen.getByRole('menuitem', { name: 'Membership' }))
    await user.click(within(side()).getByRole('link', { name: 'Ask AI' }))
    expect(guard).toHaveBeenCalledTimes(2)
    expect(where()).toBe('/')
  })

  it('changes the appearance and stores it', async () => {
    const { user, openMenu } = await shellAt('/')
    await openMenu('Appearance')
    // The menu opens at "As the system", the first of three items.
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(localStorage.getItem('earshot_theme')).toContain('dark')
    delete document.documentElement.dataset['theme']
  })

  it('offers the ten languages and switches immediately', async () => {
    const { user, openMenu } = await shellAt('/')
    await openMenu('Language')
    expect(screen.getAllByRole('menuitemradio')).toHaveLength(10)
    await user.keyboard('Deu{Enter}')
    await waitFor(() => expect(screen.getByRole('complementary').textContent).toContain('Neue Aufnahme'))
    expect(document.documentElement.lang).toBe('de-DE')
  })

  it('opens the settings, as Ctrl , does', async () => {
    const { user, openMenu, settings } = await shellAt('/')
    await user.click(await openMenu())
    expect(settings).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await user.keyboard('{Control>},{/Control}')
    expect(settings).toHaveBeenCalledTimes(2)
  })

  it('signs out', async () => {
    const { user, openMenu, signOut } = await shellAt('/')
    await openMenu()
    await user.click(screen.getByRole('menuitem', { name: 'Sign out' }))
    expect(signOut).toHaveBeenCalledOnce()
  })
})
