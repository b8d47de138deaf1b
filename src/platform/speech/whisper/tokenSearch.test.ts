import { describe, expect, it } from 'vitest'
import { searchBeams, logSumExp, likeliestTokens } from './tokenSearch.ts'
import { emptyCache, type StepResult, type DecoderStep } from './networks.ts'
import { tinyWhisperMeta } from '#test/fixtures/tinyWhisperMeta.ts'

const [SPACE, A, B, END] = [0, 1, 2, 3]
type Probabilities = Partial<Record<number, number>>

/**
 * Returns a decoder whose next token depends on the tokens before it, as `nextTokens` defines. It tracks which row continues which.
 */
function decoderOf(nextTokens: (tokens: readonly number[]) => Probabilities) {
  const step = (texts: readonly (readonly number[])[]): StepResult => {
    const rows = texts.map((text) => Float32Array.from({ length: 7 }, (_, token) => Math.log(nextTokens(text)[token] ?? 0)))
    const logits = Float32Array.from(rows.flatMap((row) => [...row]))
    return {
      logits,
      normalisers: Float32Array.from(rows, (row) => logSumExp(row.slice(0, 4))),
      cache: emptyCache(tinyWhisperMeta),
    }
  }
  let texts: readonly (readonly number[])[] = [[]]
  const runStep: DecoderStep = async (_cache, rows, parents) => {
    texts = rows.map((row, i) => [...texts[parents[i]!]!, ...row])
    return step(texts)
  }
  return { runStep, first: step([[]]) }
}

describe('searchBeams', () => {
  it('finds the better text after a less likely first token', async () => {
    const { runStep, first } = decoderOf((tokens) => {
      if (tokens.length === 0) return { [A]: 0.6, [B]: 0.4 }
      if (tokens.length >= 2) return { [END]: 1 }
      return tokens[0] === A ? { [A]: 0.3, [B]: 0.3, [SPACE]: 0.3, [END]: 0.1 } : { [B]: 0.95, [END]: 0.05 }
    })
    const best = await searchBeams(runStep, first, tinyWhisperMeta, { limit: 10 })
    expect(best.tokens).toEqual([B, B])
    expect(Math.exp(best.logProbs[0]!)).toBeCloseTo(0.4, 5)
    expect(Math.exp(best.total)).toBeCloseTo(0.38, 5)
  })

  it('stops at once when the best text loops', async () => {
    let steps = 0
    const { runStep, first } = decoderOf(() => ({ [A]: 0.9, [B]: 0.1 }))
    const best = await searchBeams(runStep, first, tinyWhisperMeta, { limit: 100, onStep: (tokens) => (steps = tokens) })
    expect(steps).toBe(15)
    expect(best.tokens).toEqual(Array.from({ length: 15 }, () => A))
  })

  it('never exceeds the limit', async () => {
    const { runStep, first } = decoderOf((tokens) => (tokens.length % 3 ? { [A]: 0.5, [SPACE]: 0.5 } : { [B]: 1 }))
    expect((await searchBeams(runStep, first, tinyWhisperMeta, { limit: 4 })).tokens).toHaveLength(4)
  })
})

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
