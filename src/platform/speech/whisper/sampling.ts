import type { Hypothesis } from './beamSearch.ts'
import type { StepResult, DecoderStep } from './decoder.ts'
import { likeliestTokens } from './likeliestTokens.ts'
import { loopLength } from './repetition.ts'
import type { WhisperMeta } from './whisperMeta.ts'

/** Only this many of the most likely tokens are sampled. */
const MAX_CHOICES = 40

/**
 * Samples one text after `first`, token by token, with probabilities to the power of 1 / `temperature`. The same audio gives the
 * same text every time. Ends with the end token, a loop, or `limit` tokens.
 */
export async function sampleText(
  runStep: DecoderStep,
  first: StepResult,
  meta: WhisperMeta,
  limit: number,
  temperature: number,
): Promise<Hypothesis> {
  const pickIndex = createSeededSampler()
  const tokens: number[] = []
  const logProbs: number[] = []
  let total = 0
  for (let step = first; ; step = await runStep(step.cache, [tokens.slice(-1)], [0])) {
    const choices = likeliestTokens(
      step.logits.subarray(0, meta.vocabulary),
      step.normalisers[0]!,
      meta,
      MAX_CHOICES,
      !tokens.length,
    )
    const weights = choices.map(({ logProb }) => Math.exp(logProb / temperature))
    const { token, logProb } = choices[pickIndex(weights)]!
    total += logProb
    if (token === meta.end) break
    tokens.push(token)
    logProbs.push(logProb)
    if (tokens.length >= limit || loopLength(tokens)) break
  }
  return { tokens, logProbs, total }
}

/** Returns a function that draws a random index by weight. The sequence of random numbers is always the same. */
function createSeededSampler(): (weights: readonly number[]) => number {
  let state = 1
  return (weights) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    let remaining = (state / 2 ** 32) * weights.reduce((sum, weight) => sum + weight, 0)
    const index = weights.findIndex((weight) => (remaining -= weight) <= 0)
    return index < 0 ? weights.length - 1 : index
  }
}
