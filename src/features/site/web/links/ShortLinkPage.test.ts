import { describe, expect, it } from 'vitest'
import { getShortLinkTarget } from './ShortLinkPage.tsx'

const ORIGIN = 'https://earshot.example'

describe('target of a short link (A§2)', () => {
  it.each([
    ['/', '/'],
    ['/home', '/home'],
    ['/file-list', '/file-list'],
    ['/file-list?tagId=7&categoryId=trash&evil=1', '/file-list?tagId=7&categoryId=trash'],
    ['/file/9f-A_1', '/file/9f-A_1'],
    ['/file/9f?x=1#y', '/file/9f'],
    ['/search?q=a%26b%20c', '/search?q=a%26b+c'],
    ['/community-templates?template_id=t1', '/community-templates?template_id=t1'],
    ['/member/purchase?from=mail', '/member/purchase?from=mail'],
    ['/share/abc', '/share/abc'],
    ['/download', '/download'],
    ['/privacy', '/privacy'],
    ['/web12/file/9f', '/file/9f'],
    ['/web12', '/'],
    ['/file/../privacy', '/privacy'],
  ])('for %s is %s', (to, target) => {
    expect(getShortLinkTarget(to, ORIGIN)).toBe(target)
  })

  it.each([
    undefined,
    '',
    'file-list',
    'https://earshot.example/file-list',
    'https://evil.example/file-list',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\u0000/privacy',
    ' //evil.example',
    '/.//evil.example',
    '/web1//evil.example',
    '/web1/\\evil.example',
    '/%2F%2Fevil.example',
    '/%5Cevil.example',
    '%2F%2Fevil.example',
    'javascript:alert(1)',
    '/javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '/@evil.example',
    '/login?from_url=https://evil.example',
    '/file/../login?setup=1',
    '/zapier-auth?redirect_uri=https://evil.example',
    '/launch-desktop?desktop_uuid=1',
    '/shortlink?to=/shortlink',
    '/templatelink?template_id=1',
    '/api/auth/sso/google/start',
    '/assets/main.js',
    '/blob/1',
    '/file/',
    '/file/a/b',
    '/file/a%2F..%2Flogin',
    '/file/<b>',
    '/privacy/x',
    '/unknown',
    `/file/${'a'.repeat(600)}`,
  ])('is null for %j', (to) => {
    expect(getShortLinkTarget(to, ORIGIN)).toBeNull()
  })
})
