import { useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { meContract } from '#features/me/contract.ts'
import { client } from '#kit/client.ts'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { Says, on, serveInMemory } from '#test/screen/serveInMemory.ts'
import { send } from '#ui/send.ts'
import { recall } from '#ui/storage.ts'
import { generateContract } from '../contract.ts'
import { useWelcomeFile } from './useWelcomeFile.ts'

const SAID = /sample recording could not be loaded/

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
    if (userId) queries.setQueryData(client('me', meContract, send).me.key({}), { data_user: { id: userId } })
  }, [queries, userId])
  return null
}

function serve(answer: () => void) {
  const told: string[] = []
  const { asked } = serveInMemory([
    on(generateContract.welcome, ({ body }) => {
      told.push(body.lang)
      answer()
      return { data: { file_id: 'a'.repeat(32), session_id: 0 } }
    }),
  ])
  return { told, calls: () => asked.filter((call) => call === 'POST /file/welcome').length }
}

const flag = (owner = 'u1') => recall('welcomeFileShown', { owner })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('the request for the welcome file (A§4)', () => {
  it('is sent once the user is known, in the language of the page, and is remembered', async () => {
    const { told, calls } = serve(() => undefined)
    const view = await renderScreen(<App userId={undefined} />, { locale: 'de_DE' })
    await pass(100)
    expect(calls()).toBe(0)
    view.rerender(<App userId="u1" />)
    await waitFor(() => expect(flag()).toBe(true))
    expect(told).toEqual(['de_DE'])
    vi.setSystemTime(Date.now() + 400 * 24 * 3_600_000)
    expect(flag()).toBe(true)
  })

  it('is not sent again on the next load, but is sent for another user', async () => {
    const { calls } = serve(() => undefined)
    const first = await renderScreen(<App userId="u1" />)
    await waitFor(() => expect(flag()).toBe(true))
    first.unmount()
    const second = await renderScreen(<App userId="u1" />)
    await pass(100)
    expect(calls()).toBe(1)
    second.unmount()
    await renderScreen(<App userId="u2" />)
    await waitFor(() => expect(flag('u2')).toBe(true))
    expect(calls()).toBe(2)
  })

  it('counts as done for an old user', async () => {
    serve(() => {
      throw new Says(-5, 'old user')
    })
    await renderScreen(<App userId="u1" />)
    await waitFor(() => expect(flag()).toBe(true))
    expect(screen.queryByText(SAID)).toBeNull()
  })

  it('shows one error when it fails, and is sent again on the next load', async () => {
    let fails = true
    const { calls } = serve(() => {
      if (fails) throw new Says(500)
    })
    const view = await renderScreen(<App userId="u1" />)
    await screen.findByText(SAID, { selector: 'p' })
    await pass(60_000)
    expect(calls()).toBe(1)
    expect(flag()).toBeUndefined()
    view.unmount()
    fails = false
    await renderScreen(<App userId="u1" />)
    await waitFor(() => expect(flag()).toBe(true))
    expect(calls()).toBe(2)
  })

  it('shows one error without a response within five seconds, and is not remembered', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    await renderScreen(<App userId="u1" />)
    await pass(4900)
    expect(screen.queryByText(SAID)).toBeNull()
    await pass(200)
    await screen.findByText(SAID, { selector: 'p' })
    expect(flag()).toBeUndefined()
    expect(screen.getAllByText(SAID, { selector: 'p' })).toHaveLength(1)
  })
})
