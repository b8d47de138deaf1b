import type { Sentence } from './extractSentences.ts'

/** Terms in more than this share of the sentences are common. */
const COMMON_SHARE = 0.1
/** A term in at most this many sentences is never common. */
const COMMON_COUNT = 5

/** Weights of terms within one transcript. */
export type TermWeights = {
  /** Returns the weight of a term. Rare terms weigh more. The minimum is ln 2. */
  readonly rarity: (term: string) => number
  /** Returns how relevant a sentence is to the topics of the recording, normalised by the number of terms. */
  readonly weight: (sentence: Sentence) => number
}

/** Returns the weights of all terms in the sentences. */
export function computeTermWeights(sentences: readonly Sentence[]): TermWeights {
  const sentenceCounts = new Map<string, number>()
  const totalCounts = new Map<string, number>()
  for (const { terms } of sentences) {
    for (const [term, count] of terms) {
      sentenceCounts.set(term, (sentenceCounts.get(term) ?? 0) + 1)
      totalCounts.set(term, (totalCounts.get(term) ?? 0) + count)
    }
  }
  const rarities = new Map([...sentenceCounts].map(([term, count]) => [term, Math.log(1 + sentences.length / count)]))
  const rarity = (term: string) => rarities.get(term) ?? Math.log(1 + sentences.length)
  return {
    rarity,
    weight: ({ terms }) => {
      let sum = 0
      for (const term of terms.keys()) sum += Math.log(1 + (totalCounts.get(term) ?? 0)) * rarity(term)
      return sum / Math.sqrt(Math.max(terms.size, 4))
    },
  }
}

/**
 * Removes common terms from the sentences. Used for languages without a list of stop words: a term in more than a tenth of all
 * sentences counts as one.
 */
export function removeCommonTerms(sentences: readonly Sentence[]): Sentence[] {
  const sentenceCounts = new Map<string, number>()
  for (const { terms } of sentences)
    for (const term of terms.keys()) sentenceCounts.set(term, (sentenceCounts.get(term) ?? 0) + 1)
  const maxCount = Math.max(COMMON_COUNT, sentences.length * COMMON_SHARE)
  return sentences.map((sentence) => ({
    ...sentence,
    terms: new Map([...sentence.terms].filter(([term]) => (sentenceCounts.get(term) ?? 0) <= maxCount)),
  }))
}
