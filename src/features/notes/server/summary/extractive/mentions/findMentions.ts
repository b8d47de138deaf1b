import type { SummaryMention } from '../../../../contract.ts'
import type { Millis } from '#shared/units.ts'
import { toPlainText } from '../../plainText.ts'
import type { Sentence } from '../extractSentences.ts'
import type { Lexicon } from '../lexicon.ts'
import { findNames } from './findNames.ts'
import { findNumbers } from './findNumbers.ts'

const MAX_NAMES = 12
const MAX_NUMBERS = 12

/** Returns the spoken names and numbers, the most frequent first, with the time of the first mention. */
export function findMentions(sentences: readonly Sentence[], speakers: readonly string[], lexicon: Lexicon): SummaryMention[] {
  const names = collect(sentences, findNames(sentences, speakers, lexicon))
  const numbers = collect(
    sentences,
    sentences.map(({ text }) => findNumbers(text, lexicon)),
  )
  return [...toMentions(names, 'name', MAX_NAMES), ...toMentions(numbers, 'number', MAX_NUMBERS)]
}

type Counted = { text: string; count: number; start: Millis }

/** Counts the mentions in each sentence, ignoring case. */
function collect(sentences: readonly Sentence[], found: readonly (readonly string[])[]): Counted[] {
  const counted = new Map<string, Counted>()
  sentences.forEach(({ start }, index) => {
    for (const text of found[index] ?? []) {
      const known = counted.get(text.toLowerCase())
      if (known) known.count += 1
      else counted.set(text.toLowerCase(), { text, count: 1, start })
    }
  })
  return [...counted.values()]
}

function toMentions(counted: readonly Counted[], kind: SummaryMention['kind'], limit: number): SummaryMention[] {
  return counted
    .toSorted((a, b) => b.count - a.count || a.start - b.start)
    .slice(0, limit)
    .map(({ text, count, start }) => ({ text: toPlainText(text), kind, count, start_time: start }))
    .filter(({ text }) => text !== '')
}
