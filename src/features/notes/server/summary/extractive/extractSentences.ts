import { PHRASE_BREAK } from './lexicon.ts'
import type { Lexicon } from './lexicon.ts'
import type { Segment } from '../summary.ts'
import { lettersOf } from '../title.ts'
import { createTimeFinder } from './findSpokenTime.ts'
import { hasBeginning, hasEnd } from './sentenceShape.ts'
import type { Millis } from '#shared/units.ts'

/** One sentence of the transcript and the segments it spans. */
export type Sentence = {
  readonly text: string
  readonly segments: readonly Segment[]
  /** The time of its first word, or the start of its first segment if words have no times. */
  readonly start: Millis
  /** False when it continues a sentence whose beginning is missing. */
  readonly begins: boolean
  /** The mean confidence of its words, from 0 to 1. */
  readonly confidence: number
  readonly tokens: readonly string[]
  /** Number of words. */
  readonly length: number
  /** Number of occurrences of each term. */
  readonly terms: ReadonlyMap<string, number>
  /** Position in the recording, from 0 to 1. */
  readonly position: number
}

const MAX_RUN_LENGTH = 240

/** Returns the sentences of a transcript in order. Sentences that span segments are joined. */
export function extractSentences(segments: readonly Segment[], lexicon: Lexicon): Sentence[] {
  const lastIndex = Math.max(1, segments.length - 1)
  const findTime = createTimeFinder()
  let previousEnded = true
  return joinSegments(segments, lexicon.language).flatMap((run) => {
    let offset = 0
    return lexicon.splitSentences(run.text).flatMap((part) => {
      const [from, to] = [offset, (offset += part.length)]
      const pieces = run.pieces.filter((piece) => piece.from < to - (part.length - part.trimEnd().length) && piece.to > from)
      const text = toStandaloneSentence(part, lexicon.language)
      const first = pieces[0]
      const begins = previousEnded || hasBeginning(part)
      previousEnded = hasEnd(part)
      if (text === '' || !first) return []
      const sentenceSegments = pieces.map(({ segment }) => segment)
      const start = findTime(text, first.segment)
      return [createSentence(text, { segments: sentenceSegments, position: first.index / lastIndex, begins, start }, lexicon)]
    })
  })
}

type Place = Pick<Sentence, 'segments' | 'position' | 'begins' | 'start'>

function createSentence(text: string, place: Place, lexicon: Lexicon): Sentence {
  const tokens = lexicon.tokenize(text)
  const terms = new Map<string, number>()
  for (const token of tokens) {
    const term = lexicon.getTerm(token)
    if (term !== undefined) terms.set(term, (terms.get(term) ?? 0) + 1)
  }
  const length = tokens.filter((token) => token !== PHRASE_BREAK).length
  return { ...place, text, confidence: confidenceOf(text, place.start, place.segments), tokens, length, terms }
}

/** Returns the mean confidence of the words of a text, searched from a time on; 1 when words have none. */
function confidenceOf(text: string, start: Millis, segments: readonly Segment[]): number {
  const wanted = lettersOf(text).length
  let [letters, sum, count] = [0, 0, 0]
  for (const { words = [] } of segments) {
    for (let at = firstWordFrom(words, start); at < words.length && letters < wanted; at++) {
      const word = words[at]!
      letters += lettersOf(word.text).length
      sum += word.confidence ?? 1
      count += 1
    }
  }
  return count === 0 ? 1 : sum / count
}

/** Returns the index of the first word that starts at or after a time. */
function firstWordFrom(words: NonNullable<Segment['words']>, start: Millis): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]!.start < start) low = middle + 1
    else high = middle
  }
  return low
}

type Piece = { readonly segment: Segment; readonly index: number; readonly from: number; readonly to: number }
type Run = { text: string; readonly pieces: Piece[] }

