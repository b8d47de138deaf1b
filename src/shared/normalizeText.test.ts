import { describe, expect, it } from 'vitest'
import { normalizeText } from './normalizeText.ts'

/** Two marks repeated in the order that takes longest to sort. */
const combiningMarks = (count: number) => '\u0301\u0323'.repeat(count / 2)

describe('normalizeText', () => {
  it('returns the text in the requested Unicode form', () => {
    expect(normalizeText('Cafe\u0301 m\u0323\u0301', 'NFC')).toBe('Caf\u00e9 \u1e43\u0301')
    expect(normalizeText('ｶﾞ ① Å', 'NFKD')).toBe('カ\u3099 1 A\u030a')
  })

  it('keeps thirty combining marks on a letter and drops the rest', () => {
    expect(normalizeText(`x${combiningMarks(30)}y`, 'NFC')).toHaveLength(32)
    expect(normalizeText(`x${combiningMarks(32)}y`, 'NFC')).toHaveLength(32)
    expect(normalizeText(`x${'\u0301\uff9e'.repeat(100)}`, 'NFKD')).toHaveLength(31)
  })

  it('keeps ten thousand characters and cuts off the rest', () => {
    expect(normalizeText('x'.repeat(10_000), 'NFC')).toHaveLength(10_000)
    expect(normalizeText('x'.repeat(10_001), 'NFC')).toHaveLength(10_000)
  })

  // Sorting all of these marks would take half a minute and exceed the time limit of the test.
  it('returns quickly for a text with very many combining marks', () => {
    expect(normalizeText(`a${combiningMarks(600_000)}`, 'NFC').length).toBeLessThan(40)
  })
})
