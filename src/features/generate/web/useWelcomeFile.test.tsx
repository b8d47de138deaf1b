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

/** As after `GET /user/me`, or before while nobody is known. */
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

describe('the welcome file, as the app asks for it (A§4)', () => {
  it('is asked for once the user is known, in the language of the page, and remembered for good', async () => {
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

  it('is not asked for again on the next load, but for another user', async () => {
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

  it('counts an old user as one who has it', async () => {
    serve(() => {
      throw new Says(-5, 'old user')
    })
    await renderScreen(<App userId="u1" />)
    await waitFor(() => expect(flag()).toBe(true))
    expect(screen.queryByText(SAID)).toBeNull()
  })

  it('that fails otherwise is said once and tried again with the next load', async () => {
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

  it('that is not answered within five seconds is said once, and not remembered', async () => {
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