/** Joins consecutive segments of one speaker when the first does not end a sentence and the next starts in lower case. */
function joinSegments(segments: readonly Segment[], language: string): Run[] {
  const runs: Run[] = []
  segments.forEach((segment, index) => {
    const text = cleanSpeech(segment.text, language)
    if (text === '') return
    const previous = runs.at(-1)
    const continues =
      previous !== undefined &&
      !segment.afterGap &&
      previous.pieces.at(-1)?.segment.speaker === segment.speaker &&
      previous.text.length + text.length < MAX_RUN_LENGTH &&
      !/[.?!…。？！]["'”’»)]*$/u.test(previous.text) &&
      /^\p{Ll}/u.test(text)
    const run = continues ? previous : { text: '', pieces: [] }
    if (!continues) runs.push(run)
    const from = run.text === '' ? 0 : run.text.length + 1
    run.text = run.text === '' ? text : `${run.text} ${text}`
    run.pieces.push({ segment, index, from, to: from + text.length })
  })
  return runs
}

/** Filler sounds by language, none of which is a word of that language. */
const fillers: Readonly<Record<string, RegExp>> = {
  en: wholeWord('um+|uh+|mm+|hmm+|erm?|mm-hmm|uh-huh'),
  de: wholeWord('äh+|ähm+|öh+|ehm+|hm+|mhm'),
  es: wholeWord('eh+|ehm+|mmm*|hm+'),
  fr: wholeWord('euh+|heu+|hm+|mh+'),
  it: wholeWord('ehm+|mmm*|hm+'),
  pt: wholeWord('hum+|hã+|ahn+|hm+'),
  ja: /(?:えーっと|えっと|えーと|えー|あのー|うーん|んー)[、,]?/g,
  zh: /(?:嗯+|呃+|唔+)[，,、]?/g,
  ko: /(?<!\p{L})(?:음+|어+|으음)(?!\p{L})[,.]*/gu,
}
const leadingConnectives = /^(?:(?:so|and|but|okay|ok|well|yeah|right|oh|now|then|alright|yes|no|like),?\s+)+/i

/** Removes annotations in brackets, filler sounds and stuttered repetitions from spoken text. */
function cleanSpeech(text: string, language: string): string {
  const filler = fillers[language]
  let cleaned = text
    .replaceAll(/\s+/g, ' ')
    .replace(/\.{2,}/g, '…')
    .replace(/\{[^{}]{0,300}\}|\[[^[\]]{0,300}\]|<[^<>]{0,300}>/g, ' ')
    .replace(/ +([.,?!;:'])/g, '$1')
  if (filler) cleaned = dropFillers(cleaned, filler)
  if (language === 'en') {
    cleaned = cleaned
      .replace(/\b(\w+)'\s+(s|t|re|ll|ve|m|d)\b/g, "$1'$2")
      .replace(/\b(\w+)(?:,? \1\b)+/gi, '$1')
      .replace(/\b(you know|i mean),/gi, ' ')
  }
  return cleaned
    .replace(/([,.])(?:\s*[,.])+/g, '$1')
    .replace(/^[\s,.;、，。-]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A placeholder for a removed filler, which occurs in no transcript. */
const REMOVED = '\ufdd0'
const FIRST_LETTER = new RegExp(`([.?!])\\s*${REMOVED}\\s*(\\p{Ll})`, 'gu')

/** Removes filler sounds. If a sentence began with one, its next word is capitalized. */
const dropFillers = (text: string, filler: RegExp): string =>
  text
    .replace(filler, REMOVED)
    .replaceAll(FIRST_LETTER, (_, end: string, letter: string) => `${end} ${letter.toUpperCase()}`)
    .replaceAll(REMOVED, ' ')

/** A question such as "And if the road closes?" is not a question without its first word. */
const SHORT_QUESTION =
  /^(?:and|but|so)\s+(?!(?:what|who|whose|which|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|should|have|has)\b).*\?$/iu

/** Returns a sentence that can be read on its own. Drops English words that only connect it to the previous sentence. */
function toStandaloneSentence(sentence: string, language: string): string {
  const isCut = language === 'en' && !SHORT_QUESTION.test(sentence.trim())
  const text = (isCut ? sentence.replace(leadingConnectives, '') : sentence).trim()
  const [first = '', ...rest] = text
  return language === '' ? text : first.toLocaleUpperCase(language) + rest.join('')
}

function wholeWord(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}'-])(?:${words})(?![\\p{L}\\p{N}'-]),?`, 'giu')
}
