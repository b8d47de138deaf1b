import type { SummaryCategory } from '../../../../contract.ts'
import type { Sentence } from '../extractSentences.ts'
import type { Reading } from '../readTranscript.ts'

/** Returns the title, otherwise the first three key phrases; empty for fewer than two. */
export function createHeadline(reading: Reading, title: string): string {
  const topics = reading.keyphrases.slice(0, 3).map(({ text }) => text)
  return title || (topics.length < 2 ? '' : capitalize(topics.join(reading.lexicon.separator === '' ? '、' : ', ')))
}

function capitalize(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}

const categoryPatterns: readonly (readonly [SummaryCategory, RegExp])[] = [
  ['standup', /\b(?:yesterday|today i|blocker|blocked|sprint|ticket|standup)\b/gi],
  ['sales', /\b(?:customer|pricing|discount|quote|contract|prospect|renewal|deal)\b/gi],
  ['interview', /\b(?:candidate|your experience|resume|hiring|tell me about yourself)\b/gi],
  ['lecture', /\b(?:lecture|theorem|chapter|exam|students|homework)\b/gi],
  ['hearing', /\b(?:committee|minister|chair|inquiry|legislation|member|government)\b/gi],
  ['research', /\b(?:data|experiment|recognition|corpus|model|features?|results?|annotat\w+|parser?)\b/gi],
  ['design', /\b(?:design|prototype|interface|button|layout|component|user)\b/gi],
]
const MIN_MATCHES_PER_THOUSAND_WORDS = 3

/**
 * Guesses the category of an English recording by its vocabulary, of which two words must occur. If that is inconclusive, and in
 * all other languages, a recording with one speaker is a memo and one with several is a conversation.
 */
export function guessCategory(sentences: readonly Sentence[], language: string): SummaryCategory {
  const speakers = new Set(sentences.flatMap(({ segments }) => segments.map(({ speaker }) => speaker)))
  const fallback = speakers.size > 1 ? 'conversation' : sentences.length > 0 ? 'memo' : 'other'
  if (language !== 'en') return fallback
  const text = sentences.map((sentence) => sentence.text).join(' ')
  const wordCount = Math.max(
    1,
    sentences.reduce((sum, { length }) => sum + length, 0),
  )
  const [best] = categoryPatterns
    .map(([category, pattern]) => {
      const matches = text.toLowerCase().match(pattern) ?? []
      return { category, rate: new Set(matches).size < 2 ? 0 : (matches.length / wordCount) * 1000 }
    })
    .sort((a, b) => b.rate - a.rate)
  return best && best.rate >= MIN_MATCHES_PER_THOUSAND_WORDS ? best.category : fallback
}
