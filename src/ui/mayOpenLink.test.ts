import { describe, expect, it } from 'vitest'
import { mayOpenLink } from './mayOpenLink.ts'

describe('a link in a notice of the server (A§8)', () => {
  it.each([
    ['https://moved.example.org/', true],
    ['http://moved.example.org/', false],
    ['https://app.example.org@evil.org/', false],
    ['https://user:word@app.example.org/', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['//evil.org', false],
    ['', false],
  ])('%s may be opened from a page that came by https: %s', (link, may) => {
    expect(mayOpenLink(link, { protocol: 'https:' })).toBe(may)
  })

  it('may be plain http where this page is', () => {
    expect(mayOpenLink('http://192.168.1.20:4310/', { protocol: 'http:' })).toBe(true)
  })
})
