import type { SummaryCategory } from '../../../contract.ts'
import type { Sentence } from './extractSentences.ts'
import { rankSentences } from './rankSentences.ts'
import type { Reading } from './readTranscript.ts'

/** Returns the first three key phrases, or the beginning of the best sentence when there are none. */
export function createHeadline(reading: Reading): string {
  const { keyphrases, lexicon } = reading
  const topics = keyphrases.slice(0, 3).map((phrase) => phrase.text)
  if (topics.length > 0) return capitalize(topics.join(lexicon.separator === '' ? '、' : ', '))
  const titleScore = ({ sentence, score }: { sentence: Sentence; score: number }) => score - Math.abs(sentence.length - 14) * 0.01
  const best = rankSentences(reading, 8).toSorted((a, b) => titleScore(b) - titleScore(a))[0]
  return truncate(best?.sentence.text ?? '', 90)
}

function capitalize(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}

function truncate(text: string, maxLength: number): string {
  const characters = [...text]
  if (characters.length <= maxLength) return text
  const cut = characters.slice(0, maxLength).join('')
  const lastSpace = cut.lastIndexOf(' ')
  return `${(lastSpace > maxLength / 2 ? cut.slice(0, lastSpace) : cut).replace(/[,;:、，]$/, '')}…`
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
 * Guesses the category of an English recording by its vocabulary. When the words give no clear result, and in every other
 * language, one speaker makes it a memo and several make it a conversation.
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
    .map(([category, pattern]) => ({ category, rate: ((text.match(pattern)?.length ?? 0) / wordCount) * 1000 }))
    .sort((a, b) => b.rate - a.rate)
  return best && best.rate >= MIN_MATCHES_PER_THOUSAND_WORDS ? best.category : fallback
}
