import type { Sentence } from '../extractive/extractSentences.ts'
import { type Lexicon, PHRASE_BREAK } from '../extractive/lexicon.ts'
import type { Reading } from '../extractive/readTranscript.ts'
import { toPlainText } from '../plainText.ts'
import type { Segment } from '../summary.ts'
import { lettersOf } from '../title.ts'
import { collectFacts, type SaidFacts } from './compareFacts.ts'
import { type ClauseIndex, indexClauses, readClauses } from './negation.ts'
import { createSpeakerNames, type SpeakerNames } from './owners.ts'
import { compiledRulesOf, readFacts } from './readFacts.ts'

/** The facts and names in a segment. */
export type Said = {
  readonly facts: SaidFacts
  readonly clauses: ClauseIndex
  /** The speakers named in it. */
  readonly named: ReadonlySet<string>
  readonly terms: ReadonlySet<string>
  /** Returns whether it contains a word, in any inflection. In scripts without spaces, a word is also found inside others. */
  readonly hasWord: (word: string) => boolean
}

/** A transcript whose segments are read lazily, when a line first cites them. */
export type SaidTranscript = {
  readonly lexicon: Lexicon
  readonly names: SpeakerNames
  readonly read: (segment: Segment) => Said
  readonly sentencesOf: (segment: Segment) => readonly Sentence[]
  /** Returns the speakers just before and after a segment. */
  readonly neighboursOf: (segment: Segment) => readonly string[]
}

export function createSaidTranscript({ lexicon, segments, sentences, speakers }: Reading): SaidTranscript {
  const { rules } = compiledRulesOf(lexicon.language)
  const names = createSpeakerNames(speakers)
  const sentencesOf = new Map<Segment, Sentence[]>()
  for (const sentence of sentences)
    for (const segment of sentence.segments) {
      const known = sentencesOf.get(segment)
      if (known) known.push(sentence)
      else sentencesOf.set(segment, [sentence])
    }
  const positions = new Map(segments.map((segment, index) => [segment, index]))
  const isUnspaced = lexicon.separator === '' || lexicon.language === 'ko'
  const known = new Map<Segment, Said>()

  const readSegment = (segment: Segment): Said => {
    const text = toPlainText(segment.text)
    // A number can span two segments.
    const joined = (sentencesOf.get(segment) ?? []).filter((sentence) => sentence.segments.length > 1)
    const texts = [text, ...joined.map((sentence) => toPlainText(sentence.text))]
    const lower = text.toLowerCase()
    const words = new Set(lower.split(/\s+/).map(lettersOf))
    return {
      facts: collectFacts(texts.flatMap((part) => readFacts(part, lexicon.language))),
      clauses: indexClauses(readClauses(text, rules, (part) => termsOf(part, lexicon))),
      named: names.findIn(text),
      terms: new Set([...termsOf(text, lexicon), ...termsOf(toPlainText(segment.speaker), lexicon)]),
      hasWord: (word) => words.has(word) || (isUnspaced ? lower.includes(word) : startsAlike(word, words)),
    }
  }

  return {
    lexicon,
    names,
    read: (segment) => {
      const said = known.get(segment) ?? readSegment(segment)
      known.set(segment, said)
      return said
    },
    sentencesOf: (segment) => sentencesOf.get(segment) ?? [],
    neighboursOf: (segment) => {
      const at = positions.get(segment)
      const beside = at === undefined ? [] : [segments[at - 1], segments[at + 1]]
      return beside.flatMap((each) => (each ? [toPlainText(each.speaker)] : []))
    },
  }
}

/** Genitives and other endings: "Lena" matches "Lenas". */
const startsAlike = (word: string, words: ReadonlySet<string>): boolean =>
  word.length > 2 &&
  ['s', 'n', 'en', 'es'].some(
    (ending) => words.has(word + ending) || (word.endsWith(ending) && words.has(word.slice(0, -ending.length))),
  )

/** Returns the stems of the content words of a text. */
export const termsOf = (text: string, { language, tokenize, getTerm }: Lexicon): ReadonlySet<string> =>
  new Set(
    tokenize(text).flatMap((word) => {
      const term = word === PHRASE_BREAK ? undefined : getTerm(word)
      return term === undefined || /\d/.test(term) ? [] : language === 'ja' ? term.replace(JAPANESE_ENDING, '') : term
    }),
  )

/** 閉まる and 閉まります are forms of one word, and 日曜 is short for 日曜日. */
const JAPANESE_ENDING = /(?<=\p{Script=Han})\p{Script=Hiragana}+$|(?<=曜)日$/u
