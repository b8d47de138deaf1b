import { describe, expect, it } from 'vitest'
import { mayOpenLink } from './mayOpenLink.ts'

const from = { hostname: 'app.example.org' }

describe('a link in a notice of the server (A§8)', () => {
  it.each([
    ['https://app.example.org/new', true],
    ['https://example.org/', true],
    ['https://eu.app.example.org:8443/', true],
    ['https://moved.example.net/', true],
    ['http://app.example.org/', false],
    ['https://evil.org/', false],
    ['https://evilapp.example.org.evil.org/', false],
    ['https://xexample.org/', false],
    ['https://org/', false],
    ['https://app.example.org@evil.org/', false],
    ['https://user:word@app.example.org/', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['//evil.org', false],
    ['', false],
  ])('%s may be opened: %s', (link, may) => {
    expect(mayOpenLink(link, from, ['moved.example.net'])).toBe(may)
  })
})
