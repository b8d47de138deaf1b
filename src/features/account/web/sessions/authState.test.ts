import { afterEach, describe, expect, it } from 'vitest'
import { setItem } from '#browser/storage/storage.ts'
import { readToken } from '#browser/session/token.ts'
import { clearLogin, storeSession, readLastLogin, readAuthState } from './authState.ts'

afterEach(() => localStorage.clear())

const session = (login_type: string, account: string) => ({ access_token: `token by ${login_type}`, login_type, account })

describe('the auth state (A§3)', () => {
  it('is empty before the first sign-in', () => {
    expect(readLastLogin()).toBeNull()
    expect(readAuthState().currentLoginType).toBe('')
  })

  it('stores the token and the sign-in method', () => {
    storeSession(session('google', 'lena@example.org'))
    expect(readToken()).toBe('token by google')
    expect(readAuthState()).toEqual({
      currentLoginType: 'google',
      currentLoginAccount: 'lena@example.org',
      lastLoginType: '',
      lastLoginAccount: '',
    })
    expect(readLastLogin()).toEqual({ type: 'google', account: 'lena@example.org' })
  })

  it('remembers the previous value of each when it changes (A§4)', () => {
    storeSession(session('google', 'lena@example.org'))
    storeSession(session('password', 'lena@example.org'))
    expect(readAuthState()).toMatchObject({ lastLoginType: 'google', lastLoginAccount: '' })
    storeSession(session('password', 'mara@example.org'))
    expect(readAuthState()).toEqual({
      currentLoginType: 'password',
      currentLoginAccount: 'mara@example.org',
      lastLoginType: 'google',
      lastLoginAccount: 'lena@example.org',
    })
  })

  it('clears the current login on sign-out and keeps the sign-in method used last', () => {
    storeSession(session('code', 'lena@example.org'))
    clearLogin()
    expect(readAuthState()).toMatchObject({ currentLoginType: '', currentLoginAccount: '' })
    expect(readLastLogin()).toEqual({ type: 'code', account: 'lena@example.org' })
    clearLogin()
    expect(readLastLogin()).toEqual({ type: 'code', account: 'lena@example.org' })
  })

  it('ignores stored values with a wrong shape', () => {
    setItem('login', { currentLoginType: 7, lastLoginType: 'apple' })
    expect(readLastLogin()).toEqual({ type: 'apple', account: '' })
    setItem('login', 'nonsense')
    expect(readLastLogin()).toBeNull()
  })
})
