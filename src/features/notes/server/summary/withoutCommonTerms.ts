import type { Sentence } from './sentencesOf.ts'

const COMMON_SHARE = 0.1
const COMMON_COUNT = 5

/**
 * For a language whose function words we have no list of: a term found in more than a tenth of all sentences is taken
 * for one and no longer counted.
 */
export function withoutCommonTerms(sentences: readonly Sentence[]): Sentence[] {
  const inSentences = new Map<string, number>()
  for (const { terms } of sentences) for (const term of terms.keys()) inSentences.set(term, (inSentences.get(term) ?? 0) + 1)
  const most = Math.max(COMMON_COUNT, sentences.length * COMMON_SHARE)
  return sentences.map((sentence) => ({
    ...sentence,
    terms: new Map([...sentence.terms].filter(([term]) => (inSentences.get(term) ?? 0) <= most)),
  }))
}
