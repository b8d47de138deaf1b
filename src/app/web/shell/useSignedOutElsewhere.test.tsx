import { act } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { STORED, address } from '#ui/storage.ts'
import { forgetToken, keepToken } from '#ui/token.ts'
import { useSignedOutElsewhere } from './useSignedOutElsewhere.ts'

const tokenOf = (sub: string, jti = '1') => `h.${btoa(JSON.stringify({ sub, jti, exp: 4_000_000_000 }))}.s`
const heard = (key: string | null) => act(async () => window.dispatchEvent(new StorageEvent('storage', { key })))

afterEach(() => localStorage.clear())

/** A tab in which lena is signed in. All tabs share the local storage. */
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
  it('signs out the other tab', async () => {
    const { leave, startOver } = await tab()
    forgetToken()
    await heard(address(STORED.token))
    expect([leave.mock.calls.length, startOver.mock.calls.length]).toEqual([1, 0])
  })

  it('signs out when the storage is cleared', async () => {
    const { leave } = await tab()
    localStorage.clear()
    await heard(null)
    expect(leave).toHaveBeenCalledOnce()
  })

  it('reloads the other tab when another user signs in', async () => {
    const { leave, startOver } = await tab()
    keepToken(tokenOf('mara'))
    await heard(address(STORED.token))
    expect([leave.mock.calls.length, startOver.mock.calls.length]).toEqual([0, 1])
  })

  it('ignores a new token of the same user and changes of other keys', async () => {
    const { leave, startOver } = await tab()
    keepToken(tokenOf('lena', '2'))
    await heard(address(STORED.token))
    await heard(address(STORED.language))
    expect([leave.mock.calls.length, startOver.mock.calls.length]).toEqual([0, 0])
  })

  it('checks when a suspended tab is restored', async () => {
    const { startOver } = await tab()
    keepToken(tokenOf('mara'))
    await act(async () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(startOver).toHaveBeenCalledOnce()
  })
})
