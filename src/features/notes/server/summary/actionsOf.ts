import { actionCues } from './actionCues.ts'
import type { Sentence } from './sentencesOf.ts'
import type { TermWeights } from './termWeights.ts'

const ENOUGH = 3.3

/**
 * Returns the sentences that are worded like tasks, in the order of the recording. Wording is weak evidence, so the summary
 * presents them as possible tasks. Returns none for a language without patterns.
 */
export function actionsOf(sentences: readonly Sentence[], language: string, weights: TermWeights, most: number): Sentence[] {
  const cues = actionCues[language]
  if (!cues) return []
  return sentences
    .flatMap((sentence, index) => {
      const text = sentence.text.replaceAll('’', "'")
      const readable = sentence.length >= 5 && sentence.length <= 45 && sentence.terms.size >= 2
      if (!readable || !cues.commits.test(text) || cues.not.test(text) || /\?$/.test(text)) return []
      const late = sentence.position > 0.8 ? 0.7 : 0
      const score =
        (cues.acts.test(text) ? 2 : 0) + (cues.firm.test(text) ? 1.5 : 0) + late + Math.min(weights.weight(sentence) / 60, 0.7)
      return score >= ENOUGH ? [{ sentence, index, score }] : []
    })
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, most)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence)
}
