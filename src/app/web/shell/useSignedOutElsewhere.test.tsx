import { act } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { STORED, address } from '#ui/storage.ts'
import { forgetToken, keepToken } from '#ui/token.ts'
import { useSignedOutElsewhere } from './useSignedOutElsewhere.ts'

const tokenOf = (sub: string, jti = '1') => `h.${btoa(JSON.stringify({ sub, jti, exp: 4_000_000_000 }))}.s`
const heard = (key: string | null) => act(async () => window.dispatchEvent(new StorageEvent('storage', { key })))

afterEach(() => localStorage.clear())

/** A tab of lena's; the storage is the browser's, shared with the other tabs. */
async function tab() {
  keepToken(tokenOf('lena'))
  const told = { leave: vi.fn<() => void>(), startOver: vi.fn<() => void>() }
  function Tab() {
    useSignedOutElsewhere(told)
    return null
  }
  await renderScreen(<Tab />)
  return told
}

describe('two tabs of one browser (A§4)', () => {
  it('signing out in one leads the other out', async () => {
    const { leave, startOver } = await tab()
    forgetToken()
    await heard(address(STORED.token))
    expect([leave.mock.calls.length, startOver.mock.calls.length]).toEqual([1, 0])
  })

  it('so does clearing the storage', async () => {
    const { leave } = await tab()
    localStorage.clear()
    await heard(null)
    expect(leave).toHaveBeenCalledOnce()
  })

  it('signing in as somebody else in one starts the other over', async () => {
    const { leave, startOver } = await tab()
    keepToken(tokenOf('mara'))
    await heard(address(STORED.token))
    expect([leave.mock.calls.length, startOver.mock.calls.length]).toEqual([0, 1])
  })

  it('a new token of the same user, and anything else kept, changes nothing', async () => {
    const { leave, startOver } = await tab()
    keepToken(tokenOf('lena', '2'))
    await heard(address(STORED.token))
    await heard(address(STORED.language))
    expect([leave.mock.calls.length, startOver.mock.calls.length]).toEqual([0, 0])
  })

  it('a tab that slept looks when it is brought back', async () => {
    const { startOver } = await tab()
    keepToken(tokenOf('mara'))
    await act(async () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(startOver).toHaveBeenCalledOnce()
  })
})
