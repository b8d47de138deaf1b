import { describe, expect, it } from 'vitest'
import { getNoticeQuery, removeNoticeQuery } from '#browser/page/noticeQuery.ts'
import { getTrustedLink, parseUrlNotice } from './parseUrlNotice.ts'

const TRUSTED = { main_domain: 'earshot.example', main_site: 'https://shop.example:8443/en', help: 'https://help.example/docs' }
const ORIGIN = 'https://app.test'
const getLink = (link: string, trusted: typeof TRUSTED | null = TRUSTED) =>
  getTrustedLink(link, { origin: ORIGIN, trusted: trusted ?? undefined })?.href
const makeQuery = (params: Record<string, string>) => `?${new URLSearchParams({ code: '1', ...params })}`

describe('a code in the URL (A§2)', () => {
  it('requests a notice on pages of the main layout and on public pages, also under /web<n>', () => {
    for (const href of [
      '/?code=-10000',
      '/file-list?categoryId=trash&code=7',
      '/share/abc?code=1',
      '/web12/privacy?code=-9999#top',
    ])
      expect(getNoticeQuery(href)).toContain('code=')
  })

  it('is ignored if it belongs to an authorization or is not a number', () => {
    for (const href of [
      '/login?code=123&from_url=/',
      '/login/?code=123',
      '/zapier-auth?code=123',
      '/web3/zapier-auth?code=1',
      '/?code=123&client_id=zapier&flag=auth&response_type=code',
      '/?code=123&state=xyz',
      '/?code=SplxlOBeZQQYbYS6WxSbIA',
      '/?code=',
      '/?code=1.5',
      '/?code=12345678',
      '/?code=<b>1</b>',
      '/?barcode=1',
      '/search?q=code%3D1',
      '/#?code=1',
      '//[?code=1',
    ])
      expect([href, getNoticeQuery(href)]).toEqual([href, undefined])
  })

  it('is removed from the URL together with alert, confirm and link only', () => {
    expect(removeNoticeQuery('/search?q=a+b%20c&code=1&alert=x&tag=%C3%A9&confirm=y&link=https%3A%2F%2Fa#part')).toBe(
      '/search?q=a+b%20c&tag=%C3%A9#part',
    )
    expect(removeNoticeQuery('/?code=-10000')).toBe('/')
    expect(removeNoticeQuery('/file-list?%63ode=1&categoryId=trash')).toBe('/file-list?categoryId=trash')
    expect(removeNoticeQuery('/search?codes=1&code=2&q=link')).toBe('/search?codes=1&q=link')
  })
})

describe('the parameters of a notice', () => {
  it('mean a region lock at -10000, a migration at -9999, and neither at other codes', () => {
    expect(['-10000', '-9999', '5'].map((code) => parseUrlNotice(`?code=${code}`).kind)).toEqual([
      'region-lock',
      'migrate',
      'other',
    ])
  })

  it('are cut to 500 characters of text and 40 on the button', () => {
    const { text, confirm } = parseUrlNotice(makeQuery({ alert: '😀'.repeat(10_000), confirm: 'a'.repeat(41) }))
    expect([...text]).toHaveLength(500)
    expect([...confirm]).toHaveLength(40)
    expect([text.isWellFormed(), text.endsWith('…')]).toEqual([true, true])
    expect(parseUrlNotice(makeQuery({ alert: 'b'.repeat(500) })).text).toBe('b'.repeat(500))
  })

  it('lose control characters and bidirectional controls', () => {
    const { text } = parseUrlNotice(
      makeQuery({ alert: 'a\u0000b\u0007\u202Ec\u2066d\u200Fe\u061Cf\nnext\u0085\u2028line\uD800' }),
    )
    expect(text).toBe('abcdef next line\uFFFD')
  })

  it('keep HTML as plain text', () => {
    expect(parseUrlNotice(makeQuery({ alert: '<img src=x onerror=alert(1)>' })).text).toBe('<img src=x onerror=alert(1)>')
  })
})

describe('the link of a notice', () => {
  it('may lead to this origin, the main domain, its subdomains, the main site and the help centre', () => {
    for (const link of [
      'https://app.test/download?x=1',
      'https://earshot.example/new',
      'https://eu.app.earshot.example/',
      'https://EARSHOT.example/',
      'https://shop.example:8443/pen',
      'https://help.example/other',
    ])
      expect([link, getLink(link)]).toEqual([link, new URL(link).href])
  })

  it.each([
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)//https://app.test'],
    ['data:text/html,<script>alert(1)</script>'],
    ['http://app.test/'],
    ['ftp://earshot.example/'],
    ['//earshot.example/'],
    ['//evil.example'],
    ['/download'],
    ['https:evil.example'],
    ['https://evil.example/'],
    ['https://evilearshot.example/'],
    ['https://earshot.example.evil.test/'],
    ['https://earshot.example@evil.test/'],
    ['https://user:word@earshot.example/'],
    ['https://user@app.test/'],
    ['https://earshot.example:444/'],
    ['https://app.test:8443/'],
    ['https://shop.example/'],
    ['https://sub.help.example/'],
    ['https://evil.test\\@earshot.example/'],
    ['https://evil.test#.earshot.example'],
    ['https://evil.test?.earshot.example'],
    ['https://earshot.example\u3002evil.test/'],
    [`https://earshot.example/${'a'.repeat(2000)}`],
    ['not a link'],
    [''],
  ])('may not lead to %s', (link) => {
    expect(getLink(link)).toBeUndefined()
  })

  it('may only lead to this origin until the server facts have loaded', () => {
    expect(getLink('https://earshot.example/', null)).toBeUndefined()
    expect(getLink('https://app.test/x', null)).toBe('https://app.test/x')
  })
})
