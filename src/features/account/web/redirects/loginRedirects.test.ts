import { describe, expect, it } from 'vitest'
import { createTestRouter } from '#test/screens/createTestRouter.ts'
import { getRequiredBasePath, getReturnPath } from './loginRedirects.ts'

const ORIGIN = 'https://earshot.example'

const HOSTILE_URLS = [
  'https://evil.example',
  'https://evil.example/file-list',
  'http://earshot.example/',
  'https://earshot.example.evil.example/',
  'https://earshot.example:444/',
  'https://earshot.example@evil.example/',
  'https://user:pass@earshot.example/file-list',
  '//evil.example',
  '///evil.example',
  '////evil.example/%2f..',
  '\\\\evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://earshot.example/9b2c',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'mailto:a@b.c',
  'https:evil.example',
  'https:///evil.example',
  'http://[::1',
  'https://earshot.example//evil.example',
  '/web1//evil.example',
  '/web1/\\evil.example',
  '/web1//web2//evil.example',
  '/.//evil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%5cevil.example',
  '/%2f/evil.example',
  '%2F%2Fevil.example',
  'https%3A%2F%2Fevil.example',
  'ht\ttps://evil.example',
  '//evil.example@earshot.example/',
  '/web1/..//evil.example',
  '/login/../..//evil.example',
]

describe('the path to open after sign-in (A§2)', () => {
  it.each(HOSTILE_URLS)('stays on this origin for %j', (fromUrl) => {
    const address = getReturnPath(fromUrl, ORIGIN)
    expect(address).toMatch(/^\/(?![/\\])/)
    const url = new URL(address, ORIGIN)
    expect([url.origin, url.username]).toEqual([ORIGIN, ''])
    expect(new URL(`/web12${address}`, ORIGIN).origin).toBe(ORIGIN)
  })

  it.each([
    [undefined, '/'],
    ['', '/'],
    [ORIGIN, '/'],
    ['/file-list?categoryId=trash', '/file-list?categoryId=trash'],
    [`${ORIGIN}/file/ab12#at=7`, '/file/ab12#at=7'],
    ['/web12/file-list?tagId=7', '/file-list?tagId=7'],
    ['/web12', '/'],
    ['/web12x/home', '/web12x/home'],
  ])('is the requested page without its base path: %j -> %s', (fromUrl, address) => {
    expect(getReturnPath(fromUrl, ORIGIN)).toBe(address)
  })

  it.each(HOSTILE_URLS)('is not an external URL for the router: %j', (fromUrl) => {
    const { router } = createTestRouter('/login')
    const { publicHref, external } = router.buildLocation({ href: getReturnPath(fromUrl, ORIGIN) } as never)
    expect(external ?? false).toBe(false)
    expect(new URL(publicHref, ORIGIN).origin).toBe(ORIGIN)
  })

  it.each([
    ['/web12/file-list', '', '/web12'],
    ['/web12/file-list', '/web12', null],
    ['/file-list', '/web12', null],
    ['https://evil.example/web12', '', null],
    ['//web12', '', null],
    [undefined, '', null],
  ])('restores the base path of the requested page: %j at %j -> %j', (fromUrl, currentBase, expectedBase) => {
    expect(getRequiredBasePath(fromUrl, ORIGIN, currentBase)).toBe(expectedBase)
  })
})
