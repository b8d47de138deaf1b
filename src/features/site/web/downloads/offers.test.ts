import { describe, expect, it } from 'vitest'
import { getDesktopLinks, getOffers, isDownloadAllowed } from './offers.ts'

const links = getDesktopLinks('https://files.example.org', '0.7.0')
const phone = {
  app_store: 'https://apps.example/1',
  google_play: 'https://play.example/1',
  apk: 'https://files.example.org/e.apk',
}
const noLinks = { app_store: null, google_play: null, apk: null }
const ALL = ['windows', 'mac_arm', 'mac_intel', 'app_store', 'google_play', 'apk']

describe('offers for download', () => {
  it.each([
    ['windows', ['windows']],
    ['mac', ['mac_arm', 'mac_intel']],
    ['ios', ['app_store']],
    ['android', ['google_play', 'apk']],
    ['linux', []],
    ['chromeos', []],
    ['other', []],
  ] as const)('on %s list the matching offers first and then all others', (system, fitting) => {
    const offers = getOffers(system, links, phone)
    expect(offers.fitting.map(({ name }) => name)).toEqual(fitting)
    expect([...offers.fitting, ...offers.others].map(({ name }) => name).sort()).toEqual([...ALL].sort())
  })

  it('are empty when the operator offers nothing or only unsafe URLs', () => {
    expect(getOffers('windows', null, noLinks)).toEqual({ fitting: [], others: [] })
    expect(
      getOffers('android', null, { ...noLinks, apk: 'http://files.example.org/e.apk', google_play: 'javascript:1' }),
    ).toEqual({
      fitting: [],
      others: [],
    })
  })
})

describe('links built from the version (A§7)', () => {
  it('contain the Windows installer and the Mac images for both processors', () => {
    expect(getDesktopLinks('https://files.example.org/desktop', '0.7.0')).toEqual({
      windows: 'https://files.example.org/desktop/Earshot-0.7.0-x64.exe',
      macArm: 'https://files.example.org/desktop/Earshot-0.7.0-arm64.dmg',
      macIntel: 'https://files.example.org/desktop/Earshot-0.7.0-x64.dmg',
    })
  })

  it('are encoded and keep the query of the base URL', () => {
    expect(getDesktopLinks('https://files.example.org/a%20b/?sig=1#x', '1.0.0+5')?.windows).toBe(
      'https://files.example.org/a%20b/Earshot-1.0.0%2B5-x64.exe?sig=1',
    )
  })

  it.each([
    ['https://files.example.org', true],
    ['http://localhost:8080', true],
    ['http://127.0.0.1:8080', true],
    ['http://[::1]:8080', true],
    ['http://files.example.org', false],
    ['http://localhost.evil.example', false],
    ['https://me:secret@files.example.org', false],
    ['ftp://files.example.org', false],
    ['javascript:alert(1)', false],
    ['data:text/plain,1', false],
    ['//files.example.org', false],
    ['', false],
  ])('are allowed for %s: %s', (address, isAllowed) => {
    expect(isDownloadAllowed(address)).toBe(isAllowed)
    expect(getDesktopLinks(address, '0.7.0') !== null).toBe(isAllowed)
  })
})
