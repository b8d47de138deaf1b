import { describe, expect, it } from 'vitest'
import { likeliestTokens, logSumExp } from './likeliestTokens.ts'
import { tinyWhisperMeta } from '#test/fixtures/tinyWhisperMeta.ts'

const logits = Float32Array.from([3, 1, 2, 0, 9, 9, 9])
const textLogSum = logSumExp(logits.slice(0, tinyWhisperMeta.start))

describe('likeliestTokens', () => {
  it('returns the best tokens first and never a language, a task or a time', () => {
    const tokens = likeliestTokens(logits, textLogSum, tinyWhisperMeta, 3, false)
    expect(tokens.map(({ token }) => token)).toEqual([0, 2, 1])
    expect(Math.exp(tokens[0]!.logProb)).toBeCloseTo(Math.exp(3) / (Math.exp(3) + Math.exp(2) + Math.exp(1) + 1), 6)
  })

  it('excludes the space and the end at the start of a text and renormalizes the probabilities', () => {
    const tokens = likeliestTokens(logits, textLogSum, tinyWhisperMeta, 5, true)
    expect(tokens.map(({ token }) => token)).toEqual([2, 1])
    expect(tokens.reduce((sum, { logProb }) => sum + Math.exp(logProb), 0)).toBeCloseTo(1, 6)
  })

  it('returns as many tokens as requested', () => {
    expect(likeliestTokens(logits, textLogSum, tinyWhisperMeta, 1, false)).toHaveLength(1)
  })

  it('handles logits that would overflow an exponential', () => {
    expect(logSumExp(Float32Array.from([1000, 1000]))).toBeCloseTo(1000 + Math.log(2), 6)
  })
})
