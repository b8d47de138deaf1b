import { act, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Settings, profileContract } from '#features/profile/contract.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { SETTINGS } from '#test/screens/aUser.ts'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { STORAGE_KEYS, removeItem } from '#browser/storage/storage.ts'
import { setTheme } from '#browser/page/theme.ts'
import { switchLocale } from '#browser/i18n/i18n.ts'
import { useAccountPreferences } from './ProfileBackground.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  act(() => setTheme('system'))
  localStorage.clear()
})

/** Renders the hook for an account with `accountSettings`. `hasOwnChoices`: this browser has stored language and theme. */
async function renderInBrowser({
  accountSettings = {},
  hasOwnChoices = false,
  isPaused = false,
}: {
  accountSettings?: Partial<Settings>
  hasOwnChoices?: boolean
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
  await renderWithProviders(null)
  if (!hasOwnChoices) for (const name of [STORAGE_KEYS.language, STORAGE_KEYS.theme]) removeItem(name)
  await renderWithProviders(<TestApp />)
  await waitFor(() => expect(requests).toContain('GET /user/me/settings'))
  return { changes }
}

const theme = () => document.documentElement.dataset['theme']

describe('language and appearance of the account', () => {
  it('apply in a browser without own choices', async () => {
    await renderInBrowser({ accountSettings: { theme: 'dark' } })
    await waitFor(() => expect(theme()).toBe('dark'))
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
