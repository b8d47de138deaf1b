import type { Segment } from '../../summary.ts'
import { confidentSegments, doubtfulWords, hasEnoughForTitle, lettersOf, toTitle } from '../../title.ts'
import type { Sentence } from '../extractSentences.ts'
import type { Keyphrase } from '../findKeyphrases.ts'
import { PHRASE_BREAK } from '../lexicon.ts'
import type { Lexicon } from '../lexicon.ts'
import type { TermWeights } from '../termWeights.ts'
import { hasVerb, isIndependent } from '../sentenceShape.ts'
import { titleWordsOf } from './titleWords.ts'

type Context = { readonly weights: TermWeights; readonly keyphrases: readonly Keyphrase[]; readonly lexicon: Lexicon }

/**
 * Returns a title in words of the recording: the topic announced at its beginning, otherwise its best short sentence or first
 * clause, otherwise its key phrases, otherwise ''. Never quotes poorly recognised passages.
 */
export function createTitle(segments: readonly Segment[], sentences: readonly Sentence[], context: Context): string {
  if (!hasEnoughForTitle(segments)) return ''
  const understood = new Set(confidentSegments(segments))
  const clearSentences = sentences.filter((sentence) => sentence.segments.every((segment) => understood.has(segment)))
  const text =
    findAnnouncedTopic(clearSentences, context) ?? findBestClause(clearSentences, context) ?? joinKeyphrases(segments, context)
  return toTitle(capitalize(text))
}

/** Number of sentences in which a topic may be announced. */
const BEGINNING = 4

/** Returns the topic announced in the first sentences, such as "photosynthesis in desert plants". */
function findAnnouncedTopic(sentences: readonly Sentence[], { lexicon }: Context): string | undefined {
  const { announcement } = titleWordsOf(lexicon.language)
  if (!announcement) return undefined
  for (const sentence of sentences.slice(0, BEGINNING)) {
    const [, topic = ''] = announcement.exec(sentence.text) ?? []
    const [beforeComma = ''] = topic.split(/,\s/u)
    const named = beforeComma.trim().split(/\s+/u).length >= 3 ? beforeComma : topic
    const clause = findClause(named, sentence, lexicon, ({ terms, length }) => terms.length >= Math.min(MIN_TERMS, length))
    if (clause) return clause.text
  }
  return undefined
}

/** Returns the most informative short sentence or first clause, preferably with a key phrase. */
export function findBestClause(sentences: readonly Sentence[], context: Context): string | undefined {
  const { lexicon, keyphrases } = context
  const topics = new Set(keyphrases.flatMap(({ terms }) => terms))
  const namesTopic = ({ terms }: Clause) => topics.size === 0 || terms.some((term) => topics.has(term))
  const scored = sentences.flatMap((sentence) => {
    const { text, begins } = sentence
    if (
      !begins ||
      !isIndependent(text, lexicon.language) ||
      [QUESTION, REQUEST, PERSON_BEFORE].some((pattern) => pattern.test(text))
    )
      return []
    const isStatement = (form: Clause) => isTelling(form) && namesTopic(form) && hasVerb(form.text, lexicon.language)
    const clause = findClause(withoutFirstAside(text, lexicon), sentence, lexicon, isStatement)
    return clause ? [{ text: clause.text, score: scoreOf(clause, context) }] : []
  })
  return scored.toSorted((a, b) => b.score - a.score)[0]?.text
}

type Clause = {
  readonly text: string
  readonly words: readonly string[]
  /** Its distinct terms. */
  readonly terms: readonly string[]
  readonly length: number
  readonly sentence: Sentence
}

/** A word of Japanese or Chinese has about two characters. */
const MAX_WORDS = { spaced: 9, unspaced: 14 }
const MIN_WORDS = 3
const MIN_TERMS = 2
/** Minimum share of words that carry a topic. */
const MIN_TOPIC_SHARE = 0.3
const CLAUSE_END = /[,;:.!、，；：。]\s*|\s[–—-]\s/u
/** A pronoun for a person named before. */
const PERSON_BEFORE =
  /^(?:he|she|they|these|those|er|sie|il|elle|ils|elles|él|ella|ellos|ellas|lui|lei|loro|ele|ela|eles|elas)\s/iu
