import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FeatureScreen, WithMembership } from '#test/screens/FeatureScreen.tsx'
import { libraryHandlers } from '#test/screens/MockLibrary.ts'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { SETTINGS, meReply } from '#test/screens/aUser.ts'
import type { RouteHandler } from '#test/screens/mockServer.ts'
import { privacyContract, reauthenticationContract, sessionsContract, ssoContract } from '#features/account/contract.ts'
import { accountFeature } from '#features/account/web.tsx'
import { devicesFeature } from '#features/devices/web.tsx'
import { filesContract } from '#features/files/contract.ts'
import { foldersContract } from '#features/folders/contract.ts'
import { integrationsContract } from '#features/integrations/contract.ts'
import { integrationsFeature } from '#features/integrations/web.tsx'
import { personalDataFeature } from '#features/personal-data/web.tsx'
import { retentionFeature } from '#features/retention/web.tsx'
import { siteContract } from '#features/site/contract.ts'
import { siteFeature } from '#features/site/web.tsx'
import { handleSiteSettings, type SiteSettings } from '#test/screens/siteSettings.ts'
import { signInAs } from '#test/screens/signInAs.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { devicesContract } from '#features/devices/contract.ts'
import { membershipContract } from '#features/membership/contract.ts'
import { readToken } from '#browser/session/token.ts'
import { readRedDots, updateRedDots } from '#browser/storage/redDots.ts'
import { profileContract } from '../../contract.ts'
import { profileFeature } from '../../web.tsx'
import { SettingsScreen } from './SettingsScreen.tsx'

const FACTS = { version: '1.2.3', privacy_version: '1', summarises_in_any_language: true }
/** Mocks the server with one account. `refuses` is thrown for every change of the settings. */
function mockAccount({
  error,
  fresh = true,
  facts = {},
}: { error?: MockError; fresh?: boolean; facts?: Partial<SiteSettings> } = {}) {
  const state = { settings: { ...SETTINGS }, fresh, exists: true }
  const me = () =>
    meReply({
      nickname: state.settings.nickname,
      avatar: state.settings.avatar,
      seconds_left: 14_400,
      seconds_total: 18_000,
      has_transcribed: true,
    })
  const handlers: RouteHandler[] = [
    handleSiteSettings({ ...FACTS, ...facts }),
    handle(siteContract.feedback, () => ({ data: { url: 'https://feedback.example.org/' } })),
    ...libraryHandlers(() => Array.from({ length: 12 }, (_, at) => fileRow({ filename: `Talk ${at}` }))),
    handle(filesContract.stat, () => ({
      data_stat: {
        total_files: 12,
        total_duration: 0,
        total_transcribed_duration: 0,
        recent_30_days_daily_avg: 0,
        group_result: [],
        most_active_hour: null,
        storage: { sound_bytes: 0, text_bytes: 0, limit_bytes: null },
      },
    })),
    handle(foldersContract.list, () => ({
      data_filetag_total: 1,
      data_filetag_list: [{ id: 'f1', name: 'Talks', color: '#4c8eff', icon: 'folder' }],
    })),
    handle(integrationsContract.connection, () => ({
      data: { is_available: false, connected: false, scopes: [], connected_at: null, last_used_at: null },
    })),
    handle(profileContract.me, me),
    handle(profileContract.settings, () => ({ data: state.settings })),
    handle(profileContract.changeSettings, ({ body }) => {
      if (error) throw error
      Object.assign(state.settings, body)
      return { data: state.settings }
    }),
    handle(profileContract.remove, () => {
      if (!state.fresh) throw new MockError(profileContract.remove.refusals.notFresh.status)
      state.exists = false
      return {}
    }),
    handle(reauthenticationContract.confirm, () => {
      state.fresh = true
      return {}
    }),
    handle(ssoContract.list, () => ({
      data: { email: 'lena@example.org', is_relay: false, has_password: true, is_fresh: fresh, identities: [] },
    })),
    handle(sessionsContract.list, () => ({ data: [] })),
    handle(devicesContract.list, () => ({ data_devices: [] })),
    handle(privacyContract.country, () => ({
      data: { country: 'DE', privacy_version: '1', has_new_privacy: false, agreed: null },
    })),
    handle(membershipContract.transactions, () => ({
      data: {
        total: 1,
        list: [{ id: 't1', kind: 'use' as const, seconds: -720, file_id: 'f1', file_name: 'Interview', at: 1_700_000_000 }],
      },
    })),
  ]
  return { state, ...mockServer(handlers) }
}

const FEATURES = [
  accountFeature,
  siteFeature,
  devicesFeature,
  profileFeature,
  retentionFeature,
  integrationsFeature,
  personalDataFeature,
]

