import { act, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Settings, profileContract } from '#features/profile/contract.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { SETTINGS } from '#test/screens/aUser.ts'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { STORAGE_KEYS, removeItem } from '#browser/storage/storage.ts'
import { setTheme } from '#browser/page/theme.ts'
import { initI18n, switchLocale } from '#browser/i18n/i18n.ts'
import { useAccountPreferences } from './ProfileBackground.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  act(() => setTheme('system'))
  localStorage.clear()
  location.hash = ''
})

/** Renders the hook for an account with `accountSettings`. `hasOwnChoices`: this browser has stored language and theme. */
async function renderInBrowser({
  accountSettings = {},
  hasOwnChoices = false,
  isNewTab = false,
  isPaused = false,
}: {
  accountSettings?: Partial<Settings>
  hasOwnChoices?: boolean
  /** Starts as a new tab does: without a language of the session, and with that of the address. */
  isNewTab?: boolean
  isPaused?: boolean
}) {
  const state = { ...SETTINGS, ...accountSettings }
  const changes: Partial<Settings>[] = []
  const { requests } = mockServer([
    handle(profileContract.settings, () => ({ data: state })),
    handle(profileContract.changeSettings, ({ body }) => {
      changes.push(body)
      return { data: Object.assign(state, body) }
    }),
  ])
  function TestApp() {
    useAccountPreferences(isPaused)
    return null
  }
  const view = await renderWithProviders(null)
  if (!hasOwnChoices) for (const name of [STORAGE_KEYS.language, STORAGE_KEYS.theme]) removeItem(name)
  if (isNewTab) {
    sessionStorage.clear()
    await initI18n()
  }
  view.rerender(<TestApp />)
  await waitFor(() => expect(requests).toContain('GET /user/me/settings'))
  return { changes }
}

const theme = () => document.documentElement.dataset['theme']

describe('language and appearance of the account', () => {
  it('apply in a browser without own choices', async () => {
    await renderInBrowser({ accountSettings: { theme: 'dark' } })
    await waitFor(() => expect(theme()).toBe('dark'))
  })

  it.each([
    ['', 'fr-FR'],
    ['#/?lang=it', 'it-IT'],
    ['#/home?lang=xx', 'en-US'],
  ])('apply with the address %j in the language %s (A§4)', async (hash, language) => {
    location.hash = hash
    await renderInBrowser({ accountSettings: { language: 'fr_FR' }, isNewTab: true })
    await waitFor(() => expect(document.documentElement.lang).toBe(language))
    await act(async () => {})
    expect(document.documentElement.lang).toBe(language)
  })

  it('do not override the language of the session (A§4)', async () => {
    await renderInBrowser({ accountSettings: { language: 'fr_FR' } })
    await act(async () => {})
    expect(document.documentElement.lang).toBe('en-US')
  })

  it('do not override the choices of this browser', async () => {
    act(() => setTheme('light'))
    const { changes } = await renderInBrowser({ accountSettings: { theme: 'dark' }, hasOwnChoices: true })
    await act(async () => {})
    expect([theme(), changes]).toEqual(['light', []])
  })

  it('are saved to the account when chosen in this browser', async () => {
    const { changes } = await renderInBrowser({})
    await act(async () => {})
    act(() => setTheme('dark'))
    await waitFor(() => expect(changes).toEqual([{ theme: 'dark' }]))
    await act(() => switchLocale('fr_FR'))
    await waitFor(() => expect(changes).toEqual([{ theme: 'dark' }, { language: 'fr_FR' }]))
  })

  it('are not saved while the settings dialog is open, which saves them itself', async () => {
    const { changes } = await renderInBrowser({ isPaused: true })
    await act(async () => {})
    act(() => setTheme('dark'))
    await act(async () => {})
    expect(changes).toEqual([])
  })
})
