import type { Millis } from '#shared/units.ts'
import { hours } from '#shared/units.ts'
import { findActions } from './findActions.ts'
import { computeCoverage, createPoint } from '../summary.ts'
import type { CoverageOptions, Segment, Summary } from '../summary.ts'
import { findKeyphrases } from './findKeyphrases.ts'
import type { Keyphrase } from './findKeyphrases.ts'
import { createTitle } from './createTitle.ts'
import { createLexicon } from './lexicon.ts'
import type { Lexicon } from './lexicon.ts'
import { summaryLabelsFor } from '../labels/summaryLabelsFor.ts'
import { toPlainText } from '../plainText.ts'
import { rankSentences } from './rankSentences.ts'
import type { RankedSentence } from './rankSentences.ts'
import { extractSentences } from './extractSentences.ts'
import type { Sentence } from './extractSentences.ts'
import { computeTermWeights, removeCommonTerms } from './termWeights.ts'
import type { SummaryCategory } from '../../../contract.ts'

export type ExtractiveOptions = CoverageOptions & {
  /** The spoken language as BCP 47 tag or ISO 639-1 code. */
  readonly language: string
  /** Number of lines. The default is 8, plus two for every hour after the first, up to 16. */
  readonly points?: number | undefined
}

const MAX_ACTIONS = 6
const MAX_KEYPHRASES = 8

/**
 * Returns a summary made without a language model: the most significant sentences word for word, recurring phrases, and
 * sentences that sound like tasks. Every line cites existing segments. The result is deterministic.
 */
export function summarizeExtractively(segments: readonly Segment[], options: ExtractiveOptions): Summary {
  const wordLexicon = createLexicon(options.language)
  const allSentences = extractSentences(segments, wordLexicon)
  const sentences = wordLexicon.hasStopWords ? allSentences : removeCommonTerms(allSentences)
  const weights = computeTermWeights(sentences)
  const coverage = computeCoverage(segments, new Set(segments.map((segment) => segment.id)), options)
  const ranked = rankSentences(sentences, weights, options.points ?? defaultPointCount(coverage.end))
  const labels = summaryLabelsFor(options.language)
  const keyphrases = findKeyphrases(sentences, wordLexicon, weights, MAX_KEYPHRASES)
  return {
    engine: { kind: 'extractive', id: 'extractive' },
    language: options.language,
    headline: toPlainText(createHeadline(keyphrases, ranked, wordLexicon)),
    title: createTitle(segments, sentences, { weights, keyphrases, lexicon: wordLexicon }),
    category: guessCategory(sentences, wordLexicon.language),
    keyphrases: keyphrases.map((phrase) => toPlainText(phrase.text)),
    coverage,
    template: null,
    sections: [
      { kind: 'points' as const, heading: labels.highlights, points: ranked.map(({ sentence }) => toPoint(sentence)) },
      {
        kind: 'actions' as const,
        heading: labels.possibleActions,
        points: findActions(sentences, wordLexicon.language, weights, MAX_ACTIONS).map(toPoint),
      },
    ]
      .map((section) => ({ ...section, points: section.points.filter(({ text }) => text !== '') }))
      .filter(({ points }) => points.length > 0),
    chapters: [],
    mentions: [],
    talkTime: [],
    silence: 0,
  }
}

const toPoint = ({ text, segments, start }: Sentence) => createPoint(text, segments, start)

const defaultPointCount = (length: Millis): number => Math.min(16, 8 + 2 * Math.floor(Math.max(0, length / hours(1) - 1)))

/** Returns the first three key phrases, or the beginning of the best sentence when there are none. */
function createHeadline(keyphrases: readonly Keyphrase[], ranked: readonly RankedSentence[], wordLexicon: Lexicon): string {
  const topics = keyphrases.slice(0, 3).map((phrase) => phrase.text)
  if (topics.length > 0) return capitalize(topics.join(wordLexicon.separator === '' ? '、' : ', '))
  const titleScore = ({ sentence, score }: RankedSentence) => score - Math.abs(sentence.length - 14) * 0.01
  const best = ranked.toSorted((a, b) => titleScore(b) - titleScore(a))[0]
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
function guessCategory(sentences: readonly Sentence[], language: string): SummaryCategory {
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
