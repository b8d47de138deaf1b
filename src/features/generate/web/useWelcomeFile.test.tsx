import { useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { profileContract } from '#features/profile/contract.ts'
import { client } from '#shared/client.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { send } from '#browser/http/send.ts'
import { type Monitor, setMonitor } from '#browser/monitoring/monitor.ts'
import { getItem } from '#browser/storage/storage.ts'
import { generateContract } from '../contract.ts'
import { useWelcomeFile } from './useWelcomeFile.ts'

const ERROR_MESSAGE = /sample recording could not be loaded/

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** Simulates the state after `GET /user/me`, or before it without a user. */
function App({ userId }: { userId: string | undefined }) {
  const queries = useQueryClient()
  useWelcomeFile()
  useEffect(() => {
    if (userId) queries.setQueryData(client('me', profileContract, send).me.key({}), { data_user: { id: userId } })
  }, [queries, userId])
  return null
}

function mockWelcome(respond: () => void) {
  const languages: string[] = []
  const { requests } = mockServer([
    handle(generateContract.welcome, ({ body }) => {
      languages.push(body.lang)
      respond()
      return { data: { file_id: 'a'.repeat(32), session_id: 0 } }
    }),
  ])
  return { languages, countCalls: () => requests.filter((call) => call === 'POST /file/welcome').length }
}

const readFlag = (owner = 'u1') => getItem('welcomeFileShown', { owner })
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('the request for the welcome file (A§4)', () => {
  it('is sent once the user is known, in the language of the page, and is remembered', async () => {
    const { languages, countCalls } = mockWelcome(() => undefined)
    const view = await renderWithProviders(<App userId={undefined} />, { locale: 'de_DE' })
    await advance(100)
    expect(countCalls()).toBe(0)
    view.rerender(<App userId="u1" />)
    await waitFor(() => expect(readFlag()).toBe(true))
    expect(languages).toEqual(['de_DE'])
    vi.setSystemTime(Date.now() + 400 * 24 * 3_600_000)
    expect(readFlag()).toBe(true)
  })

  it('is not sent again on the next load, but is sent for another user', async () => {
    const { countCalls } = mockWelcome(() => undefined)
    const first = await renderWithProviders(<App userId="u1" />)
    await waitFor(() => expect(readFlag()).toBe(true))
    first.unmount()
    const second = await renderWithProviders(<App userId="u1" />)
    await advance(100)
    expect(countCalls()).toBe(1)
    second.unmount()
    await renderWithProviders(<App userId="u2" />)
    await waitFor(() => expect(readFlag('u2')).toBe(true))
    expect(countCalls()).toBe(2)
  })

  it('counts as done for an old user, and is no failure for the monitoring (A§7)', async () => {
    const onFailure = vi.fn<Monitor['onFailure']>()
    setMonitor({ onFailure, onResponse: () => {}, onMeasure: () => {}, onEvent: () => {} })
    onTestFinished(() => setMonitor(undefined))
    mockWelcome(() => {
      throw new MockError(-5, 'old user')
    })
    await renderWithProviders(<App userId="u1" />)
    await waitFor(() => expect(readFlag()).toBe(true))
    expect(screen.queryByText(ERROR_MESSAGE)).toBeNull()
    expect(onFailure).not.toHaveBeenCalled()
  })

  it('shows one error when it fails, and is sent again on the next load', async () => {
    let shouldFail = true
    const { countCalls } = mockWelcome(() => {
      if (shouldFail) throw new MockError(500)
    })
    const view = await renderWithProviders(<App userId="u1" />)
    await screen.findByText(ERROR_MESSAGE, { selector: 'p' })
    await advance(60_000)
    expect(countCalls()).toBe(1)
    expect(readFlag()).toBeUndefined()
    view.unmount()
    shouldFail = false
    await renderWithProviders(<App userId="u1" />)
    await waitFor(() => expect(readFlag()).toBe(true))
    expect(countCalls()).toBe(2)
  })

  it('shows one error without a response within five seconds, and is not remembered', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    await renderWithProviders(<App userId="u1" />)
    await advance(4900)
    expect(screen.queryByText(ERROR_MESSAGE)).toBeNull()
    await advance(200)
    await screen.findByText(ERROR_MESSAGE, { selector: 'p' })
    expect(readFlag()).toBeUndefined()
    expect(screen.getAllByText(ERROR_MESSAGE, { selector: 'p' })).toHaveLength(1)
  })
})
