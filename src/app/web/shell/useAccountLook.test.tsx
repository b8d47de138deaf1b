import { act, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { meContract } from '#features/me/contract.ts'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { on, serveInMemory } from '#test/screen/serveInMemory.ts'
import type { Reply } from '#kit/contract.ts'
import { STORED, forget } from '#ui/storage.ts'
import { chooseTheme } from '#ui/theme.ts'
import { switchLocale } from '../i18n.ts'
import { useAccountLook } from './useAccountLook.ts'

type Settings = Reply<typeof meContract.settings>['data']

const SETTINGS: Settings = {
  ...{ nickname: 'Lena', avatar: null, language: null, timezone: null, summary_language: null, trans_language: null },
  ...{ theme: 'system' as const, keep_audio_days: null, trash_days: 30 },
}

afterEach(() => {
  vi.unstubAllGlobals()
  act(() => chooseTheme('system'))
  localStorage.clear()
})

/** Renders the hook for an account with `accountSettings`. `hasOwnChoices`: this browser has stored language and theme. */
async function browser({
  kept = {},
  chosen = false,
  isPaused = false,
}: {
  kept?: Partial<Settings>
  chosen?: boolean
  isPaused?: boolean
}) {
  const state = { ...SETTINGS, ...kept }
  const changes: Partial<Settings>[] = []
  const { asked } = serveInMemory([
    on(meContract.settings, () => ({ data: state })),
    on(meContract.changeSettings, ({ body }) => {
      changes.push(body)
      return { data: Object.assign(state, body) }
    }),
  ])
  function App() {
    useAccountLook(isPaused)
    return null
  }
  await renderScreen(null)
  if (!chosen) for (const name of [STORED.language, STORED.theme]) forget(name)
  await renderScreen(<App />)
  await waitFor(() => expect(asked).toContain('GET /user/me/settings'))
  return { changes }
}

const theme = () => document.documentElement.dataset['theme']

describe('language and appearance of the account', () => {
  it('apply in a browser without own choices', async () => {
    await browser({ kept: { theme: 'dark' } })
    await waitFor(() => expect(theme()).toBe('dark'))
  })

  it('do not override the choices of this browser', async () => {
    act(() => chooseTheme('light'))
    const { changes } = await browser({ kept: { theme: 'dark' }, chosen: true })
    await act(async () => {})
    expect([theme(), changes]).toEqual(['light', []])
  })

  it('are saved to the account when chosen in this browser', async () => {
    const { changes } = await browser({})
    await act(async () => {})
    act(() => chooseTheme('dark'))
    await waitFor(() => expect(changes).toEqual([{ theme: 'dark' }]))
    await act(() => switchLocale('fr_FR'))
    await waitFor(() => expect(changes).toEqual([{ theme: 'dark' }, { language: 'fr_FR' }]))
  })

  it('are not saved while the settings dialog is open, which saves them itself', async () => {
    const { changes } = await browser({ isPaused: true })
    await act(async () => {})
    act(() => chooseTheme('dark'))
    await act(async () => {})
    expect(changes).toEqual([])
  })
})
