import type { Millis } from '#kit/units.ts'
import { hours } from '#kit/units.ts'
import { actionsOf } from './actionsOf.ts'
import { categoryOf } from './categoryOf.ts'
import { coverageOf } from './coverageOf.ts'
import type { Extent } from './coverageOf.ts'
import { keyphrasesOf } from './keyphrasesOf.ts'
import type { Keyphrase } from './keyphrasesOf.ts'
import { lexicon } from './lexicon.ts'
import type { Lexicon } from './lexicon.ts'
import { plainText } from './plainText.ts'
import { pointOf } from './pointOf.ts'
import { rankSentences } from './rankSentences.ts'
import type { Ranked } from './rankSentences.ts'
import { sentencesOf } from './sentencesOf.ts'
import type { Segment, Summary } from './summary.ts'
import { termWeights, withoutCommonTerms } from './termWeights.ts'

export type ExtractiveOptions = Extent & {
  /** The spoken language as BCP 47 tag or ISO 639-1 code. */
  readonly language: string
  /** Number of lines. The default is 8, plus two for every hour after the first, up to 16. */
  readonly points?: number | undefined
}

const MOST_ACTIONS = 6
const MOST_KEYPHRASES = 8

/**
 * Returns a summary made without a language model: the most significant sentences word for word, recurring phrases, and
 * sentences that sound like tasks. Every line cites existing segments. The result is deterministic.
 */
export function summarizeExtractively(segments: readonly Segment[], options: ExtractiveOptions): Summary {
  const words = lexicon(options.language)
  const spoken = sentencesOf(segments, words)
  const sentences = words.knowsStopWords ? spoken : withoutCommonTerms(spoken)
  const weights = termWeights(sentences)
  const coverage = coverageOf(segments, new Set(segments.map((segment) => segment.id)), options)
  const ranked = rankSentences(sentences, weights, options.points ?? pointsFor(coverage.end))
  const keyphrases = keyphrasesOf(sentences, words, weights, MOST_KEYPHRASES)
  return {
    engine: { kind: 'extractive', id: 'extractive' },
    language: options.language,
    headline: plainText(headlineOf(keyphrases, ranked, words)),
    category: categoryOf(sentences, words.language),
    overview: null,
    keyphrases: keyphrases.map((phrase) => plainText(phrase.show)),
    points: ranked.map(({ sentence }) => pointOf(sentence.text, sentence.segments)).filter(({ text }) => text !== ''),
    actions: actionsOf(sentences, words.language, weights, MOST_ACTIONS)
      .map((sentence) => pointOf(sentence.text, sentence.segments))
      .filter(({ text }) => text !== ''),
    coverage,
  }
}

const pointsFor = (length: Millis): number => Math.min(16, 8 + 2 * Math.floor(Math.max(0, length / hours(1) - 1)))

/** Returns the first three key phrases, or the beginning of the best sentence when there are none. */
function headlineOf(keyphrases: readonly Keyphrase[], ranked: readonly Ranked[], words: Lexicon): string {
  const topics = keyphrases.slice(0, 3).map((phrase) => phrase.show)
  if (topics.length > 0) return capital(topics.join(words.gap === '' ? '、' : ', '))
  const fit = ({ sentence, score }: Ranked) => score - Math.abs(sentence.length - 14) * 0.01
  const best = ranked.toSorted((a, b) => fit(b) - fit(a))[0]
  return shortened(best?.sentence.text ?? '', 90)
}

function capital(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}

function shortened(text: string, most: number): string {
  const letters = [...text]
  if (letters.length <= most) return text
  const cut = letters.slice(0, most).join('')
  const word = cut.lastIndexOf(' ')
  return `${(word > most / 2 ? cut.slice(0, word) : cut).replace(/[,;:、，]$/, '')}…`
}
