import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { foundMoment, foundRecording } from '#test/screens/mockSearch.ts'
import { mockAppServer } from '#test/screens/mockAppServer.ts'
import { renderPublicPage } from '#test/screens/renderPublicPage.tsx'
import { LOCALES } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'
import { setReachable } from '#browser/http/reachability.ts'
import type { SearchQuery, SearchResult } from '../contract.ts'
import { SearchPage } from './SearchPage.tsx'

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    this.dispatchEvent(new Event('pause'))
  })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    this.dispatchEvent(new Event('playing'))
  })
})

afterEach(() => {
  // Stops the audio while that is still possible.
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  act(() => setReachable(true))
})

const [INTERVIEW, BUDGET, MEMO] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]
const NOTE = 'd'.repeat(32)
const FOLDER = { id: 'e'.repeat(32), name: 'Rain research', color: '#4c8eff', icon: 'folder' as const }
const FACETS = {
  speakers: [
    { value: 'Lena Brandt', recordings: 4 },
    { value: 'Dr. Okafor, MD', recordings: 1 },
  ],
  languages: [
    { value: 'en', recordings: 5 },
    { value: 'de', recordings: 1 },
  ],
  sources: [{ value: 'web', recordings: 6 }],
}

const first = foundMoment('So I can say forty [before the rains] begin.', { speaker: 'Dr. Okafor, MD', speaker_index: 1 })
const second = foundMoment('The boats arrive [before the rains].', { start_ms: 712_000, speaker: 'Dr. Okafor, MD' })
const third = foundMoment('Not [before the rains], no.', { start_ms: 900_000, speaker: 'Speaker 2' })
const untimed = { start_ms: null, end_ms: null, segment_id: null, note_id: NOTE }
const summary = foundMoment('Forty clinics [before the rains].', { ...untimed, kind: 'summary' })
const note = foundMoment('Ask again [before the rains]', { ...untimed, kind: 'note', note_name: 'Open questions' })
const RECORDINGS = [
  foundRecording({ file_id: INTERVIEW, filename: 'Interview', folder_ids: [FOLDER.id], moments_total: 4 }, [
    first,
    second,
    summary,
  ]),
  foundRecording({ file_id: BUDGET, filename: 'Budget call' }, [
    foundMoment('Money [before the rains].', { speaker: 'Lena Brandt' }),
    note,
  ]),
  foundRecording({ file_id: MEMO, filename: 'Before the rains', title_marks: [[0, 16]] }),
]

function find({ query, file_id, facets }: SearchQuery): Partial<SearchResult> {
  if (facets) return { facets: FACETS }
  const found = query.includes('rains') ? RECORDINGS : []
  if (file_id) return { recordings: [{ ...RECORDINGS[0]!, moments: [first, second, third, summary] }] }
  return { total_moments: found.length * 2, total_recordings: found.length, recordings: found }
}

type Find = (query: SearchQuery) => Partial<SearchResult>

async function renderSearch(query = '', { locale, search = find }: { locale?: Locale; search?: Find } = {}) {
  const queries: SearchQuery[] = []
  const server = mockAppServer({
    files: [fileRow({ id: INTERVIEW, filename: 'Interview' }), fileRow({ filename: 'After the rain' })],
    folders: [FOLDER],
    search: (request) => {
      if (!request.facets) queries.push(request)
      return search(request)
    },
  })
  const view = await renderPublicPage('/search', SearchPage, query, { namespace: 'search', ...(locale && { locale }) })
  const field = await screen.findByRole<HTMLInputElement>('searchbox')
  return { ...view, ...server, queries, field }
}
const rows = () => [...document.querySelectorAll<HTMLElement>('a[data-result]')]
const focusedText = () => document.activeElement?.textContent
const group = (name: string) => within(screen.getByRole('region', { name }))
const player = () => screen.queryByRole('region', { name: 'Player' })
/** The player's code is loaded with the first moment. */
const findPlayer = async () => within(await screen.findByRole('region', { name: 'Player' }))

