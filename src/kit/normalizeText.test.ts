import { describe, expect, it } from 'vitest'
import { normalizeText } from './normalizeText.ts'

/** Two marks in the wrong order, over and over: the order in which sorting them takes longest. */
const marks = (count: number) => '\u0301\u0323'.repeat(count / 2)

describe('normalised text', () => {
  it('is the same text in one form', () => {
    expect(normalizeText('Cafe\u0301 m\u0323\u0301', 'NFC')).toBe('Caf\u00e9 \u1e43\u0301')
    expect(normalizeText('ｶﾞ ① Å', 'NFKD')).toBe('カ\u3099 1 A\u030a')
  })

  it('keeps thirty marks on one letter and drops the others', () => {
    expect(normalizeText(`x${marks(30)}y`, 'NFC')).toHaveLength(32)
    expect(normalizeText(`x${marks(32)}y`, 'NFC')).toHaveLength(32)
    expect(normalizeText(`x${'\u0301\uff9e'.repeat(100)}`, 'NFKD')).toHaveLength(31)
  })

  it('keeps ten thousand characters and cuts off the others', () => {
    expect(normalizeText('x'.repeat(10_000), 'NFC')).toHaveLength(10_000)
    expect(normalizeText('x'.repeat(10_001), 'NFC')).toHaveLength(10_000)
  })

  // Sorting all of these marks would take half a minute, and fail the test by its time limit.
  it('is there at once, however many marks a text is made of', () => {
    expect(normalizeText(`a${marks(600_000)}`, 'NFC').length).toBeLessThan(40)
  })
})
