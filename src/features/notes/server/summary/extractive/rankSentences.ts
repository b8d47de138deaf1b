import type { Sentence } from './extractSentences.ts'
import type { TermWeights } from './termWeights.ts'

/** A selected sentence with its score. A higher score is more significant. */
export type RankedSentence = { readonly sentence: Sentence; readonly score: number }

/** The graph compares every pair of candidates. This limits it to 180,000 comparisons for a recording of any length. */
const MAX_CANDIDATES = 600
const DAMPING = 0.85
const ITERATIONS = 40
const RELEVANCE_WEIGHT = 0.7
const POSITION_BONUS = 0.15

/**
 * Returns the most significant sentences with little repetition, in the order of the recording. Half of a score is the
 * centrality of the sentence (a random walk over the similarity graph), the other half is the weight of its terms. Sentences
 * near the beginning and the end get a bonus. A sentence similar to those already selected is ranked lower.
 */
export function rankSentences(sentences: readonly Sentence[], weights: TermWeights, limit: number): RankedSentence[] {
  const candidates = selectCandidates(sentences, weights)
  const similarity = computeSimilarities(candidates, weights)
  const centrality = normalize(pageRank(similarity))
  const termScores = normalize(candidates.map(weights.weight))
  const scores = candidates.map(({ position }, i) => {
    const isNearEnd = position < 0.1 || position > 0.9
    return 0.5 * valueAt(centrality, i) + 0.5 * valueAt(termScores, i) + (isNearEnd ? POSITION_BONUS : 0)
  })
  return selectDiverse(scores, similarity, limit)
    .sort((a, b) => a - b)
    .flatMap((i) => {
      const sentence = candidates[i]
      return sentence ? [{ sentence, score: valueAt(scores, i) }] : []
    })
}

/** Returns the sentences that can be read on their own, or all with a topic when there are hardly any. */
function selectCandidates(sentences: readonly Sentence[], weights: TermWeights): Sentence[] {
  const completeSentences = sentences.filter(
    ({ length, terms, text }) => length >= 8 && length <= 60 && terms.size >= 4 && !/[?？]["'”’»)]*$/u.test(text),
  )
  const all = completeSentences.length < 5 ? sentences.filter(({ terms }) => terms.size >= 1) : completeSentences
  if (all.length <= MAX_CANDIDATES) return all
  return all
    .map((sentence, index) => ({ sentence, index, weight: weights.weight(sentence) }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .slice(0, MAX_CANDIDATES)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence)
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

/** Selects sentences by maximal marginal relevance: the score minus a penalty for similarity to those already selected. */
function selectDiverse(scores: readonly number[], similarity: readonly Float64Array[], limit: number): number[] {
  const selected: number[] = []
  const maxSimilarity = new Float64Array(scores.length)
  const remaining = new Set(scores.keys())
  while (selected.length < limit && remaining.size > 0) {
    let best = -1
    let bestValue = -Infinity
    for (const i of remaining) {
      const value = RELEVANCE_WEIGHT * valueAt(scores, i) - (1 - RELEVANCE_WEIGHT) * valueAt(maxSimilarity, i)
      if (value > bestValue) [best, bestValue] = [i, value]
    }
    selected.push(best)
    remaining.delete(best)
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
