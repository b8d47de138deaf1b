import { describe, expect, it } from 'vitest'
import { isPhone, detectSystem } from './operatingSystem.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0'

describe('operating system of the browser', () => {
  it.each([
    ['Chrome on Windows', 'Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 0, 'windows'],
    [
      'Firefox on Windows',
      undefined,
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0',
      0,
      'windows',
    ],
    [
      'Windows with a touch screen',
      undefined,
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Firefox/153.0',
      10,
      'windows',
    ],
    ['Chrome on a Mac', 'macOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`, 0, 'mac'],
    [
      'Safari on a Mac',
      undefined,
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`,
      0,
      'mac',
    ],
    [
      'an iPad, which calls itself a Mac',
      undefined,
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Safari/604.1`,
      5,
      'ios',
    ],
    [
      'an iPhone',
      undefined,
      `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${WEBKIT} Mobile/15E148 Safari/604.1`,
      5,
      'ios',
    ],
    [
      'Chrome on an iPhone',
      undefined,
      `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${WEBKIT} CriOS/156.0 Mobile`,
      5,
      'ios',
    ],
    ['Chrome on Android', 'Android', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 5, 'android'],
    ['Firefox on Android', undefined, 'Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0', 5, 'android'],
    ['Linux', 'Linux', `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, 0, 'linux'],
    ['Firefox on Linux', undefined, 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 0, 'linux'],
    ['a Chromebook', undefined, `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 0, 'chromeos'],
    ['what says another name', 'Fuchsia', 'Mozilla/5.0 (Fuchsia)', 0, 'other'],
    ['what says nothing', undefined, '', 0, 'other'],
  ] as const)('%s', (_, platform, userAgent, touchPoints, system) => {
    expect(detectSystem({ platform, userAgent, touchPoints })).toBe(system)
    expect(isPhone(detectSystem({ platform, userAgent, touchPoints }))).toBe(system === 'ios' || system === 'android')
  })
})
