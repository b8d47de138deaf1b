import type { Sentence } from './sentencesOf.ts'
import type { TermWeights } from './termWeights.ts'

/** A selected sentence with its score. A higher score is more significant. */
export type Ranked = { readonly sentence: Sentence; readonly score: number }

/** The graph compares every pair of candidates. This limits it to 180,000 comparisons for a recording of any length. */
const MOST_CANDIDATES = 600
const DAMPING = 0.85
const ROUNDS = 40
const RELEVANCE = 0.7
const POSITION_BONUS = 0.15

/**
 * Returns the most significant sentences with little repetition, in the order of the recording. Half of a score is the
 * centrality of the sentence (a random walk over the similarity graph), the other half is the weight of its terms. Sentences
 * near the beginning and the end get a bonus. A sentence similar to those already selected is ranked lower.
 */
export function rankSentences(sentences: readonly Sentence[], weights: TermWeights, wanted: number): Ranked[] {
  const candidates = candidatesOf(sentences, weights)
  const alike = similarities(candidates, weights)
  const central = outOfOne(walk(alike))
  const telling = outOfOne(candidates.map(weights.weight))
  const scores = candidates.map(({ position }, i) => {
    const atAnEnd = position < 0.1 || position > 0.9
    return 0.5 * at(central, i) + 0.5 * at(telling, i) + (atAnEnd ? POSITION_BONUS : 0)
  })
  return pickVaried(scores, alike, wanted)
    .sort((a, b) => a - b)
    .flatMap((i) => {
      const sentence = candidates[i]
      return sentence ? [{ sentence, score: at(scores, i) }] : []
    })
}

/** Returns the sentences that can be read on their own, or all with a topic when there are hardly any. */
function candidatesOf(sentences: readonly Sentence[], weights: TermWeights): Sentence[] {
  const complete = sentences.filter(
    ({ length, terms, text }) => length >= 8 && length <= 60 && terms.size >= 4 && !/[?？]["'”’»)]*$/u.test(text),
  )
  const all = complete.length < 5 ? sentences.filter(({ terms }) => terms.size >= 1) : complete
  if (all.length <= MOST_CANDIDATES) return all
  return all
    .map((sentence, index) => ({ sentence, index, weight: weights.weight(sentence) }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .slice(0, MOST_CANDIDATES)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence)
}

/** Returns the cosine similarity of every pair by weighted terms. */
function similarities(candidates: readonly Sentence[], { rarity }: TermWeights): Float64Array[] {
  const vectors = candidates.map(({ terms }) => {
    const vector = new Map([...terms].map(([term, count]) => [term, (1 + Math.log(count)) * rarity(term)]))
    const norm = Math.sqrt([...vector.values()].reduce((sum, x) => sum + x * x, 0)) || 1
    return new Map([...vector].map(([term, x]) => [term, x / norm]))
  })
  const rows = vectors.map(() => new Float64Array(vectors.length))
  vectors.forEach((a, i) => {
    for (let j = i + 1; j < vectors.length; j++) {
      const alike = dot(a, vectors[j] ?? a)
      const [row, column] = [rows[i], rows[j]]
      if (row && column) row[j] = column[i] = alike
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
function walk(alike: readonly Float64Array[]): Float64Array {
  const count = alike.length
  const outgoing = alike.map((row) => row.reduce((sum, x) => sum + x, 0))
  let share = new Float64Array(count).fill(1 / Math.max(1, count))
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(count).fill((1 - DAMPING) / Math.max(1, count))
    alike.forEach((row, from) => {
      const total = at(outgoing, from)
      if (total === 0) return
      const flow = (DAMPING * at(share, from)) / total
      for (let to = 0; to < count; to++) next[to] = at(next, to) + flow * at(row, to)
    })
    share = next
  }
  return share
}

/** Selects sentences by maximal marginal relevance: the score minus a penalty for similarity to those already selected. */
function pickVaried(scores: readonly number[], alike: readonly Float64Array[], wanted: number): number[] {
  const picked: number[] = []
  const repeats = new Float64Array(scores.length)
  const free = new Set(scores.keys())
  while (picked.length < wanted && free.size > 0) {
    let best = -1
    let most = -Infinity
    for (const i of free) {
      const value = RELEVANCE * at(scores, i) - (1 - RELEVANCE) * at(repeats, i)
      if (value > most) [best, most] = [i, value]
    }
    picked.push(best)
    free.delete(best)
    alike[best]?.forEach((x, i) => (repeats[i] = Math.max(at(repeats, i), x)))
  }
  return picked
}

function outOfOne(values: ArrayLike<number>): number[] {
  const all = Array.from(values)
  const most = all.reduce((max, x) => Math.max(max, x), 1e-12)
  return all.map((x) => x / most)
}

const at = (values: ArrayLike<number>, i: number): number => values[i] ?? 0
