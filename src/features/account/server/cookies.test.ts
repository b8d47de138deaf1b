import { describe, expect, it } from 'vitest'
import { browserCookie, isSameBrowser } from './cookies.ts'

const https = 'https://earshot.example.org'
const valueIn = (setCookie: string) => setCookie.split(';')[0] ?? ''

describe('the cookie of a sign-in with a provider', () => {
  it.each([
    [https, 'google', /^__Host-earshot_sso=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; Secure; SameSite=Lax$/],
    [https, 'apple', /^__Host-earshot_sso_post=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; Secure; SameSite=None$/],
    ['http://127.0.0.1:4310', 'oidc', /^earshot_sso=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/],
    ['http://localhost:4310', 'apple', /^earshot_sso_post=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; Secure; SameSite=None$/],
    ['http://192.168.1.7:4310', 'oidc', /^earshot_sso=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/],
  ] as const)('at %s for %s has the strictest possible attributes', (publicUrl, kind, expected) => {
    expect(browserCookie(undefined, { publicUrl, kind }).setCookie).toMatch(expected)
  })

  it('keeps a valid value and replaces any other', () => {
    const first = browserCookie(undefined, { publicUrl: https, kind: 'google' })
    const again = browserCookie(`a=b; ${valueIn(first.setCookie)}`, { publicUrl: https, kind: 'google' })
    expect(again.hash).toEqual(first.hash)
    const forged = browserCookie('__Host-earshot_sso=short', { publicUrl: https, kind: 'google' })
    expect(valueIn(forged.setCookie)).not.toContain('short')
  })

  it('distinguishes browsers and ignores cookies without the __Host- prefix on https', () => {
    const { hash, setCookie } = browserCookie(undefined, { publicUrl: https, kind: 'google' })
    const value = valueIn(setCookie)
    expect(isSameBrowser(value, https, hash)).toBe(true)
    expect(isSameBrowser(value.replace('__Host-', ''), https, hash)).toBe(false)
    expect(isSameBrowser(valueIn(browserCookie(undefined, { publicUrl: https, kind: 'google' }).setCookie), https, hash)).toBe(
      false,
    )
    expect(isSameBrowser(undefined, https, hash)).toBe(false)
    expect(isSameBrowser(value, https, null)).toBe(false)
  })
})