async function renderSettings(pane: string, account = mockAccount()) {
  signInAs('u1')
  const callbacks = { closed: vi.fn<() => void>(), pane: vi.fn<(pane: string | null) => void>() }
  const { page, address } = withRouter(
    <WithMembership>
      <FeatureScreen features={FEATURES}>
        <SettingsScreen open onClose={callbacks.closed} pane={pane} onPaneChange={callbacks.pane} />
      </FeatureScreen>
    </WithMembership>,
  )
  const view = await renderWithProviders(page)
  await loadMessages('membership', 'site', 'integrations')
  await screen.findByRole('dialog', { name: 'Settings' })
  return { ...view, ...account, callbacks, address }
}

const selectedValue = (label: string) => (screen.getByLabelText(label) as HTMLSelectElement).value

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  delete document.documentElement.dataset['theme']
})

describe('the settings dialog (A§2)', () => {
  it('lists its panes, marks the open pane, opens another one and closes with Escape', async () => {
    const { user, callbacks } = await renderSettings('profile')
    const list = screen.getByRole('navigation', { name: 'Settings' })
    expect(within(list).getByRole('button', { current: 'page' }).textContent).toBe('Profile')
    await user.click(within(list).getByRole('button', { name: 'Transcription' }))
    expect(callbacks.pane).toHaveBeenCalledWith('transcription')
    await user.keyboard('{Escape}')
    expect(callbacks.closed).toHaveBeenCalledOnce()
  })

  it.each(['profile', 'sign-in-methods', 'sessions', 'transcription', 'appearance', 'privacy', 'about'] as const)(
    'has no accessibility violations in the pane %s',
    async (pane) => {
      await renderSettings(pane)
      await waitFor(() => expect(screen.queryByText('Loading')).toBeNull())
      expect(await axeViolations()).toEqual([])
    },
  )
})

describe('a setting', () => {
  it('is saved immediately and shows it', async () => {
    const { user, state } = await renderSettings('profile')
    const name = await screen.findByLabelText('Your name')
    await user.clear(name)
    await user.type(name, 'Lena B.{Enter}')
    await waitFor(() => expect(state.settings.nickname).toBe('Lena B.'))
    await waitFor(() => expect(screen.getAllByRole('status').some(({ textContent }) => textContent === 'Saved')).toBe(true))
  })

  it('is not sent when it is empty; Escape restores the name and keeps the dialog open', async () => {
    const { user, requests, callbacks } = await renderSettings('profile')
    const name = await screen.findByLabelText('Your name')
    await user.clear(name)
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Enter a name.')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect((screen.getByLabelText('Your name') as HTMLInputElement).value).toBe('Lena')
    expect([callbacks.closed.mock.calls.length, requests.filter((call) => call.startsWith('PATCH'))]).toEqual([0, []])
  })

  it('is reverted when the server refuses it, with the reason', async () => {
    const error = new MockError(profileContract.changeSettings.refusals.noSuchLanguage.status)
    const { user } = await renderSettings('transcription', mockAccount({ error }))
    await user.selectOptions(await screen.findByLabelText('Spoken language'), 'German')
    expect((await screen.findAllByText(/This language is not available/)).length).toBeGreaterThan(0)
    expect(selectedValue('Spoken language')).toBe('')
  })

  it('is reverted when the server cannot be reached, with the reason', async () => {
    const { user } = await renderSettings('appearance')
    await screen.findByLabelText('Appearance')
    const originalFetch = globalThis.fetch
    vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
      if (request.method === 'PATCH') throw new TypeError('no network')
      return originalFetch(path, request)
    })
    await user.selectOptions(screen.getByLabelText('Appearance'), 'dark')
    expect((await screen.findAllByText(/was not saved\. The server cannot be reached/)).length).toBeGreaterThan(0)
    await waitFor(() => expect(selectedValue('Appearance')).toBe('system'))
    expect(document.documentElement.dataset['theme']).toBeUndefined()
  })
})

describe('language, zone and appearance', () => {
  it('are saved with the account and applied in this browser', async () => {
    const { user, state } = await renderSettings('appearance')
    await user.selectOptions(await screen.findByLabelText('Time zone'), 'Europe/Berlin')
    await user.selectOptions(screen.getByLabelText('Appearance'), 'dark')
    await user.selectOptions(screen.getByLabelText('Language'), 'de_DE')
    await waitFor(() => expect(state.settings).toMatchObject({ language: 'de_DE', timezone: 'Europe/Berlin', theme: 'dark' }))
    await waitFor(() => expect(document.documentElement.lang).toBe('de-DE'))
    expect(document.documentElement.dataset['theme']).toBe('dark')
  })
})

