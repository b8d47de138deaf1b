import { describe, expect, it } from 'vitest'
import { isHallucination } from './hallucination.ts'

const speech = { noSpeech: 0.7, meanLogProb: -0.3, isLooping: false, text: 'We meet on Tuesday to settle the budget.' }

describe('isHallucination', () => {
  it('returns true when speech is unlikely and so is the text', () => {
    expect(isHallucination({ ...speech, meanLogProb: -0.71 })).toBe(true)
  })

  it('returns true when speech is unlikely and the text repeats itself', () => {
    expect(isHallucination({ ...speech, isLooping: true })).toBe(true)
    expect(isHallucination({ ...speech, text: 'la la di da '.repeat(20) })).toBe(true)
  })

  it('returns false for one of these alone', () => {
    expect(isHallucination(speech)).toBe(false)
    expect(isHallucination({ ...speech, noSpeech: 0.6, meanLogProb: -2, isLooping: true, text: 'la '.repeat(99) })).toBe(false)
  })
})
