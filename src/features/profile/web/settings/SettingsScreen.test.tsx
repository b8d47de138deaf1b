import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { meReply } from '#test/screens/aUser.ts'
import type { RouteHandler } from '#test/screens/mockServer.ts'
import { privacyContract, reauthenticationContract, sessionsContract, ssoContract } from '#features/account/contract.ts'
import { devicesContract } from '#features/devices/contract.ts'
import { membershipContract } from '#features/membership/contract.ts'
import { saveToken, readToken } from '#browser/session/token.ts'
import { readRedDots, updateRedDots } from '#browser/storage/redDots.ts'
import { profileContract } from '../../contract.ts'
import type { Settings } from '../../contract.ts'
import { SettingsScreen } from './SettingsScreen.tsx'
import type { SettingsPane } from './settingsPanes.ts'

const SETTINGS: Settings = {
  nickname: 'Lena',
  avatar: null,
  language: null,
  timezone: null,
  summary_language: null,
  trans_language: null,
  theme: 'system',
  keep_audio_days: null,
  trash_days: 30,
}
const FACTS = {
  version: '1.2.3',
  privacy_version: '1',
  scripted_speech: false,
  telemetry: false,
  summarises_in_any_language: true,
}
/** Mocks the server with one account. `refuses` is thrown for every change of the settings. */
function mockAccount({ error, fresh = true }: { error?: MockError; fresh?: boolean } = {}) {
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
      data: { total: 1, list: [{ id: 't1', kind: 'use' as const, seconds: -720, file_id: 'f1', at: 1_700_000_000 }] },
    })),
  ]
  return { state, ...mockServer(handlers) }
}

type RenderOptions = {
  serverSettings?: typeof FACTS
  account?: ReturnType<typeof mockAccount>
  countExpiredTrash?: (days: number) => number | undefined
}

async function renderSettings(
  pane: SettingsPane,
  { serverSettings = FACTS, account = mockAccount(), countExpiredTrash }: RenderOptions = {},
) {
  const callbacks = {
    closed: vi.fn<() => void>(),
    pane: vi.fn<(pane: SettingsPane | null) => void>(),
    language: vi.fn<(locale: string) => void>(),
    deleted: vi.fn<() => Promise<void>>(async () => {}),
  }
  const view = await renderWithProviders(
    <SettingsScreen
      open
      onClose={callbacks.closed}
      pane={pane}
      onPaneChange={callbacks.pane}
      serverSettings={serverSettings}
      library={{ recordings: 12, folders: 1 }}
      countExpiredTrash={countExpiredTrash}
      onLanguage={callbacks.language}
      onShortcuts={() => {}}
      onSignedOut={() => {}}
      onDeleted={callbacks.deleted}
      exportData={<button type="button">archive</button>}
      connections={<p>programs</p>}
    />,
  )
  await screen.findByRole('dialog', { name: 'Settings' })
  return { ...view, ...account, callbacks }
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

  it.each(['profile', 'ways', 'sessions', 'transcription', 'look', 'privacy', 'about'] as const)(
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
    const { user } = await renderSettings('transcription', { account: mockAccount({ error }) })
    await user.selectOptions(await screen.findByLabelText('Spoken language'), 'German')
    expect((await screen.findAllByText(/does not know that language/)).length).toBeGreaterThan(0)
    expect(selectedValue('Spoken language')).toBe('')
  })

  it('is reverted when the server cannot be reached, with the reason', async () => {
    const { user } = await renderSettings('look')
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
    const { user, state, callbacks } = await renderSettings('look')
    await user.selectOptions(await screen.findByLabelText('Language'), 'de_DE')
    await user.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Berlin')
    await user.selectOptions(screen.getByLabelText('Appearance'), 'dark')
    await waitFor(() => expect(state.settings).toMatchObject({ language: 'de_DE', timezone: 'Europe/Berlin', theme: 'dark' }))
    expect(callbacks.language).toHaveBeenCalledWith('de_DE')
    expect(document.documentElement.dataset['theme']).toBe('dark')
  })
})

describe('transcription', () => {
  it('disables the summary language without a language model and shows why', async () => {
    await renderSettings('transcription', { serverSettings: { ...FACTS, summarises_in_any_language: false } })
    const choice = (await screen.findByLabelText('Summaries in')) as HTMLSelectElement
    expect(choice.disabled).toBe(true)
    expect(document.getElementById(choice.getAttribute('aria-describedby') ?? '')?.textContent).toContain('language model')
  })

  it('asks for confirmation before a shorter audio retention, not before a longer one', async () => {
    const { user, state } = await renderSettings('transcription')
    await user.selectOptions(await screen.findByLabelText('Keep the sound'), '7')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('cannot be brought back')
    expect(state.settings.keep_audio_days).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Shorten' }))
    await waitFor(() => expect(state.settings.keep_audio_days).toBe(7))
    await user.selectOptions(await screen.findByLabelText('Keep the sound'), '365')
    await waitFor(() => expect(state.settings.keep_audio_days).toBe(365))
  })

  it.each([
    [undefined, 'Recordings that have been in the trash longer than this are deleted for good'],
    [0, 'No recording has been in the trash that long yet.'],
    [1, '1 recording in the trash is older than this.'],
    [12, '12 recordings in the trash are older than this.'],
  ])('asks before a shorter trash retention, with %s recordings that it would delete', async (dueCount, text) => {
    const countExpiredTrash = vi.fn<(days: number) => number | undefined>(() => dueCount)
    const { user, state } = await renderSettings('transcription', { countExpiredTrash })
    const row = await screen.findByLabelText('Keep in the trash')
    expect(selectedValue('Keep in the trash')).toBe('30')
    await user.selectOptions(row, '7')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain(text)
    expect(countExpiredTrash).toHaveBeenCalledWith(7)
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect([state.settings.trash_days, selectedValue('Keep in the trash')]).toEqual([30, '30'])
    await user.selectOptions(row, '7')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Shorten' }))
    await waitFor(() => expect(state.settings.trash_days).toBe(7))
    await user.selectOptions(row, 'Until you empty it')
    await waitFor(() => expect(state.settings.trash_days).toBeNull())
    expect(screen.getByText('Recordings in the trash stay until you delete them for good.')).toBeTruthy()
  })
})

describe('privacy and data', () => {
  it('shows the used minutes, the transactions and the download of all data', async () => {
    await renderSettings('privacy')
    expect(await screen.findByText('1 h of 5 h used')).toBeTruthy()
    expect(await screen.findByText('12 min used for a recording')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'archive' })).toBeTruthy()
  })

  it('deletes the account after the address is typed and the user has reauthenticated (A§7)', async () => {
    saveToken('tok')
    const { user, state, callbacks } = await renderSettings('privacy', { account: mockAccount({ fresh: false }) })
    await user.click(await screen.findByRole('button', { name: 'Delete account…' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete your account?' })
    expect(dialog.textContent).toContain('12 recordings')
    expect(dialog.textContent).toContain('1 folder')
    const yes = within(dialog).getByRole('button', { name: 'Delete everything' })
    expect(yes.getAttribute('aria-disabled')).toBe('true')
    await user.type(within(dialog).getByLabelText(/type lena@example.org/), 'LENA@example.org{Enter}')
    await user.type(await screen.findByLabelText('Password'), 'correct horse{Enter}')
    await waitFor(() => expect(callbacks.deleted).toHaveBeenCalledOnce())
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
