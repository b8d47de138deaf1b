import { describe, expect, it } from 'vitest'
import { describeBrowser, isHiddenAddress, isRelayAddress } from './rules.ts'

describe('isHiddenAddress and isRelayAddress (A§3, B§3)', () => {
  it.each([
    ['apple-0123456789abcdef@relay.invalid', true, true],
    ['sso-0123456789abcdef@relay.invalid', true, true],
    ['apple-lena@example.org', true, false],
    ['pineapple-lena@example.org', false, false],
    ['apple@example.org', false, false],
    ['lena@apple-farm.example', false, false],
    ['', false, false],
  ])('for %j return %s and %s', (email, isHidden, isRelay) => {
    expect([isHiddenAddress(email), isRelayAddress(email)]).toEqual([isHidden, isRelay])
  })
})

const gecko = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
const webkit = (system: string, rest: string) => `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`

it.each([
  [gecko, 'Firefox', 'Linux'],
  [webkit('Windows NT 10.0; Win64; x64', 'Chrome/131.0.0.0 Safari/537.36'), 'Chrome', 'Windows'],
  [webkit('Windows NT 10.0; Win64; x64', 'Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0'), 'Edge', 'Windows'],
  [webkit('Macintosh; Intel Mac OS X 10_15_7', 'Version/18.1 Safari/605.1.15'), 'Safari', 'macOS'],
  [webkit('iPhone; CPU iPhone OS 18_1 like Mac OS X', 'CriOS/131.0 Mobile/15E148 Safari/604.1'), 'Chrome', 'iPhone'],
  [
    webkit('Linux; Android 14; SM-S911B', 'SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36'),
    'Samsung Internet',
    'Android',
  ],
  [webkit('X11; CrOS x86_64 14541.0.0', 'Chrome/131.0.0.0 Safari/537.36'), 'Chrome', 'ChromeOS'],
  [webkit('X11; Linux x86_64', 'Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0'), 'Opera', 'Linux'],
  ['curl/8.5.0', 'curl', ''],
  ['', '', ''],
])('describes %s as %s on %s', (userAgent, browser, system) => {
  expect(describeBrowser(userAgent)).toEqual({ browser, system })
})
