import { describe, expect, it } from 'vitest'
import { browserCookie, isSameBrowser } from './browserCookie.ts'

const publicHttpsUrl = 'https://earshot.example.org'
const cookiePair = (setCookie: string) => setCookie.split(';')[0] ?? ''

describe('the cookie of a sign-in with a provider', () => {
  it.each([
    [publicHttpsUrl, 'google', /^__Host-earshot_sso=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; Secure; SameSite=Lax$/],
    [publicHttpsUrl, 'apple', /^__Host-earshot_sso_post=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; Secure; SameSite=None$/],
    ['http://127.0.0.1:4310', 'oidc', /^earshot_sso=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/],
    ['http://localhost:4310', 'apple', /^earshot_sso_post=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; Secure; SameSite=None$/],
    ['http://192.168.1.7:4310', 'oidc', /^earshot_sso=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/],
  ] as const)('at %s for %s has the strictest possible attributes', (publicUrl, kind, expected) => {
    expect(browserCookie(undefined, { publicUrl, kind }).setCookie).toMatch(expected)
  })

  it('keeps a valid value and replaces any other', () => {
    const first = browserCookie(undefined, { publicUrl: publicHttpsUrl, kind: 'google' })
    const second = browserCookie(`a=b; ${cookiePair(first.setCookie)}`, { publicUrl: publicHttpsUrl, kind: 'google' })
    expect(second.hash).toEqual(first.hash)
    const forged = browserCookie('__Host-earshot_sso=short', { publicUrl: publicHttpsUrl, kind: 'google' })
    expect(cookiePair(forged.setCookie)).not.toContain('short')
  })

  it('distinguishes browsers and ignores cookies without the __Host- prefix on https', () => {
    const { hash, setCookie } = browserCookie(undefined, { publicUrl: publicHttpsUrl, kind: 'google' })
    const value = cookiePair(setCookie)
    expect(isSameBrowser(value, publicHttpsUrl, hash)).toBe(true)
    expect(isSameBrowser(value.replace('__Host-', ''), publicHttpsUrl, hash)).toBe(false)
    expect(
      isSameBrowser(
        cookiePair(browserCookie(undefined, { publicUrl: publicHttpsUrl, kind: 'google' }).setCookie),
        publicHttpsUrl,
        hash,
      ),
    ).toBe(false)
    expect(isSameBrowser(undefined, publicHttpsUrl, hash)).toBe(false)
    expect(isSameBrowser(value, publicHttpsUrl, null)).toBe(false)
  })
})
