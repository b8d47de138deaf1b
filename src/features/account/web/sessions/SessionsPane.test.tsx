import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { createLiveSender } from '#test/screens/createLiveSender.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { now } from '#browser/timers/time.ts'
import { saveToken, readToken } from '#browser/session/token.ts'
import { sessionTopic, sessionsContract } from '../../contract.ts'
import { accountFeature } from '../../web.tsx'
import { SessionsPane } from './SessionsPane.tsx'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'

function session(id: string, more: object) {
  const nowSeconds = Math.floor(now() / 1000)
  const dates = { created_at: nowSeconds - 90_000, last_seen_at: nowSeconds - 86_400, expires_at: nowSeconds + 90_000 }
  return { id, client: 'web' as const, login_type: 'password', network: '203.0.113.0/24', is_current: false, ...dates, ...more }
}

async function renderPane() {
  const list = [
    session('s1', { user_agent: FIREFOX, is_current: true }),
    session('s2', { user_agent: SAFARI }),
    session('s3', { user_agent: '', client: 'desktop' }),
  ] as ReturnType<Parameters<typeof handle<typeof sessionsContract.list>>[1]>['data']
  const server = mockServer([
    handle(sessionsContract.list, () => ({ data: list })),
    handle(sessionsContract.remove, ({ body }) => {
      list.splice(
        list.findIndex(({ id }) => id === body.id),
        1,
      )
      return {}
    }),
    handle(sessionsContract.signOut, () => ({})),
  ])
  const onSignedOut = vi.fn<() => void>()
  const view = await renderWithProviders(<SessionsPane onSignedOut={onSignedOut} recorders={<p>recorders</p>} />)
  await screen.findByText('Firefox on Linux')
  return { ...view, ...server, list, onSignedOut }
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('the sessions (A§7)', () => {
  it('are shown with browser, system, network, last activity, and marks for this browser and the desktop program', async () => {
    await renderPane()
    expect(screen.getByText('Firefox on Linux').textContent).toContain('this browser')
    expect(screen.getByText('Unknown browser').textContent).toContain('desktop app')
    expect(screen.getAllByText(/Last active: Yesterday .* · 203\.0\.113\.0/)).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /Sign out Firefox/ })).toBeNull()
    expect(screen.getByText('recorders')).toBeTruthy()
  })

  it('can be ended one by one', async () => {
    const { user } = await renderPane()
    await user.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }))
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
    expect(screen.getByText('Firefox on Linux')).toBeTruthy()
  })

  it('are reloaded when one ends elsewhere', async () => {
    const { queries, list } = await renderPane()
    list.splice(1, 1)
    const sendLive = await createLiveSender(accountFeature)
    sendLive(queries, sessionTopic, {})
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
    expect(screen.getByText('Firefox on Linux')).toBeTruthy()
  })

  it('show an error when one could not be ended', async () => {
    const { user } = await renderPane()
    const originalFetch = globalThis.fetch
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('no network')
    })
    await user.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }))
    expect((await screen.findAllByText(/The session could not be ended\. The server cannot be reached/)).length).toBeGreaterThan(
      0,
    )
    vi.stubGlobal('fetch', originalFetch)
  })

  it('can all be ended after a confirmation, which removes the token of this browser', async () => {
    saveToken('tok')
    const { user, requests, onSignedOut } = await renderPane()
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
    const question = await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' })
    expect(requests.some((call) => call.startsWith('POST'))).toBe(false)
    await user.click(within(question).getByRole('button', { name: 'Sign out everywhere' }))
    await waitFor(() => expect(onSignedOut).toHaveBeenCalledOnce())
    expect(readToken()).toBeUndefined()
  })

  it('have no accessibility violations', async () => {
    await renderPane()
    expect(await axeViolations()).toEqual([])
  })
})
