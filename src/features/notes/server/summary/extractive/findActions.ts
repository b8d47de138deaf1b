import { actionPatterns } from './actionPatterns.ts'
import type { Sentence } from './extractSentences.ts'
import type { TermWeights } from './termWeights.ts'

const MIN_SCORE = 3.3

/**
 * Returns the sentences that are worded like tasks, in the order of the recording. Wording is weak evidence, so the summary
 * presents them as possible tasks. Returns none for a language without patterns.
 */
export function findActions(sentences: readonly Sentence[], language: string, weights: TermWeights, limit: number): Sentence[] {
  const patterns = actionPatterns[language]
  if (!patterns) return []
  return sentences
    .flatMap((sentence, index) => {
      const text = sentence.text.replaceAll('’', "'")
      const isReadable = sentence.length >= 5 && sentence.length <= 45 && sentence.terms.size >= 2
      if (!isReadable || !patterns.commitment.test(text) || patterns.exclusion.test(text) || /\?$/.test(text)) return []
      const positionBonus = sentence.position > 0.8 ? 0.7 : 0
      const score =
        (patterns.actionVerb.test(text) ? 2 : 0) +
        (patterns.strongCommitment.test(text) ? 1.5 : 0) +
        positionBonus +
        Math.min(weights.weight(sentence) / 60, 0.7)
      return score >= MIN_SCORE ? [{ sentence, index, score }] : []
    })
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, limit)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence)
}
