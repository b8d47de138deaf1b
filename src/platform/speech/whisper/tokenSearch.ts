import type { StepResult, DecoderStep } from './networks.ts'
import { loopLength } from './hallucination.ts'
import type { WhisperMeta } from './whisperMeta.ts'

/** A text as tokens, with the log-probability of each token. `total` includes the end token. */
type Hypothesis = { readonly tokens: readonly number[]; readonly logProbs: readonly number[]; readonly total: number }

/** Called after every step with the number of tokens so far. */
export type OnStep = (tokens: number) => void

/** Default number of beams: 13.8 % word errors with 5, 14.1 % with 2, in 34 and 28 CPU seconds. */
export const BEAM_SIZE = 5
/** Options of the search. */
export type SearchOptions = { readonly limit: number; readonly beams?: number; readonly onStep?: OnStep | undefined }
const EMPTY: Hypothesis = { tokens: [], logProbs: [], total: 0 }

/**
 * Returns the text after `first` with the best mean log-probability. `beams` texts grow in parallel until as many have ended, the
 * best one loops, or `limit` tokens are reached.
 */
export async function searchBeams(
  runStep: DecoderStep,
  first: StepResult,
  meta: WhisperMeta,
  { limit, beams = BEAM_SIZE, onStep }: SearchOptions,
): Promise<Hypothesis> {
  const ended: Hypothesis[] = []
  let step = first
  let openBeams: readonly Hypothesis[] = [EMPTY]
  for (let length = 1; ; length++) {
    const grown = growBeams(openBeams, step, meta, beams)
    ended.push(...grown.ended.slice(0, beams - ended.length))
    openBeams = grown.openBeams
    onStep?.(length)
    const bestOpen = openBeams[0]
    if (!bestOpen || ended.length >= beams || length >= limit || loopLength(bestOpen.tokens)) break
    const rows = openBeams.map((hypothesis) => hypothesis.tokens.slice(-1))
    step = await runStep(step.cache, rows, grown.parents)
  }
  const pool = ended.length ? ended : openBeams.slice(0, 1)
  return pool.toSorted((a, b) => meanLogProb(b) - meanLogProb(a))[0] ?? EMPTY
}

type Candidate = Hypothesis & { readonly parent: number; readonly hasEnded: boolean }

function growBeams(openBeams: readonly Hypothesis[], step: StepResult, meta: WhisperMeta, beams: number) {
  const candidates = openBeams.flatMap((hypothesis, row) => continueBeam(hypothesis, row, step, { meta, beams }))
  candidates.sort((a, b) => b.total - a.total)
  const ended: Candidate[] = []
  const alive: Candidate[] = []
  for (const candidate of candidates) {
    if (candidate.hasEnded) ended.push(candidate)
    else alive.push(candidate)
    if (alive.length === beams) break
  }
  return { ended, openBeams: alive, parents: alive.map(({ parent }) => parent) }
}

function continueBeam(
  beam: Hypothesis,
  row: number,
  step: StepResult,
  { meta, beams }: { meta: WhisperMeta; beams: number },
): Candidate[] {
  const logits = step.logits.subarray(row * meta.vocabulary, (row + 1) * meta.vocabulary)
  const isFirst = beam.tokens.length === 0
  return likeliestTokens(logits, step.normalisers[row]!, meta, beams + 1, isFirst).map(({ token, logProb }) => {
    const total = beam.total + logProb
    if (token === meta.end) return { ...beam, total, parent: row, hasEnded: true }
    const tokens = [...beam.tokens, token]
    return { tokens, logProbs: [...beam.logProbs, logProb], total, parent: row, hasEnded: false }
  })
}

const meanLogProb = ({ total, tokens }: Hypothesis) => total / Math.max(1, tokens.length)

/** A possible next token and its log-probability. */
type Choice = { readonly token: number; readonly logProb: number }

/**
 * Returns the most likely next tokens of a text, best first: text or the end token, never a language, a task or a time. The first
 * token cannot be a space or the end. `normaliser` is the decoder's log-sum over text tokens.
 */
export function likeliestTokens(
  logits: Float32Array,
  normaliser: number,
  meta: WhisperMeta,
  limit: number,
  isFirst: boolean,
): Choice[] {
  if (!isFirst) return selectBest(logits, normaliser, meta.start, limit)
  const allowed = logits.slice(0, meta.start)
  for (const token of meta.neverFirst) allowed[token] = -Infinity
  return selectBest(allowed, logSumExp(allowed), meta.start, limit)
}

/** log(Σ exp(x)), without overflow. */
export function logSumExp(values: Float32Array): number {
  let max = -Infinity
  for (const value of values) if (value > max) max = value
  let sum = 0
  for (const value of values) sum += Math.exp(value - max)
  return max + Math.log(sum)
}

function selectBest(logits: Float32Array, normaliser: number, end: number, limit: number): Choice[] {
  const choices: Choice[] = []
  let threshold = -Infinity
  for (let token = 0; token < end; token++) {
    const logProb = logits[token]! - normaliser
    if (logProb <= threshold) continue
    let index = choices.length
    while (index > 0 && choices[index - 1]!.logProb < logProb) index--
    choices.splice(index, 0, { token, logProb })
    if (choices.length > limit) choices.pop()
    if (choices.length === limit) threshold = choices[limit - 1]!.logProb
  }
  return choices
}

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
