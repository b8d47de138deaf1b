import { foldText } from '#shared/normalizeText.ts'
import { createLexicon, guessLanguage, type Lexicon, PHRASE_BREAK } from '#features/notes/server.ts'
import type { AskTopic } from '../../contract.ts'
import { type AskedFor, askedFor, isConversationWord, topicOfWord } from './questionKinds.ts'

/** A word of a question that is used to find its answer. */
export type QuestionWord = {
  /** As it was typed. */
  readonly text: string
  /** Folded, for comparison with sentences. */
  readonly stem: string
  /** The common prefix of all its forms, for the index. */
  readonly beginning: string
  /** 1 for a word of this question, less for one of an earlier question. */
  readonly weight: number
}

/** The input of `readQuestion`, as plain data that can be passed to a thread. */
export type QuestionInput = {
  readonly text: string
  /** The language of the reader, used when that of the question cannot be detected. */
  readonly fallback: string
  /** Earlier questions of the thread, the last one last. */
  readonly earlier: readonly string[]
  readonly topic?: AskTopic | null | undefined
}

export type Question = {
  readonly input: QuestionInput
  readonly text: string
  /** ISO 639-1 code or interface locale. */
  readonly language: string
  readonly lexicon: Lexicon
  readonly words: readonly QuestionWord[]
  /** Set when the question is about the whole recording and names nothing in it. */
  readonly topic: AskTopic | null
  readonly askedFor: AskedFor | null
}

/** A question with fewer words of its own counts as a follow-up question. */
const OWN_WORDS = 2
const EARLIER_WEIGHT = 0.4
const MAX_WORDS = 24

/** Parses a question: its language, the words that find its answer, and the kind of answer it asks for. */
export function readQuestion(input: QuestionInput): Question {
  const { text, fallback, earlier, topic = null } = input
  const language = guessLanguage(text, fallback)
  const lexicon = createLexicon(language)
  const found = wordsOf(text, lexicon)
  const own = found.filter(({ stem }) => !isConversationWord(stem))
  const named = own.filter(({ stem }) => topicOfWord(stem) === undefined)
  const ownTopic = named.length > 0 ? null : own.flatMap(({ stem }) => topicOfWord(stem) ?? []).at(0)
  const last = earlier.at(-1)
  const continued =
    own.length > OWN_WORDS || last === undefined || topic ? [] : readQuestion({ text: last, fallback, earlier: [] }).words
  const words = [
    ...(named.length > 0 ? own : []),
    ...continued
      .filter(({ stem }) => own.every((word) => word.stem !== stem))
      .map((word) => ({ ...word, weight: EARLIER_WEIGHT })),
  ]
  // A question whose words are all common, such as "What about it?", is about the recording as a whole.
  const isAboutAll = topic !== null || words.every(({ weight }) => weight < 1)
  return {
    input,
    text,
    language,
    lexicon,
    words: topic ? [] : words.slice(0, MAX_WORDS),
    topic: topic ?? (ownTopic && isAboutAll ? ownTopic : words.length === 0 ? 'overview' : null),
    askedFor: askedFor(text),
  }
}

/** Returns the distinct content words of a text. */
function wordsOf(text: string, { tokenize, getTerm }: Lexicon): QuestionWord[] {
  const words = new Map<string, QuestionWord>()
  for (const word of tokenize(text)) {
    const term = word === PHRASE_BREAK ? undefined : (getTerm(word) ?? numberIn(word))
    if (term === undefined) continue
    const [stem, folded] = [foldText(term), foldText(word)]
    if (!words.has(stem)) words.set(stem, { text: word, stem, beginning: commonBeginning(stem, folded), weight: 1 })
  }
  return [...words.values()]
}

const numberIn = (word: string): string | undefined => (/^\d[\d.,:-]*$/.test(word) ? word : undefined)

/**
 * Returns the common prefix of a word and its stem: "part" for "parties" and "party". Articles before an apostrophe are ignored.
 */
function commonBeginning(stem: string, word: string): string {
  const bare = word.slice(Math.max(0, word.indexOf("'") + 1))
  const candidate = bare.startsWith(stem.slice(0, 2)) ? bare : word
  let length = 0
  while (length < stem.length && stem[length] === candidate[length]) length++
  return length >= 3 ? stem.slice(0, length) : stem
}
