import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { asPhone } from '#test/screens/asPhone.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { days } from '#shared/units.ts'
import { shareContract, type SharedRecording, type ShareChange, type ShareLink, type ShareView } from '../contract.ts'
import { ShareDialog } from './ShareDialog.tsx'
import { parseClipTime } from './clipTime.ts'

const FILE_ID = 'a'.repeat(32)

const RECORDING: SharedRecording = {
  duration: 60_000,
  has_summary: true,
  has_transcript: true,
  has_audio: true,
  notes: [
    { note_id: 'n1', name: 'Interview notes' },
    { note_id: 'n2', name: '' },
  ],
  waveform: Array.from({ length: 140 }, (_, index) => index),
}

function aLink(change: Partial<ShareLink> = {}): ShareLink {
  const link_id = (change.link_id ?? '1').repeat(32)
  return {
    label: 'Advisory board',
    shows_summary: true,
    shows_transcript: true,
    shows_audio: true,
    note_ids: [],
    clip: null,
    hides_names: false,
    allows_download: false,
    expires_at: null,
    url: `https://earshot.example/share/${link_id.slice(0, 24)}`,
    preview_url: `https://earshot.example/share/${link_id.slice(0, 24)}?preview=owner`,
    has_password: false,
    is_client: false,
    revoked_at: null,
    created_at: 1,
    view_count: 0,
    last_viewed_at: null,
    ...change,
    link_id,
  }
}

const VIEWS: ShareView[] = [
  { view_id: '4', viewed_at: Date.now(), browser: 'Safari', system: 'iPhone', has_listened: true, downloads: [] },
  { view_id: '3', viewed_at: 3, browser: 'Firefox', system: 'Linux', has_listened: false, downloads: ['audio', 'text'] },
  { view_id: '2', viewed_at: 2, browser: 'curl', system: '', has_listened: false, downloads: ['text'] },
  { view_id: '1', viewed_at: 1, browser: '', system: '', has_listened: false, downloads: [] },
]

type State = { links: ShareLink[]; recording?: Partial<SharedRecording>; fails?: MockError }

async function showDialog(state: State) {
  const changes: ShareChange[] = []
  const update = (linkId: string, change: Partial<ShareLink>) => {
    const link = { ...state.links.find(({ link_id }) => link_id === linkId)!, ...change }
    state.links = state.links.map((each) => (each.link_id === linkId ? link : each))
    return { data: link }
  }
  const { requests } = mockServer([
    handle(shareContract.links, () => ({ data: { links: state.links, recording: { ...RECORDING, ...state.recording } } })),
    handle(shareContract.create, () => {
      if (state.fails) throw state.fails
      const link = aLink({ label: '', link_id: String(state.links.length + 1) })
      state.links = [...state.links, link]
      return { data: link }
    }),
    handle(shareContract.change, ({ params, body }) => {
      if (state.fails) throw state.fails
      changes.push(body)
      const { password, revoked, ...shown } = body
      const url = aLink().url
      return update(params.link_id, {
        ...(shown as Partial<ShareLink>),
        ...(password !== undefined && { has_password: password !== null }),
        ...(revoked !== undefined && {
          revoked_at: revoked ? Date.now() : null,
          url: revoked ? null : url,
          preview_url: revoked ? null : url,
        }),
      })
    }),
    handle(shareContract.renew, ({ params }) =>
      update(params.link_id, { url: 'https://earshot.example/share/new', revoked_at: null }),
    ),
    handle(shareContract.remove, ({ params }) => {
      state.links = state.links.filter(({ link_id }) => link_id !== params.link_id)
      return {}
    }),
    handle(shareContract.views, ({ query }) => ({ data: { total: VIEWS.length, list: VIEWS.slice(0, query.limit) } })),
  ])
  const onClose = vi.fn<() => void>()
  const view = await renderWithProviders(<ShareDialog fileId={FILE_ID} open onClose={onClose} />)
  await act(() => loadMessages('share'))
  return { ...view, requests, changes, state, onClose }
}

const find = (role: string, name: string | RegExp) => screen.findByRole(role, { name })

afterEach(() => vi.unstubAllGlobals())

