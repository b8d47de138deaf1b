import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderPublicPage } from '#test/screens/renderPublicPage.tsx'
import { mockAppServer } from '#test/screens/mockAppServer.ts'
import { createTask } from '#test/screens/createRecording.ts'
import { LOCALES } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'
import { SearchPage } from './SearchPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const CAFE = 'c'.repeat(32)
const NEWEST = 1_763_716_320
const createLibrary = () => ({
  files: [
    fileRow({ id: CAFE, filename: 'At the café', is_summary: true, duration: 2_880_000, start_time: NEWEST }),
    fileRow({ filename: 'Cafeteria, plan', filetag_id_list: ['f1'], start_time: NEWEST - 1 }),
    fileRow({ filename: 'Café, thrown away', is_trash: true, start_time: NEWEST - 2 }),
    ...Array.from({ length: 120 }, (_, index) => fileRow({ filename: `Stand-up ${index}`, start_time: NEWEST - 3 - index })),
  ],
  folders: [{ id: 'f1', name: 'CAFÉS', color: '#4c8eff', icon: 'folder' as const }],
  tasks: [createTask({ file_id: CAFE })],
})

async function renderSearch(query = '', { locale }: { locale?: Locale } = {}) {
  const server = mockAppServer(createLibrary())
  const view = await renderPublicPage('/search', SearchPage, query, { namespace: 'search', ...(locale && { locale }) })
  const field = await screen.findByRole('searchbox')
  return { ...view, ...server, field }
}
const getLinkTexts = () => screen.queryAllByRole('link').map((link) => link.textContent)

describe('/search (A§2)', () => {
  it('finds recordings by title and folders by name without case and accents, except in the trash', async () => {
    const { user, field } = await renderSearch()
    expect(document.activeElement).toBe(field)
    expect(await screen.findByText('Search recordings by title and folders by name.')).toBeTruthy()
    await user.keyboard('cafe')
    await waitFor(() => expect(getLinkTexts()).toEqual(['CAFÉS', 'At the café', 'Cafeteria, plan']))
    expect(screen.getByText('3 results')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Folders' }).textContent).toContain('1 recording')
    const [row] = within(screen.getByRole('region', { name: /^Recordings/ })).getAllByRole('listitem')
    expect(row?.textContent).toContain('48\u00a0min')
    // The running task is shown before the summary state.
    await waitFor(() => expect(row?.textContent).toContain('Transcribing'))
    expect(await axeViolations()).toEqual([])
  })

  it('shows what is not searched yet', async () => {
    await renderSearch()
    expect(screen.getByText(/Transcripts, summaries and notes are not searched yet/)).toBeTruthy()
  })

  it('writes the query to the URL and replaces the history entry', async () => {
    const { user, currentAddress, length } = await renderSearch('?q=stand')
    await waitFor(() => expect(getLinkTexts()).toHaveLength(50))
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('stand')
    const before = length()
    await user.keyboard('{End}-up 7')
    await waitFor(() => expect(currentAddress()).toBe('/search?q=stand-up+7'))
    await user.clear(screen.getByRole('searchbox'))
    await waitFor(() => expect(currentAddress()).toBe('/search'))
    expect(length()).toBe(before)
  })

  it('shows 50 results at a time', async () => {
    const { user } = await renderSearch('?q=stand')
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(getLinkTexts()).toHaveLength(100)
    expect(screen.getByRole('region', { name: /^Recordings/ }).textContent).toContain('120')
  })

  it('moves with the arrow keys, opens with Enter and clears the field with Esc', async () => {
    const { user, currentAddress, field } = await renderSearch('?q=cafe')
    await waitFor(() => expect(getLinkTexts()).toHaveLength(3))
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('At the café')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(field)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(getLinkTexts()).toEqual([]))
    await user.keyboard('cafe')
    await waitFor(() => expect(getLinkTexts()).toHaveLength(3))
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(currentAddress()).toBe(`/file/${CAFE}`))
  })

  it('shows the query when nothing was found', async () => {
    await renderSearch('?q=nothing+such')
    expect(await screen.findByText('No recordings or folders match “nothing such”.')).toBeTruthy()
  })

  it('shows an error when the rest of the library could not be loaded and there are no results yet', async () => {
    mockAppServer(createLibrary())
    const originalFetch = fetch
    let isDown = true
    const serverError = () => new Response('{"status":-500}', { status: 500 })
    vi.stubGlobal('fetch', async (address: string, request: RequestInit) =>
      isDown && address.includes('after=') ? serverError() : originalFetch(address, request),
    )
    const { user } = await renderPublicPage('/search', SearchPage, '?q=stand-up+119')
    expect((await screen.findByRole('alert')).textContent).toContain('Search failed')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(getLinkTexts()).toEqual(['Stand-up 119']))
  })

  it('shows an error when the library could not be loaded and can retry', async () => {
    const server = mockAppServer(createLibrary())
    server.state.isDown = true
    const { user } = await renderPublicPage('/search', SearchPage, '?q=cafe')
    expect((await screen.findByRole('alert')).textContent).toContain('Search failed')
    server.state.isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(getLinkTexts()).toContain('At the café'))
  })

  it.each(LOCALES)('is translated to %s', async (locale) => {
    await renderSearch('?q=cafe', { locale })
    await waitFor(() => expect(getLinkTexts()).toHaveLength(3))
    expect(document.body.textContent).not.toMatch(/search_|palette_/)
  })
})
