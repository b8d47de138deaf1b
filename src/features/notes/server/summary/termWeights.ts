import type { Sentence } from './sentencesOf.ts'

/** How telling each term is in this transcript. */
export type TermWeights = {
  /** Rare terms weigh more; never below ln 2. */
  readonly rarity: (term: string) => number
  /** How much a sentence says about what the recording is about; long ones do not win by length alone. */
  readonly weight: (sentence: Sentence) => number
}

/** Counts every term once over all sentences. */
export function termWeights(sentences: readonly Sentence[]): TermWeights {
  const inSentences = new Map<string, number>()
  const inAll = new Map<string, number>()
  for (const { terms } of sentences) {
    for (const [term, count] of terms) {
      inSentences.set(term, (inSentences.get(term) ?? 0) + 1)
      inAll.set(term, (inAll.get(term) ?? 0) + count)
    }
  }
  const rarity = (term: string) => Math.log(1 + sentences.length / (inSentences.get(term) ?? 1))
  return {
    rarity,
    weight: ({ terms }) => {
      let sum = 0
      for (const term of terms.keys()) sum += Math.log(1 + (inAll.get(term) ?? 0)) * rarity(term)
      return sum / Math.sqrt(Math.max(terms.size, 4))
    },
  }
}