describe('the dialog of links', () => {
  it('explains links and creates the first one', async () => {
    const { user, requests } = await showDialog({ links: [] })
    await user.click(await find('button', 'Create a link'))
    expect(await screen.findByDisplayValue(/^https:\/\/earshot\.example\/share\//)).toBeTruthy()
    expect(requests).toContain(`POST /share/links/${FILE_ID}`)
    expect(screen.getByRole('button', { name: /Link 1 No views yet/ }).getAttribute('aria-current')).toBe('true')
    expect(await axeViolations()).toEqual([])
  })

  it('lists links with their views and limits, and shows the one that is chosen', async () => {
    const now = Date.now()
    const { user } = await showDialog({
      links: [
        aLink({ view_count: 12, last_viewed_at: now, expires_at: now + days(14) }),
        aLink({ link_id: '2', label: 'Ministry', has_password: true, hides_names: true }),
        aLink({ link_id: '3', label: '', is_client: true, revoked_at: now, url: null, preview_url: null }),
      ],
    })
    expect(await find('button', /Advisory board 12 views · until/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /From another app Revoked: Today/ })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /Ministry No views yet · password, no names/ }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the link' }).value).toBe('Ministry')
    expect(screen.getByRole('switch', { name: 'Password' }).getAttribute('aria-checked')).toBe('true')
    expect(await axeViolations()).toEqual([])
  })

  it('saves each change at once', async () => {
    const { user, changes } = await showDialog({ links: [aLink()] })
    await user.click(await find('checkbox', 'Audio'))
    await user.click(screen.getByRole('checkbox', { name: 'Notes' }))
    await user.click(await find('checkbox', 'Highlights'))
    await user.click(screen.getByRole('switch', { name: 'Hide speakers’ names' }))
    await user.click(screen.getByRole('switch', { name: 'Allow download' }))
    const name = screen.getByRole('textbox', { name: 'Name of the link' })
    await user.clear(name)
    await user.type(name, 'Press{Enter}')
    await waitFor(() => expect(changes).toHaveLength(6))
    expect(changes).toEqual([
      { shows_audio: false },
      { note_ids: ['n1', 'n2'] },
      { note_ids: ['n1'] },
      { hides_names: true },
      { allows_download: true },
      { label: 'Press' },
    ])
  })

  it('takes a clip by its times and by the keys of its handles', async () => {
    const { user, changes } = await showDialog({ links: [aLink()] })
    await user.click(await find('radio', 'Clip'))
    const end = await find('textbox', 'End of the clip')
    await user.clear(end)
    await user.type(end, '0:30{Enter}')
    const handle = screen.getByRole('slider', { name: 'Start of the clip' })
    act(() => handle.focus())
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(changes).toHaveLength(3))
    await user.keyboard('{PageUp}')
    await waitFor(() => expect(changes).toHaveLength(4))
    await user.keyboard('{End}')
    await waitFor(() => expect(changes).toHaveLength(5))
    expect(changes.map(({ clip }) => clip)).toEqual([
      { start_ms: 0, end_ms: 60_000 },
      { start_ms: 0, end_ms: 30_000 },
      { start_ms: 1000, end_ms: 30_000 },
      { start_ms: 11_000, end_ms: 30_000 },
      { start_ms: 29_000, end_ms: 30_000 },
    ])
    expect(handle.getAttribute('aria-valuetext')).toBe('0:29')
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('radio', { name: 'Whole recording' }))
    await waitFor(() => expect(changes.at(-1)).toEqual({ clip: null }))
  })

  it('moves a handle while it is dragged, and saves it when it is released', async () => {
    const { changes } = await showDialog({ links: [aLink({ clip: { start_ms: 0, end_ms: 60_000 } })] })
    const handle = await find('slider', 'End of the clip')
    const waveform = handle.closest('[data-waveform]')!
    waveform.getBoundingClientRect = () => ({ left: 0, width: 600 }) as DOMRect
    handle.setPointerCapture = () => {}
    handle.hasPointerCapture = () => true
    fireEvent.pointerDown(handle, { pointerId: 1 })
    fireEvent.pointerMove(handle, { pointerId: 1, clientX: 200 })
    expect(handle.getAttribute('aria-valuetext')).toBe('0:20')
    expect(changes).toEqual([])
    fireEvent.pointerUp(handle, { pointerId: 1, clientX: 100 })
    await waitFor(() => expect(changes).toEqual([{ clip: { start_ms: 0, end_ms: 10_000 } }]))
  })

  it('sets, changes and removes a password', async () => {
    const { user, changes } = await showDialog({ links: [aLink()] })
    await user.click(await find('switch', 'Password'))
    await user.type(screen.getByLabelText('New password'), 'abc')
    expect(screen.getByRole('button', { name: 'Set' }).getAttribute('aria-disabled')).toBe('true')
    await user.type(screen.getByLabelText('New password'), 'd{Enter}')
    expect(await find('button', 'Change')).toBeTruthy()
    await user.click(screen.getByRole('switch', { name: 'Password' }))
    await waitFor(() => expect(changes).toEqual([{ password: 'abcd' }, { password: null }]))
  })

  it('ends a link after some days or on a date', async () => {
    const { user, changes } = await showDialog({ links: [aLink()] })
    await user.click(await find('combobox', 'Expires'))
    await user.click(await find('option', 'In 7 days'))
    await waitFor(() => expect(changes).toHaveLength(1))
    const inDays = (changes[0]!.expires_at! - Date.now()) / days(1)
    expect(inDays).toBeGreaterThan(6.9)
    expect(inDays).toBeLessThan(8.1)
    await user.click(screen.getByRole('combobox', { name: 'Expires' }))
    await user.click(await find('option', 'On a date…'))
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2999-12-31' } })
    await waitFor(() => expect(changes.at(-1)!.expires_at).toBe(new Date(2999, 11, 31, 23, 59, 59, 999).getTime()))
  })

  it('revokes a link with undo, restores it, gives it a new address and deletes it', async () => {
    const { user, changes, state } = await showDialog({ links: [aLink()] })
    await user.click(await find('button', 'Revoke link'))
    expect(await screen.findByText('Link revoked. It no longer opens.')).toBeTruthy()
    expect(screen.getByText(/This link no longer opens\. Its settings/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await user.click(await find('button', 'New address'))
    const confirm = await find('alertdialog', 'Give this link a new address?')
    await user.click(within(confirm).getByRole('button', { name: 'New address' }))
    expect(await screen.findByDisplayValue('https://earshot.example/share/new')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Revoke link' }))
    await user.click(await find('button', 'Delete link'))
    expect(await find('button', 'Create a link')).toBeTruthy()
    expect(state.links).toEqual([])
    expect(changes).toEqual([{ revoked: true }, { revoked: false }, { revoked: true }])
  })

  it('copies the link and the code to embed it', async () => {
    const { user } = await showDialog({ links: [aLink()] })
    const written: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text))
    await user.click(await find('button', 'Copy link'))
    expect(await screen.findByText('Link copied')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Embed' }))
    await user.click(await find('button', 'Copy code'))
    expect(written[0]).toBe(aLink().url)
    expect(written[1]).toMatch(/^<iframe src="https:\/\/earshot\.example\/share\/1+\/embed" .*><\/iframe>$/)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await screen.findAllByText(/did not allow copying/)).not.toEqual([])
  })

  it('shows the last views, and all of them', async () => {
    const { user } = await showDialog({ links: [aLink({ view_count: 4, last_viewed_at: Date.now() })] })
    expect(await screen.findByText('Safari on iPhone')).toBeTruthy()
    expect(screen.getByText('Read and listened')).toBeTruthy()
    expect(screen.getByText('Downloaded text and audio')).toBeTruthy()
    expect(screen.queryByText('Unknown device')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(await screen.findByText('Unknown device')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Show fewer' })).toBeTruthy()
  })

  it('takes back a change that fails, and says why', async () => {
    const { user } = await showDialog({ links: [aLink()], fails: new MockError(500, 'broken') })
    const audio = await find('checkbox', 'Audio')
    await user.click(audio)
    expect(await screen.findAllByText(/The change was not saved\./)).not.toEqual([])
    await waitFor(() => expect(audio.getAttribute('aria-checked')).toBe('true'))
  })

  it('says why a link is refused', async () => {
    const { user, state } = await showDialog({ links: [aLink()], fails: new MockError(-2) })
    await user.click(await find('button', 'New link'))
    expect(await screen.findAllByText(/50 links at most/)).not.toEqual([])
    state.fails = new MockError(-3)
    await user.click(screen.getByRole('checkbox', { name: 'Audio' }))
    expect(await screen.findAllByText(/A clip lies inside the recording/)).not.toEqual([])
    state.fails = new MockError(-4)
    await user.click(screen.getByRole('checkbox', { name: 'Audio' }))
    expect(await screen.findAllByText(/Choose a date in the future/)).not.toEqual([])
  })

  it('can be loaded again after a failure', async () => {
    mockServer([])
    const { user } = await renderWithProviders(<ShareDialog fileId={FILE_ID} open onClose={() => {}} />)
    await act(() => loadMessages('share'))
    expect(await screen.findByText('The links could not be loaded')).toBeTruthy()
    mockServer([handle(shareContract.links, () => ({ data: { links: [], recording: RECORDING } }))])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await find('button', 'Create a link')).toBeTruthy()
  })

  it('shows the list or one link on a phone', async () => {
    asPhone()
    const { user } = await showDialog({ links: [aLink(), aLink({ link_id: '2', label: 'Ministry' })] })
    expect(await screen.findByDisplayValue('Advisory board')).toBeTruthy()
    expect(screen.queryByRole('navigation')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'All links' }))
    await user.click(await find('button', /Ministry/))
    expect(await screen.findByDisplayValue('Ministry')).toBeTruthy()
    expect(await axeViolations()).toEqual([])
  })
})

describe('parseClipTime', () => {
  it.each([
    ['6:02', 362_000],
    ['1:06:02', 3_962_000],
    [' 75 ', 75_000],
    ['0:00', 0],
    ['90:00', 5_400_000],
  ])('reads %j as %i ms', (text, time) => expect(parseClipTime(text)).toBe(time))

  it.each(['', 'abc', '6:60', '1:60:00', '-1', '6:2:', '1:2:3:4'])('refuses %j', (text) =>
    expect(parseClipTime(text)).toBeUndefined(),
  )
})
