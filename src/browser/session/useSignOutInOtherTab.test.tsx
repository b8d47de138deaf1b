import { act } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { STORAGE_KEYS, storageKey } from '#browser/storage/storage.ts'
import { clearToken, saveToken } from '#browser/session/token.ts'
import { useSignOutInOtherTab } from './useSignOutInOtherTab.ts'

const tokenOf = (sub: string, jti = '1') => `h.${btoa(JSON.stringify({ sub, jti, exp: 4_000_000_000 }))}.s`
const dispatchStorageEvent = (key: string | null) => act(async () => window.dispatchEvent(new StorageEvent('storage', { key })))

afterEach(() => localStorage.clear())

/** A tab in which Lena is signed in. All tabs share the local storage. */
async function renderTab() {
  saveToken(tokenOf('lena'))
  const handlers = { leave: vi.fn<() => void>(), reloadForOtherUser: vi.fn<() => void>() }
  function TestTab() {
    useSignOutInOtherTab(handlers)
    return null
  }
  await renderWithProviders(<TestTab />)
  return handlers
}

describe('two tabs of one browser (A§4)', () => {
  it('signs out the other tab', async () => {
    const { leave, reloadForOtherUser } = await renderTab()
    clearToken()
    await dispatchStorageEvent(storageKey(STORAGE_KEYS.token))
    expect([leave.mock.calls.length, reloadForOtherUser.mock.calls.length]).toEqual([1, 0])
  })

  it('signs out when the storage is cleared', async () => {
    const { leave } = await renderTab()
    localStorage.clear()
    await dispatchStorageEvent(null)
    expect(leave).toHaveBeenCalledOnce()
  })

  it('reloads the other tab when another user signs in', async () => {
    const { leave, reloadForOtherUser } = await renderTab()
    saveToken(tokenOf('mara'))
    await dispatchStorageEvent(storageKey(STORAGE_KEYS.token))
    expect([leave.mock.calls.length, reloadForOtherUser.mock.calls.length]).toEqual([0, 1])
  })

  it('ignores a new token of the same user and changes of other keys', async () => {
    const { leave, reloadForOtherUser } = await renderTab()
    saveToken(tokenOf('lena', '2'))
    await dispatchStorageEvent(storageKey(STORAGE_KEYS.token))
    await dispatchStorageEvent(storageKey(STORAGE_KEYS.language))
    expect([leave.mock.calls.length, reloadForOtherUser.mock.calls.length]).toEqual([0, 0])
  })

  it('checks when a suspended tab is restored', async () => {
    const { reloadForOtherUser } = await renderTab()
    saveToken(tokenOf('mara'))
    await act(async () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(reloadForOtherUser).toHaveBeenCalledOnce()
  })
})
