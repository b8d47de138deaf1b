import { foldText } from '#shared/normalizeText.ts'
import { createLexicon, guessLanguage, type Lexicon, PHRASE_BREAK } from '#features/notes/server.ts'
import type { AskTopic } from '../../contract.ts'
import { type AskedFor, askedFor, isConversationWord, topicOfWord } from './questionKinds.ts'

/** A word of a question by which its answer is found. */
export type QuestionWord = {
  /** As it was typed. */
  readonly text: string
  /** Folded, as sentences are compared with it. */
  readonly stem: string
  /** What all its forms begin with, for the index. */
  readonly beginning: string
  /** 1 for a word of this question, less for one of an earlier question. */
  readonly weight: number
}

/** What a question is read from: plain data, from which a thread reads it again. */
export type QuestionInput = {
  readonly text: string
  /** The language of the reader, for a question that does not show its own. */
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

/** A question with fewer words of its own is taken to continue the one before it. */
const OWN_WORDS = 2
const EARLIER_WEIGHT = 0.4
const MAX_WORDS = 24

/** Reads a question: its language, the words by which its answer is found, and what kind of answer it wants. */
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
    ...{ input, text, language, lexicon },
    words: topic ? [] : words.slice(0, MAX_WORDS),
    topic: topic ?? (ownTopic && isAboutAll ? ownTopic : words.length === 0 ? 'overview' : null),
    askedFor: askedFor(text),
  }
}

/** Returns the words of a text that carry a topic, each once. */
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

/** The beginning that a word shares with its stem: "parties" and "party" share "part". Articles before an apostrophe are left out. */
function commonBeginning(stem: string, word: string): string {
  const bare = word.slice(Math.max(0, word.indexOf("'") + 1))
  const candidate = bare.startsWith(stem.slice(0, 2)) ? bare : word
  let length = 0
  while (length < stem.length && stem[length] === candidate[length]) length++
  return length >= 3 ? stem.slice(0, length) : stem
}
