import { describe, expect, it } from 'vitest'
import { isSilence } from './silence.ts'

const speech = { noSpeech: 0.7, meanLogProb: -0.3, loops: false, text: 'We meet on Tuesday to settle the budget.' }

describe('isHallucination', () => {
  it('returns true when speech is unlikely and so is the text', () => {
    expect(isSilence({ ...speech, meanLogProb: -0.71 })).toBe(true)
  })

  it('returns true when speech is unlikely and the text repeats itself', () => {
    expect(isSilence({ ...speech, loops: true })).toBe(true)
    expect(isSilence({ ...speech, text: 'la la di da '.repeat(20) })).toBe(true)
  })

  it('returns false for one of these alone', () => {
    expect(isSilence(speech)).toBe(false)
    expect(isSilence({ ...speech, noSpeech: 0.6, meanLogProb: -2, loops: true, text: 'la '.repeat(99) })).toBe(false)
  })
})
