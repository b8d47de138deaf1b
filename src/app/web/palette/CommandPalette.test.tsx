import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { asPhone } from '#test/screens/asPhone.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { getOpenDialog } from '#ui/dialog/openDialog.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { mockAppServer } from '#test/screens/mockAppServer.ts'
import { foundMoment, foundRecording } from '#test/screens/mockSearch.ts'
import type { SearchQuery, SearchResult } from '#features/search/contract.ts'
import { LOCALES } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'
import { loadNamespace } from '#browser/i18n/i18n.ts'
import { useShortcuts } from '#browser/keyboard/shortcuts.ts'
import { lazyDialog } from '#ui/dialog/Dialog.tsx'
import { FeaturesContext } from '#ui/feature/FeaturesContext.ts'
import { FEATURES } from '../features.ts'
import { SidebarsProvider } from '../layout/Sidebars.tsx'
import { createLayoutFeature } from '../layout/layoutFeature.ts'

afterEach(() => {
  closeDialogs('upload', 'settings')
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** In unix seconds. */
const OPENED = 1_763_716_320
const INTERVIEW_ID = 'b'.repeat(32)
const FOLDER = { id: 'f1', name: 'Café Zürich', color: '#4c8eff', icon: 'folder' }

const { palette } = createLayoutFeature(() => FEATURES).dialogs ?? {}
const CommandPalette = lazyDialog(palette!.load)

function TestPage() {
  const [open, setOpen] = useState(false)
  useShortcuts({ 'mod k': () => setOpen(true) })
  return (
    <main>
      <input aria-label="A field" />
      <CommandPalette open={open} onClose={() => setOpen(false)} />
    </main>
  )
}

async function openPalette({ locale, search }: { locale?: Locale; search?: (query: SearchQuery) => Partial<SearchResult> } = {}) {
  mockAppServer({
    ...(search && { search }),
    files: [
      fileRow({ id: INTERVIEW_ID, filename: 'Interview with Dr. Okafor', opened_time: OPENED + 1 }),
      ...Array.from({ length: 25 }, (_, at) => fileRow({ filename: `Budget ${at}`, opened_time: OPENED - at })),
      fileRow({ filename: 'Budget, thrown away', is_trash: true }),
    ],
    folders: [FOLDER],
  })
  const { page, address } = withRouter(
    <FeaturesContext value={FEATURES}>
      <SidebarsProvider>
        <TestPage />
      </SidebarsProvider>
    </FeaturesContext>,
  )
  const view = await renderWithProviders(page, locale ? { locale } : {})
  await Promise.all([loadNamespace('palette'), loadNamespace('shortcuts'), loadNamespace('search')])
  await waitFor(() => expect(view.queries.isFetching()).toBe(0))
  const open = async () => {
    await view.user.keyboard('{Control>}k{/Control}')
    return screen.findByRole('combobox')
  }
  const field = await open()
  return { ...view, address, field, open }
}

const findMoments = (): Partial<SearchResult> => ({
  total_moments: 38,
  recordings: [
    foundRecording({ file_id: INTERVIEW_ID, filename: 'Interview' }, [foundMoment('Dr. [Okafor] says so')]),
    foundRecording({ filename: 'Budget' }, [
      foundMoment('It was a long day, and nobody knows why, but nothing else was said by Dr. [Okafor]', {
        kind: 'summary',
        start_ms: null,
      }),
    ]),
  ],
})

const getOptions = () => screen.getAllByRole('option').map((option) => option.textContent)
const getHighlighted = () => document.querySelector('[role="option"][data-highlighted]')?.textContent

describe('the command palette (Ctrl/Cmd K)', () => {
  it('offers neither sidebars nor shortcuts on phones', async () => {
    asPhone()
    await openPalette()
    expect(screen.queryByRole('option', { name: /sidebar|shortcuts/i })).toBeNull()
    expect(screen.getByRole('option', { name: /^Upload audio/ })).toBeTruthy()
  })

  it('finds recordings, folders, pages and actions by name, in groups', async () => {
    const { user } = await openPalette()
    expect(within(screen.getByRole('group', { name: 'Go to' })).getByRole('option', { name: /^Trash/ })).toBeTruthy()
    await user.keyboard('cafe')
    await waitFor(() => expect(getOptions()).toEqual(['Café ZürichFolder']))
    await user.clear(screen.getByRole('combobox'))
    await user.keyboard('budget')
    await waitFor(() => expect(within(screen.getByRole('group', { name: 'Recordings' })).getAllByRole('option')).toHaveLength(6))
    expect(document.body.textContent).not.toContain('thrown away')
    expect(screen.getByText('6 results')).toBeTruthy()
    expect(await axeViolations()).toEqual([])
  })

  it('works with the keyboard alone, and the focus stays in the field', async () => {
    const { user, field, address } = await openPalette()
    expect(document.activeElement).toBe(field)
    expect(getHighlighted()).toMatch(/^Interview/)
    await user.keyboard('okafor')
    await waitFor(() => expect(getHighlighted()).toMatch(/^Interview with Dr. Okafor/))
    expect(document.activeElement).toBe(field)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(`/file/${INTERVIEW_ID}`))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('runs the actions of the main layout, and shows their shortcuts', async () => {
    const { user, open } = await openPalette()
    await user.keyboard('upload aud')
    await waitFor(() => expect(getHighlighted()).toBe('Upload audioU'))
    await user.keyboard('{Enter}')
    expect(getOpenDialog('upload')).toEqual({})
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await open()
    await user.keyboard('privacy and')
    await waitFor(() => expect(getHighlighted()).toBe('Privacy and dataSettings'))
    await user.keyboard('{Enter}')
    expect(getOpenDialog('settings')).toEqual({ pane: 'privacy' })
  })

  it('shows the recordings opened last and the commands chosen last while the field is empty', async () => {
    const { user, open } = await openPalette()
    await user.keyboard('privacy and')
    await waitFor(() => expect(getHighlighted()).toBe('Privacy and dataSettings'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    await open()
    const recent = within(await screen.findByRole('group', { name: 'Recent' })).getAllByRole('option')
    expect(recent.map((option) => option.textContent?.slice(0, 9))).toEqual([
      'Interview',
      'Budget 0N',
      'Budget 1N',
      'Budget 2N',
      'Budget 3N',
      'Privacy a',
    ])
  })

  it('ranks recordings by their match and then by when they were opened', async () => {
    const { user } = await openPalette()
    await user.keyboard('budget 1')
    await waitFor(() =>
      expect(
        getOptions()
          .slice(0, 3)
          .map((name) => name?.split('Nov')[0]),
      ).toEqual(['Budget 1', 'Budget 10', 'Budget 11']),
    )
  })

  it('opens the search page with Ctrl+Enter or its last row', async () => {
    const { user, address, open } = await openPalette()
    await user.keyboard('okafor{Control>}{Enter}{/Control}')
    await waitFor(() => expect(address()).toBe('/search?q=okafor'))
    await open()
    await user.keyboard('budget')
    await user.click(await screen.findByRole('button', { name: /^Search all recordings for “budget”/ }))
    await waitFor(() => expect(address()).toBe('/search?q=budget'))
  })

  it('shows the best moments after the first group, and opens the recording there', async () => {
    const { user, address } = await openPalette({ search: findMoments })
    await user.keyboard('okafor')
    const moments = within(await screen.findByRole('group', { name: 'Moments' }))
    expect(moments.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Dr. Okafor says soInterview6:14',
      '… said by Dr. OkaforBudget',
    ])
    expect(moments.getAllByRole('option')[1]?.querySelector('mark')?.textContent).toBe('Okafor')
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby')).length).toBe(2)
    expect(screen.getByRole('button', { name: /^Search all recordings/ }).textContent).toContain('38 moments')
    expect(await axeViolations()).toEqual([])
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(getHighlighted()).toMatch(/^Dr. Okafor says/))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(`/file/${INTERVIEW_ID}#t=374000`))
  })

  it('never moves the highlighted item when moments arrive', async () => {
    const { user } = await openPalette({ search: findMoments })
    const originalFetch = fetch
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
      if (address.includes('/search/')) await released
      return originalFetch(address, request)
    })
    await user.keyboard('u')
    await waitFor(() => expect(getOptions().length).toBeGreaterThan(9))
    for (let n = 0; n < 8; n++) await user.keyboard('{ArrowDown}')
    const highlighted = getHighlighted()
    expect(highlighted).toBeTruthy()
    release()
    await screen.findByRole('group', { name: 'Moments' })
    expect(getHighlighted()).toBe(highlighted)
  })

  it('shows commands and settings only after >', async () => {
    const { user, address } = await openPalette({ search: findMoments })
    await user.keyboard('>budget')
    expect(await screen.findByText('No results for “budget”')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Search all recordings/ })).toBeNull()
    await user.clear(screen.getByRole('combobox'))
    await user.keyboard('>privacy and')
    await waitFor(() => expect(getOptions()).toEqual(['Privacy and dataSettings']))
    expect(screen.getByRole('group', { name: 'Settings' })).toBeTruthy()
    expect(address()).toBe('/')
  })

  it('asks a question after ?, and turns a search into a question', async () => {
    const { user, address } = await openPalette()
    await user.keyboard('who pays')
    expect(await screen.findByRole('button', { name: 'Ask about “who pays”' })).toBeTruthy()
    await user.clear(screen.getByRole('combobox'))
    await user.keyboard('?Who pays')
    await waitFor(() => expect(getOptions()).toEqual(['Ask about “Who pays”']))
    expect(screen.queryByRole('button', { name: /^Search all recordings/ })).toBeNull()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/ask'))
  })

  it('shows a message if nothing is found, and Enter does nothing', async () => {
    const { user, address } = await openPalette()
    await user.keyboard('qqq')
    expect(await screen.findByText('No results for “qqq”')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(address()).toBe('/')
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('ignores Enter during IME composition', async () => {
    const { user, field, address } = await openPalette()
    await user.keyboard('okafor')
    await waitFor(() => expect(getHighlighted()).toMatch(/Okafor/))
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 229, which: 229 })
    expect(address()).toBe('/')
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('is closed by Esc and by its own shortcut, and restores the focus', async () => {
    const { user, open } = await openPalette()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    screen.getByLabelText('A field').focus()
    // Ctrl K works in a text field, too.
    await open()
    await user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('A field')))
  })

  it.each(LOCALES)('is translated into %s', async (locale) => {
    await openPalette({ locale })
    await waitFor(() => expect(getOptions().length).toBeGreaterThan(10))
    expect(document.body.textContent).not.toMatch(/palette_|keys?_[a-z]/)
  })
})