describe('transcription', () => {
  it('disables the summary language without a language model and shows why', async () => {
    await renderSettings('transcription', mockAccount({ facts: { summarises_in_any_language: false } }))
    const choice = (await screen.findByLabelText('Summary language')) as HTMLSelectElement
    await waitFor(() => expect(choice.disabled).toBe(true))
    expect(document.getElementById(choice.getAttribute('aria-describedby') ?? '')?.textContent).toContain('language model')
  })
})

describe('privacy and data', () => {
  it('offers the download of all data', async () => {
    await renderSettings('privacy')
    expect(await screen.findByRole('button', { name: 'Download everything' })).toBeTruthy()
  })

  it.each<[Partial<SiteSettings>, RegExp]>([
    [{}, /^Nothing\. Transcripts and summaries are created on this server/],
    [{ leaves_server: ['texts'] }, /^Audio never does\. Texts are sent to the models/],
    [
      { leaves_server: ['audio', 'storage'], speech_server: 'speech.example.org' },
      /^Audio is sent to speech\.example\.org to be transcribed\. Recordings are stored on other machines/,
    ],
  ])('says what leaves the server with %j', async (facts, text) => {
    await renderSettings('privacy', mockAccount({ facts }))
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('leaves the used minutes and the transactions to plan and use', async () => {
    await renderSettings('use')
    expect(await screen.findByText('1 h of 5 h used')).toBeTruthy()
    const history = await screen.findByRole('list', { name: 'Minutes history' })
    expect(history.textContent).toMatch(/^12.min used for “Interview”/)
    expect(within(history).queryByRole('link')).toBeNull()
  })

  it('asks for confirmation before a shorter audio retention, not before a longer one', async () => {
    const { user, state } = await renderSettings('privacy')
    await user.selectOptions(await screen.findByLabelText('Keep audio'), '7')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('cannot be undone')
    expect(state.settings.keep_audio_days).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Shorten' }))
    await waitFor(() => expect(state.settings.keep_audio_days).toBe(7))
    await user.selectOptions(await screen.findByLabelText('Keep audio'), '365')
    await waitFor(() => expect(state.settings.keep_audio_days).toBe(365))
  })

  it('deletes the account after the address is typed and the user has reauthenticated (A§7)', async () => {
    const { user, state, address } = await renderSettings('privacy', mockAccount({ fresh: false }))
    await user.click(await screen.findByRole('button', { name: 'Delete account…' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete your account?' })
    await waitFor(() => expect(dialog.textContent).toContain('12 recordings'))
    expect(dialog.textContent).toContain('1 folder')
    const yes = within(dialog).getByRole('button', { name: 'Delete everything' })
    expect(yes.getAttribute('aria-disabled')).toBe('true')
    await user.type(within(dialog).getByLabelText(/type lena@example.org/), 'LENA@example.org{Enter}')
    await user.type(await screen.findByLabelText('Password'), 'correct horse{Enter}')
    await waitFor(() => expect(address()).toBe('/login'))
    expect([state.exists, readToken()]).toEqual([false, undefined])
  })
})

describe('the red dot of the connections (A§4)', () => {
  it('is shown until the flag is cleared', async () => {
    await renderSettings('profile')
    const row = () => screen.getByRole('button', { name: /^Connections/ })
    await waitFor(() => expect(row().textContent).toContain('New'))
    act(() => updateRedDots('u1', { automation: false }))
    await waitFor(() => expect(row().textContent).not.toContain('New'))
  })

  it('is cleared when the pane is opened', async () => {
    await renderSettings('connections')
    await waitFor(() => expect(readRedDots('u1').automation).toBe(false))
  })
})

describe('the red dot of the feedback board (A§3, A§4)', () => {
  const row = () => screen.getByRole('button', { name: /^About/ })

  it('is shown only where there is a board', async () => {
    const { unmount } = await renderSettings('profile', mockAccount({ facts: { has_feedback_board: true } }))
    await waitFor(() => expect(row().textContent).toContain('New'))
    unmount()
    await renderSettings('profile')
    await waitFor(() => expect(screen.getByRole('button', { name: /^Connections/ }).textContent).toContain('New'))
    expect(row().textContent).not.toContain('New')
  })

  it('leads to the board, and is cleared once that was seen', async () => {
    await renderSettings('about', mockAccount({ facts: { has_feedback_board: true } }))
    expect(await screen.findByText('Feedback board')).toBeTruthy()
    const addresses = () => screen.getAllByRole('link', { name: 'Open' }).map((link) => link.getAttribute('href'))
    await waitFor(() => expect(addresses()).toContain('https://feedback.example.org/'))
    await waitFor(() => expect(readRedDots('u1')).toEqual({ feedbackBoard: false, automation: true }))
  })
})