const REQUEST =
  /(?<!\p{L})(?:please|let's|let’s|lass uns|vamos a|facciamo|bitte|por favor|s'il (?:te|vous) plaît|per favore)(?!\p{L})|ください|주세요|^请|請/iu
const QUESTION = /[?？]["'”’»)]*$/u

/** Returns the longest short form of the text that fits a title. */
function findClause(
  text: string,
  sentence: Sentence,
  lexicon: Lexicon,
  isEnough: (clause: Clause) => boolean,
): Clause | undefined {
  const maxWords = MAX_WORDS[lexicon.separator === '' ? 'unspaced' : 'spaced']
  return shortForms(text, lexicon)
    .flatMap((form) => toClause(form, sentence, lexicon) ?? [])
    .find((clause) => clause.length <= maxWords && isEnough(clause))
}

/**
 * Returns the text, its first clause, and its beginning up to a conjunction. In some languages, only the last clause has a verb.
 */
function shortForms(text: string, { language }: Lexicon): string[] {
  const { conjunction } = titleWordsOf(language)
  if (language === 'ja' || language === 'ko') return [text]
  const [clause = ''] = text.split(CLAUSE_END)
  return [text, clause, ...(conjunction ? [clause.split(conjunction)[0] ?? ''] : [])]
}

/** Returns the text without an introductory word such as "well,". */
const withoutFirstAside = (text: string, lexicon: Lexicon): string =>
  text.replace(/^(\p{L}+)[,，、]\s*/u, (aside, word: string) => (lexicon.getTerm(word) === undefined ? '' : aside))

/**
 * Returns undefined when a word may be misrecognised or refers to the speaker or the listener, or when the last word is neither a
 * topic nor a number.
 */
function toClause(text: string, sentence: Sentence, lexicon: Lexicon): Clause | undefined {
  const words = lexicon.tokenize(text).filter((token) => token !== PHRASE_BREAK)
  const doubtful = doubtfulWords(sentence.segments)
  const { address, speaker } = titleWordsOf(lexicon.language)
  const isPersonal = (word: string) => address.has(word.toLowerCase()) || speaker.has(word.toLowerCase())
  if (words.some((word) => doubtful.has(lettersOf(word)) || isPersonal(word))) return undefined
  const last = words.at(-1) ?? ''
  if (lexicon.getTerm(last) === undefined && !/^\d+$/.test(last)) return undefined
  const terms = words.flatMap((word) => lexicon.getTerm(word) ?? [])
  return { text, words, terms: [...new Set(terms)], length: words.length, sentence }
}

const isTelling = ({ terms, length }: Clause): boolean =>
  length >= MIN_WORDS && terms.length >= MIN_TERMS && terms.length / length >= MIN_TOPIC_SHARE

/** Penalty for a sentence about the speakers, which says less about the topic. */
const GROUP_PENALTY = 1.5

function scoreOf({ words, terms, length, sentence }: Clause, { weights, lexicon }: Context): number {
  const { group } = titleWordsOf(lexicon.language)
  const relevance = weights.weight({ ...sentence, terms: new Map(terms.map((term) => [term, 1])) })
  const penalty = words.some((word) => group?.has(word.toLowerCase())) ? GROUP_PENALTY : 0
  return relevance + terms.length / length - sentence.position - penalty
}

const MAX_PHRASES = 3

/** Returns the key phrases as a list; empty for fewer than two. */
function joinKeyphrases(segments: readonly Segment[], { keyphrases, lexicon }: Context): string {
  const doubtful = doubtfulWords(segments)
  const clear = keyphrases.filter(({ text }) => !lexicon.tokenize(text).some((word) => doubtful.has(lettersOf(word))))
  if (clear.length < 2) return ''
  return clear
    .slice(0, MAX_PHRASES)
    .map(({ text }) => text)
    .join(lexicon.separator === '' ? '、' : ', ')
}

function capitalize(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