describe('/search (A§2, B§2)', () => {
  it('finds moments while the user types, by recording, with the words marked', async () => {
    const { user, field, queries } = await renderSearch()
    expect(document.activeElement).toBe(field)
    await user.keyboard('rains')
    await screen.findByRole('region', { name: 'Interview' })
    expect(screen.getByText('6 moments')).toBeTruthy()
    expect(screen.getByText(/in 3 recordings/).textContent).toContain('12 ms')
    const [row] = group('Interview').getAllByRole('listitem')
    expect(row?.textContent).toContain('6:14Dr. Okafor, MDSo I can say forty before the rains begin.')
    expect(row?.querySelector('mark')?.textContent).toBe('before the rains')
    expect(within(row!).getByText('Dr. Okafor, MD').style.color).toBe('var(--s2)')
    expect(group('Budget call').getByText('Open questions')).toBeTruthy()
    expect(group('Before the rains').getByRole('link', { name: 'Before the rains' }).querySelector('mark')).toBeTruthy()
    expect(queries.map(({ query }) => query)).toEqual(['rains'])
    expect(await axeViolations()).toEqual([])
  })

  it('links each moment to its second, and those of a summary or note to its tab', async () => {
    await renderSearch('?q=rains')
    await screen.findByRole('region', { name: 'Interview' })
    expect(rows().map((row) => row.getAttribute('href'))).toEqual([
      `/file/${INTERVIEW}#t=374000`,
      `/file/${INTERVIEW}#t=712000`,
      `/file/${INTERVIEW}#tab=summary`,
      `/file/${BUDGET}#t=374000`,
      `/file/${BUDGET}#tab=note:${NOTE}`,
      `/file/${MEMO}`,
    ])
  })

  it('keeps the previous results until new ones arrive, and never shows late ones', async () => {
    const { user, queries } = await renderSearch('?q=rains')
    await screen.findByRole('region', { name: 'Interview' })
    const originalFetch = fetch
    const held: (() => void)[] = []
    vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
      if (typeof request.body === 'string' && request.body.includes('"rains f"'))
        await new Promise<void>((resolve) => held.push(resolve))
      return originalFetch(address, request)
    })
    await user.keyboard('{End} f')
    await waitFor(() => expect(held).toHaveLength(1))
    expect(screen.getByRole('region', { name: 'Interview' })).toBeTruthy()
    expect(document.querySelector('[aria-busy="true"]')).toBeTruthy()
    await user.keyboard('{Backspace}{Backspace}')
    await waitFor(() => expect(document.querySelector('[aria-busy="false"]')).toBeTruthy())
    held[0]?.()
    await act(async () => {})
    expect(screen.getByRole('region', { name: 'Interview' })).toBeTruthy()
    expect(queries.at(-1)?.query).toContain('rains')
  })

  it('moves with the arrow keys, plays with Space and opens with Enter', async () => {
    const { user, field, currentAddress } = await renderSearch('?q=rains')
    await screen.findByRole('region', { name: 'Interview' })
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(focusedText()).toBe('The boats arrive before the rains.')
    await user.keyboard(' ')
    expect(await (await findPlayer()).findByText('Dr. Okafor, MD · Moment 2 of 3')).toBeTruthy()
    expect(within(player()!).getByText('11:52')).toBeTruthy()
    expect(document.querySelectorAll('[data-moment]')).toHaveLength(2)
    expect(group('Interview').getByRole('button', { name: 'Pause' })).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    await user.keyboard(' ')
    await waitFor(() => expect(group('Interview').queryByRole('button', { name: 'Pause' })).toBeNull())
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(field)
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(currentAddress()).toBe(`/file/${INTERVIEW}#t=374000`))
  })

  it('plays with a click, goes to the other moments in the player, and closes it', async () => {
    const { user, currentAddress } = await renderSearch('?q=rains')
    await user.click(await screen.findByText(/So I can say forty/))
    expect(currentAddress()).toBe('/search?q=rains')
    await user.click((await findPlayer()).getByRole('button', { name: 'Next moment' }))
    await user.click(within(player()!).getByRole('button', { name: 'Next moment' }))
    expect(await within(player()!).findByText('Lena Brandt · Moment 3 of 3')).toBeTruthy()
    expect(within(player()!).getByText('Budget call')).toBeTruthy()
    expect(
      within(player()!)
        .getByRole('button', { name: /^Next moment/ })
        .getAttribute('aria-disabled'),
    ).toBe('true')
    expect(within(player()!).getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(`/file/${BUDGET}#t=374000`)
    await user.click(within(player()!).getByRole('button', { name: 'Stop and close' }))
    expect(player()).toBeNull()
    await user.click(screen.getByText(/Forty clinics/))
    await waitFor(() => expect(currentAddress()).toBe(`/file/${INTERVIEW}#tab=summary`))
  })

  it('loads the other moments of a recording, and the focus goes to the first of them', async () => {
    const { user, queries } = await renderSearch('?q=rains')
    await user.click(await screen.findByRole('button', { name: '1 more moment' }))
    await waitFor(() => expect(focusedText()).toBe('Forty clinics before the rains.'))
    expect(group('Interview').getAllByRole('listitem')).toHaveLength(4)
    expect(queries.at(-1)).toMatchObject({ file_id: INTERVIEW, moments: 200 })
    expect(screen.queryByRole('button', { name: /more moment/ })).toBeNull()
  })

  it('says when the other moments cannot be loaded', async () => {
    const { user, state } = await renderSearch('?q=rains')
    const more = await screen.findByRole('button', { name: '1 more moment' })
    state.isDown = true
    await user.click(more)
    expect((await screen.findAllByText(/The moments could not be loaded/))[0]).toBeTruthy()
  })

  it('loads further recordings on request', async () => {
    const { user, queries } = await renderSearch('?q=rains', {
      search: (request) =>
        request.after === undefined
          ? { ...find(request), next: 'page 2' }
          : { recordings: [foundRecording({ filename: 'Older' }, [foundMoment('[rains]')])] },
    })
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    await screen.findByRole('region', { name: 'Older' })
    expect(screen.getByRole('region', { name: 'Interview' })).toBeTruthy()
    expect(queries.at(-1)?.after).toBe('page 2')
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('shows the words that were left out and offers similar ones', async () => {
    const { user, field } = await renderSearch('?q=rains+kasesse', {
      search: (request) =>
        request.query.includes('kasesse')
          ? { ...find(request), left_out: [{ word: 'kasesse', suggestion: 'Kasese' }], suggestion: 'rains Kasese' }
          : find(request),
    })
    expect(await screen.findByText('No recording contains “kasesse”, so it was left out.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'rains Kasese' }))
    expect(field.value).toBe('rains Kasese')
    await waitFor(() => expect(screen.queryByText(/so it was left out/)).toBeNull())
  })

  it('shows how many recordings are not indexed yet', async () => {
    await renderSearch('?q=rains', { search: (request) => ({ ...find(request), not_indexed: 2 }) })
    expect(await screen.findByText('2 recordings are still being prepared for search.')).toBeTruthy()
  })

  it('finds folders by name', async () => {
    await renderSearch('?q=research')
    const link = await screen.findByRole('link', { name: /^Rain research/ })
    expect(link.getAttribute('href')).toBe(`/file-list?tagId=${FOLDER.id}`)
    expect(screen.queryByText(/Nothing matches/)).toBeNull()
  })

  it('shows the query when nothing was found', async () => {
    await renderSearch('?q=nothing+such')
    expect(await screen.findByText('Nothing matches “nothing such”.')).toBeTruthy()
  })

  it('shows a failure and can retry', async () => {
    const server = await renderSearch()
    server.state.isDown = true
    await server.user.keyboard('rains')
    expect((await screen.findByRole('alert')).textContent).toContain('Search failed')
    server.state.isDown = false
    await server.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Interview' })).toBeTruthy()
  })

  it('searches titles in this browser while the server cannot be reached, and says so', async () => {
    const { user } = await renderSearch()
    const originalFetch = fetch
    vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
      if (address.includes('/search/')) throw new TypeError('no network')
      return originalFetch(address, request)
    })
    await user.keyboard('rain')
    expect(await screen.findByText(/so only titles are searched. 1 recording found/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'After the rain' }).querySelector('mark')?.textContent).toBe('rain')
    expect(await axeViolations()).toEqual([])
  })

  it.each(LOCALES)('is translated to %s', async (locale) => {
    const { user } = await renderSearch('?q=rains&from=2026-09-01&to=2026-11-30&max=30', {
      locale,
      search: (request) => ({ ...find(request), left_out: [{ word: 'x', suggestion: null }], not_indexed: 1, next: 'more' }),
    })
    await screen.findByRole('region', { name: 'Interview' })
    await user.keyboard('{ArrowDown} ')
    await waitFor(() => expect(document.querySelector('[data-moment]')).toBeTruthy())
    expect(document.body.textContent).not.toMatch(/search_|player_/)
  })
})

