import { afterEach, describe, expect, it } from 'vitest'
import { store } from '#ui/storage.ts'
import { readToken } from '#ui/token.ts'
import { forgetLogin, keepSession, lastUsed, readAuthState } from './authState.ts'

afterEach(() => localStorage.clear())

const session = (login_type: string, account: string) => ({ access_token: `token by ${login_type}`, login_type, account })

describe('the auth state (A§3)', () => {
  it('is empty before the first sign-in', () => {
    expect(lastUsed()).toBeNull()
    expect(readAuthState().currentLoginType).toBe('')
  })

  it('stores the token and the sign-in method', () => {
    keepSession(session('google', 'lena@example.org'))
    expect(readToken()).toBe('token by google')
    expect(readAuthState()).toEqual({
      currentLoginType: 'google',
      currentLoginAccount: 'lena@example.org',
      lastLoginType: '',
      lastLoginAccount: '',
    })
    expect(lastUsed()).toEqual({ type: 'google', account: 'lena@example.org' })
  })

  it('remembers the previous value of each when it changes (A§4)', () => {
    keepSession(session('google', 'lena@example.org'))
    keepSession(session('password', 'lena@example.org'))
    expect(readAuthState()).toMatchObject({ lastLoginType: 'google', lastLoginAccount: '' })
    keepSession(session('password', 'mara@example.org'))
    expect(readAuthState()).toEqual({
      currentLoginType: 'password',
      currentLoginAccount: 'mara@example.org',
      lastLoginType: 'google',
      lastLoginAccount: 'lena@example.org',
    })
  })

  it('clears the current login on sign-out and keeps the sign-in method used last', () => {
    keepSession(session('code', 'lena@example.org'))
    forgetLogin()
    expect(readAuthState()).toMatchObject({ currentLoginType: '', currentLoginAccount: '' })
    expect(lastUsed()).toEqual({ type: 'code', account: 'lena@example.org' })
    forgetLogin()
    expect(lastUsed()).toEqual({ type: 'code', account: 'lena@example.org' })
  })

  it('ignores stored values with a wrong shape', () => {
    store('login', { currentLoginType: 7, lastLoginType: 'apple' })
    expect(lastUsed()).toEqual({ type: 'apple', account: '' })
    store('login', 'nonsense')
    expect(lastUsed()).toBeNull()
  })
})
