import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SCENES } from '#features/files/contract.ts'
import { renderLayout } from '#test/screens/renderLayout.tsx'
import { LOCALES } from '#shared/locales.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

type Source = keyof typeof SCENES
const counts = (byScene: Partial<Record<Source, number>>) => ({
  all: 1248,
  unorganized: 31,
  trash: 0,
  byScene: new Map(Object.entries(byScene).map(([source, count]) => [SCENES[source as Source], count])),
})
const ALL = { call: 1, notepin: 2, NotePinS: 3, NotePro: 4, web: 5, desktop: 6, note: 7, welcomeNote: 1 }

const getRows = (side: HTMLElement) => within(side).getAllByRole('listitem')
/** Text (name and count) and category of the rows below the fixed menu. */
const getLibraryRows = (side: HTMLElement) =>
  getRows(side)
    .slice(4)
    .map((row) => [row.textContent, within(row).getByRole('link').getAttribute('href')?.split('=')[1]])

describe('the library in the sidebar (B§2)', () => {
  it('lists all files, Unorganized, Trash and then the sources in order, without the welcome recording', async () => {
    const { sidebar } = await renderLayout('/', { counts: counts(ALL) })
    expect(getLibraryRows(sidebar())).toEqual([
      ['All files1,248', 'allFiles'],
      ['Unorganized31', 'unorganized'],
      ['Trash0', 'trash'],
      ['Calls1', 'call'],
      ['NotePin2', 'notepin'],
      ['NotePin S3', 'NotePinS'],
      ['Note Pro4', 'NotePro'],
      ['Web uploads5', 'web'],
      ['Desktop app6', 'desktop'],
      ['Note7', 'note'],
    ])
    expect(within(sidebar()).getByRole('heading', { name: 'Comes from' })).toBeTruthy()
    const text = sidebar().textContent ?? ''
    expect(text.indexOf('folders')).toBeGreaterThan(text.indexOf('Note7'))
  })

  it('shows only sources with recordings, and no caption if there are none', async () => {
    const { sidebar, unmount } = await renderLayout('/', { counts: counts({ call: 0, desktop: 2, note: 0 }) })
    expect(getLibraryRows(sidebar()).slice(3)).toEqual([['Desktop app2', 'desktop']])
    unmount()
    const withoutSources = await renderLayout('/', { counts: counts({ call: 0, welcomeNote: 3 }) })
    expect(getLibraryRows(withoutSources.sidebar())).toHaveLength(3)
    expect(within(withoutSources.sidebar()).queryByRole('heading', { name: 'Comes from' })).toBeNull()
  })

  it('shows only icons when collapsed, with the names in tooltips', async () => {
    const { user, sidebar } = await renderLayout('/', { counts: counts(ALL) })
    await user.click(within(sidebar()).getByRole('button', { name: 'Collapse sidebar' }))
    expect(
      within(sidebar())
        .getAllByRole('listitem')
        .map((row) => [within(row).getByRole('link').getAttribute('aria-label'), row.textContent]),
    ).toEqual(['Home', 'Ask AI', 'Templates (beta)', 'Explore', 'All files', 'Unorganized', 'Trash'].map((name) => [name, '']))
    await user.hover(within(sidebar()).getByRole('link', { name: 'Unorganized' }))
    expect(await screen.findByText('Unorganized')).toBeTruthy()
  })

  it.each(LOCALES)('shows translated names and formatted counts in %s', async (locale) => {
    const { sidebar } = await renderLayout('/', { counts: counts(ALL), locale })
    const rows = getLibraryRows(sidebar()).map(([text]) => text)
    expect(rows).toHaveLength(10)
    expect(rows[0]).toMatch(/1[.,\u00a0\u202f]?248$/)
    expect(rows.join(' ')).not.toMatch(/_/)
  })
})
