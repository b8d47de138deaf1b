import type { StepResult, DecoderStep } from './decoder.ts'
import { likeliestTokens } from './likeliestTokens.ts'
import { loopLength } from './repetition.ts'
import type { WhisperMeta } from './whisperMeta.ts'

/** A text as tokens, with the log-probability of each token. `total` includes the end token. */
export type Hypothesis = { readonly tokens: readonly number[]; readonly logProbs: readonly number[]; readonly total: number }

/** Called after every step with the number of tokens so far. */
export type OnStep = (tokens: number) => void

/** Number of beams: 13.8 % word errors with 5, 14.1 % with 2, in 34 and 28 CPU seconds. */
const BEAM_SIZE = 5
const EMPTY: Hypothesis = { tokens: [], logProbs: [], total: 0 }

/**
 * Returns the text after `first` with the best mean log-probability. Five texts grow in parallel until five have ended, the best
 * one loops, or `limit` tokens are reached.
 */
export async function searchBeams(
  runStep: DecoderStep,
  first: StepResult,
  meta: WhisperMeta,
  limit: number,
  onStep?: OnStep,
): Promise<Hypothesis> {
  const ended: Hypothesis[] = []
  let step = first
  let openBeams: readonly Hypothesis[] = [EMPTY]
  for (let length = 1; ; length++) {
    const grown = growBeams(openBeams, step, meta)
    ended.push(...grown.ended.slice(0, BEAM_SIZE - ended.length))
    openBeams = grown.openBeams
    onStep?.(length)
    const bestOpen = openBeams[0]
    if (!bestOpen || ended.length >= BEAM_SIZE || length >= limit || loopLength(bestOpen.tokens)) break
    const rows = openBeams.map((hypothesis) => hypothesis.tokens.slice(-1))
    step = await runStep(step.cache, rows, grown.parents)
  }
  const pool = ended.length ? ended : openBeams.slice(0, 1)
  return pool.toSorted((a, b) => meanLogProb(b) - meanLogProb(a))[0] ?? EMPTY
}

type Candidate = Hypothesis & { readonly parent: number; readonly hasEnded: boolean }

function growBeams(openBeams: readonly Hypothesis[], step: StepResult, meta: WhisperMeta) {
  const candidates = openBeams.flatMap((hypothesis, row) => continueBeam(hypothesis, row, step, meta))
  candidates.sort((a, b) => b.total - a.total)
  const ended: Candidate[] = []
  const alive: Candidate[] = []
  for (const candidate of candidates) {
    if (candidate.hasEnded) ended.push(candidate)
    else alive.push(candidate)
    if (alive.length === BEAM_SIZE) break
  }
  return { ended, openBeams: alive, parents: alive.map(({ parent }) => parent) }
}

function continueBeam(beam: Hypothesis, row: number, step: StepResult, meta: WhisperMeta): Candidate[] {
  const logits = step.logits.subarray(row * meta.vocabulary, (row + 1) * meta.vocabulary)
  const isFirst = beam.tokens.length === 0
  return likeliestTokens(logits, step.normalisers[row]!, meta, BEAM_SIZE + 1, isFirst).map(({ token, logProb }) => {
    const total = beam.total + logProb
    if (token === meta.end) return { ...beam, total, parent: row, hasEnded: true }
    const tokens = [...beam.tokens, token]
    return { tokens, logProbs: [...beam.logProbs, logProb], total, parent: row, hasEnded: false }
  })
}

const meanLogProb = ({ total, tokens }: Hypothesis) => total / Math.max(1, tokens.length)