describe('the filters of /search', () => {
  const chip = (name: string | RegExp) => screen.findByRole('button', { name })

  it('are chosen in menus, sent with the search and written to the address', async () => {
    const { user, queries, currentAddress, length } = await renderSearch('?q=rains')
    const before = length()
    const choose = async (
      name: string | RegExp,
      option: string,
      role: 'menuitemcheckbox' | 'menuitemradio' = 'menuitemcheckbox',
    ) => {
      await user.click(await chip(name))
      await user.click(await screen.findByRole(role, { name: option }))
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    }
    await choose('Folder', 'Rain research')
    await choose(/^Folder: /, 'Unorganized')
    await choose('Speaker', 'Dr. Okafor, MD')
    await choose('Language', 'English')
    await choose('Length', '5\u00a0min – 30\u00a0min', 'menuitemradio')
    expect(await chip('Folder: Rain research +1')).toBeTruthy()
    await waitFor(() =>
      expect(queries.at(-1)?.filters).toMatchObject({
        folder_ids: [FOLDER.id, ''],
        speakers: ['Dr. Okafor, MD'],
        languages: ['en'],
        length_from: 300_000,
        length_to: 1_800_000,
      }),
    )
    await waitFor(() =>
      expect(currentAddress()).toBe(
        `/search?q=rains&folder=${FOLDER.id}%2Cnone&speaker=Dr.+Okafor%252C+MD&language=en&min=5&max=30`,
      ),
    )
    expect(length()).toBe(before)
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Clear filter: Language' }))
    expect(document.activeElement).toBe(await chip('Language'))
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(currentAddress()).toBe('/search?q=rains'))
  })

  it('are read from the address', async () => {
    const { queries } = await renderSearch(
      '?q=rains&folder=none&speaker=Dr.+Okafor%252C+MD&from=2026-09-01&to=2026-11-30&sort=newest',
    )
    await screen.findByRole('region', { name: 'Interview' })
    expect(screen.getByRole('button', { name: /^Date: Sep\s–\sNov 2026$/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Sort by: Newest first' })).toBeTruthy()
    expect(queries[0]).toMatchObject({
      sort: 'newest',
      filters: {
        folder_ids: [''],
        speakers: ['Dr. Okafor, MD'],
        date_from: new Date(2026, 8, 1).getTime(),
        date_to: new Date(2026, 11, 1).getTime() - 1,
      },
    })
  })

  it('accept typed dates', async () => {
    const { user, currentAddress } = await renderSearch('?q=rains')
    await user.click(await chip('Date'))
    await user.click(await screen.findByRole('menuitem', { name: 'Choose dates…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose dates' }))
    await user.type(dialog.getByLabelText('From'), '2026-11-30')
    await user.type(dialog.getByLabelText('To'), '2026-09-01')
    expect(dialog.getByText('The last day is before the first one.')).toBeTruthy()
    await user.clear(dialog.getByLabelText('From'))
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(currentAddress()).toBe('/search?q=rains&to=2026-09-01'))
  })

  it('can be cleared when nothing was found with them', async () => {
    const { user, queries } = await renderSearch('?q=other&language=de')
    expect(await screen.findByText('Nothing matches “other” with these filters.')).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1)!)
    await waitFor(() => expect(queries.at(-1)?.filters?.languages).toEqual([]))
  })

  it('keep the chosen order', async () => {
    const { user, queries } = await renderSearch('?q=rains')
    await user.click(await chip('Sort by: Best match'))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Oldest first' }))
    await waitFor(() => expect(queries.at(-1)?.sort).toBe('oldest'))
  })
})

describe('the recent searches', () => {
  it('are those that found something, and each can be removed', async () => {
    const { user, field } = await renderSearch('?q=rains')
    await user.click(await screen.findByText(/So I can say forty/))
    await user.clear(field)
    const recent = async () => within(await screen.findByRole('region', { name: 'Recent searches' }))
    await user.click((await recent()).getByRole('button', { name: 'rains' }))
    expect(field.value).toBe('rains')
    await user.keyboard('{Escape}kampala{Enter}{Escape}')
    expect((await recent()).getAllByRole('listitem').map((item) => item.textContent)).toEqual(['kampala', 'rains'])
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Remove “kampala”' }))
    expect(screen.queryByText('kampala')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.queryByRole('region', { name: 'Recent searches' })).toBeNull()
  })

  it('are not offered in an empty library', async () => {
    mockAppServer({ search: find })
    await renderPublicPage('/search', SearchPage, '', { namespace: 'search' })
    expect(await screen.findByText(/You have no recordings yet/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to home' }).getAttribute('href')).toBe('/')
  })
})
