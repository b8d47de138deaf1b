import { describe, expect, it } from 'vitest'
import { getDesktopLinks } from './downloadLinks.ts'
import { getOffers } from './offers.ts'

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
