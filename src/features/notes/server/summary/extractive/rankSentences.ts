import type { Sentence } from './extractSentences.ts'
import type { Reading } from './readTranscript.ts'
import { hasEnd, hasVerb, isIndependent, isReferring, variety } from './sentenceShape.ts'
import type { TermWeights } from './termWeights.ts'

/** A selected sentence with its score. A higher score is more significant. */
export type RankedSentence = { readonly sentence: Sentence; readonly score: number }

/** The graph compares every pair of candidates. This limits it to 180,000 comparisons for a recording of any length. */
const MAX_CANDIDATES = 600
const DAMPING = 0.85
const ITERATIONS = 40
const RELEVANCE_WEIGHT = 0.7
const POSITION_BONUS = 0.15

/** A sentence with this similarity to a selected one adds nothing. */
const REPEATED = 0.6
/** Penalty for a speaker who already has all selected sentences. */
const SPREAD = 0.12
/** Minimum mean confidence of the words in a quoted sentence. */
const MIN_CONFIDENCE = 0.6
const REFERRING_FACTOR = 0.85
const MIN_VARIETY = 0.7

/**
 * Returns the most significant whole sentences without repetition, in the order of the recording. Half of a score is the centrality
 * of the sentence (a random walk over the similarity graph), the other half is the weight of its terms. Sentences near the
 * beginning and the end get a bonus, those that refer to an earlier one a penalty. Sentences similar to those already selected, or
 * by a speaker who already has many, rank lower. Excludes `used` ones.
 */
export function rankSentences(reading: Reading, limit: number, used: ReadonlySet<Sentence> = new Set()): RankedSentence[] {
  const { weights, lexicon } = reading
  const candidates = selectCandidates(reading, used)
  const similarity = computeSimilarities(candidates, weights)
  const centrality = normalize(pageRank(similarity))
  const termScores = normalize(candidates.map(weights.weight))
  const scores = candidates.map(({ position, text, tokens }, i) => {
    const isNearEnd = position < 0.1 || position > 0.9
    const score = 0.5 * valueAt(centrality, i) + 0.5 * valueAt(termScores, i) + (isNearEnd ? POSITION_BONUS : 0)
    const factor = (isReferring(text, lexicon.language) ? REFERRING_FACTOR : 1) * Math.min(1, variety(tokens) / MIN_VARIETY)
    return score * factor
  })
  const speakers = candidates.map(({ segments }) => segments[0]?.speaker ?? '')
  return selectDiverse({ scores, similarity, speakers }, limit)
    .sort((a, b) => a - b)
    .flatMap((i) => {
      const sentence = candidates[i]
      return sentence ? [{ sentence, score: valueAt(scores, i) }] : []
    })
}

/** Returns the sentences that are understandable on their own, or shorter whole ones if there are hardly any. */
function selectCandidates(reading: Reading, used: ReadonlySet<Sentence>): Sentence[] {
  const { sentences, weights } = reading
  const whole = sentences.filter((sentence) => !used.has(sentence) && isWhole(sentence, reading))
  const telling = whole.filter(({ length, terms }) => length >= 8 && length <= 45 && terms.size >= 4)
  const all = telling.length < 5 ? whole.filter(({ length, terms }) => length <= 60 && terms.size >= 1) : telling
  if (all.length <= MAX_CANDIDATES) return all
  return all
    .map((sentence, index) => ({ sentence, index, weight: weights.weight(sentence) }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .slice(0, MAX_CANDIDATES)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence)
}

/** Returns whether a sentence is a complete statement with a verb that was clearly recognised. */
function isWhole({ text, begins, confidence }: Sentence, { isPunctuated, lexicon: { language } }: Reading): boolean {
  return (
    !/[?？]["'”’»)]*$/u.test(text) &&
    confidence >= MIN_CONFIDENCE &&
    (!isPunctuated || (begins && hasEnd(text))) &&
    isIndependent(text, language) &&
    hasVerb(text, language)
  )
}

/** Returns the cosine similarity of every pair by weighted terms. */
function computeSimilarities(candidates: readonly Sentence[], { rarity }: TermWeights): Float64Array[] {
  const vectors = candidates.map(({ terms }) => {
    const vector = new Map([...terms].map(([term, count]) => [term, (1 + Math.log(count)) * rarity(term)]))
    const norm = Math.sqrt([...vector.values()].reduce((sum, x) => sum + x * x, 0)) || 1
    return new Map([...vector].map(([term, x]) => [term, x / norm]))
  })
  const rows = vectors.map(() => new Float64Array(vectors.length))
  vectors.forEach((a, i) => {
    for (let j = i + 1; j < vectors.length; j++) {
      const similarity = dot(a, vectors[j] ?? a)
      const [row, column] = [rows[i], rows[j]]
      if (row && column) row[j] = column[i] = similarity
    }
  })
  return rows
}

function dot(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [term, x] of few) sum += x * (many.get(term) ?? 0)
  return sum
}

/** Returns the PageRank of each sentence in the similarity graph. */
function pageRank(similarity: readonly Float64Array[]): Float64Array {
  const count = similarity.length
  const outgoing = similarity.map((row) => row.reduce((sum, x) => sum + x, 0))
  let ranks = new Float64Array(count).fill(1 / Math.max(1, count))
  for (let round = 0; round < ITERATIONS; round++) {
    const next = new Float64Array(count).fill((1 - DAMPING) / Math.max(1, count))
    similarity.forEach((row, from) => {
      const total = valueAt(outgoing, from)
      if (total === 0) return
      const flow = (DAMPING * valueAt(ranks, from)) / total
      for (let to = 0; to < count; to++) next[to] = valueAt(next, to) + flow * valueAt(row, to)
    })
    ranks = next
  }
  return ranks
}

type Ranking = {
  readonly scores: readonly number[]
  readonly similarity: readonly Float64Array[]
  readonly speakers: readonly string[]
}

/** Selects sentences by maximal marginal relevance: the score minus a penalty for similarity to those already selected. */
function selectDiverse({ scores, similarity, speakers }: Ranking, limit: number): number[] {
  const selected: number[] = []
  const maxSimilarity = new Float64Array(scores.length)
  const spoken = new Map<string, number>()
  const remaining = new Set(scores.keys())
  while (selected.length < limit && remaining.size > 0) {
    let best = -1
    let bestValue = -Infinity
    for (const i of remaining) {
      const share = (spoken.get(speakers[i] ?? '') ?? 0) / Math.max(1, selected.length)
      const value = RELEVANCE_WEIGHT * valueAt(scores, i) - (1 - RELEVANCE_WEIGHT) * valueAt(maxSimilarity, i) - SPREAD * share
      if (value > bestValue) [best, bestValue] = [i, value]
    }
    remaining.delete(best)
    if (valueAt(maxSimilarity, best) >= REPEATED) continue
    selected.push(best)
    spoken.set(speakers[best] ?? '', (spoken.get(speakers[best] ?? '') ?? 0) + 1)
    similarity[best]?.forEach((x, i) => (maxSimilarity[i] = Math.max(valueAt(maxSimilarity, i), x)))
  }
  return selected
}

function normalize(values: ArrayLike<number>): number[] {
  const all = Array.from(values)
  const maxValue = all.reduce((max, x) => Math.max(max, x), 1e-12)
  return all.map((x) => x / maxValue)
}

const valueAt = (values: ArrayLike<number>, i: number): number => values[i] ?? 0
