import { hasWord, toComparable } from '../question/matchWords.ts'
import type { Question, QuestionWord } from '../question/readQuestion.ts'
import { namesNumber, namesOfDays, type SpokenSentence } from './sentences.ts'

export type RankedQuote = {
  readonly sentence: SpokenSentence
  readonly score: number
  /** The share of the question's words in the sentence and its neighbours, weighted by rarity: 0 to 1. */
  readonly coverage: number
}

/** Weight of a word in a neighbouring sentence, relative to one in the sentence itself. */
const NEIGHBOUR = 0.3
/** Weight of the words of a question in the recording, for the sentence that replies to it. */
const REPLY = 0.75
/** Weight of a match in the speaker's name or the title of the recording. */
const SPEAKER = 0.7
const TITLE = 0.4
/** Factor for a sentence that contains the requested kind of answer: a number, a time, a person. */
const KIND_BONUS = 1.35
/** Factor for questions, which answer nothing, and for very short sentences. */
const QUESTION_SHARE = 0.35
const SHORT = { words: 4, characters: 8, share: 0.5 }

/**
 * Returns the sentences that contain words of a question, the best first. `counts` is the frequency of each word; without it,
 * frequencies are counted here.
 */
export function rankQuotes(
  question: Question,
  sentences: readonly SpokenSentence[],
  counts: readonly number[] | null,
): RankedQuote[] {
  const { words, language } = question
  const has = sentences.map(({ comparable }) => words.map((word) => hasWord(comparable, word, language)))
  const worth = weigh(words, counts ?? words.map((_, n) => has.filter((found) => found[n]).length))
  const total = worth.reduce((sum, value) => sum + value, 0)
  if (total === 0) return []
  const isAskedFor = createKindCheck(question)
  const names = createNameCheck(question)
  return sentences
    .map((sentence, index) => {
      const shares = words.map((word, n) =>
        has[index]?.[n]
          ? 1
          : Math.max(
              names(sentence, word),
              shareBeside(sentences, index, (at) => has[at]?.[n] ?? false),
            ),
      )
      const own = words.reduce((sum, _, n) => sum + (has[index]?.[n] ? (worth[n] ?? 0) : 0), 0)
      const all = shares.reduce((sum, share, n) => sum + share * (worth[n] ?? 0), 0)
      const factor = (isAskedFor(sentence) ? KIND_BONUS : 1) * (sentence.isQuestion ? QUESTION_SHARE : 1) * lengthFactor(sentence)
      return { sentence, score: (all + own * 0.2) * factor, coverage: all / total }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
}

/** Returns the weights of words: the rarer, the higher. */
function weigh(words: readonly QuestionWord[], counts: readonly number[]): number[] {
  const most = Math.max(1, ...counts)
  return words.map(({ weight }, n) => weight * Math.log(2 + (2 * most) / Math.max(1, counts[n] ?? 0)))
}

/** Returns the weight of a word in neighbouring sentences: higher if it was asked there and this sentence is the reply. */
function shareBeside(sentences: readonly SpokenSentence[], index: number, has: (index: number) => boolean): number {
  const here = sentences[index]
  let share = 0
  for (const distance of [-1, 1, -2, -3]) {
    const other = sentences[index + distance]
    if (!here || !other || other.recording !== here.recording || !has(index + distance)) continue
    if (Math.abs(other.index - here.index) > 1) continue
    const isReply = distance < 0 && other.isQuestion && other.segment.speaker !== here.segment.speaker
    if (isReply) share = Math.max(share, REPLY)
    else if (Math.abs(distance) === 1) share = Math.max(share, NEIGHBOUR)
  }
  return share
}

/** Returns a function for the weight of a word in the speaker's name or the title. */
function createNameCheck({ lexicon, language }: Question): (sentence: SpokenSentence, word: QuestionWord) => number {
  const known = new Map<string, ReturnType<typeof toComparable>>()
  const comparable = (text: string) => {
    const found = known.get(text) ?? toComparable(text, lexicon)
    known.set(text, found)
    return found
  }
  return ({ segment, recording }, word) => {
    if (segment.speaker !== '' && hasWord(comparable(segment.speaker), word, language)) return SPEAKER
    return hasWord(comparable(recording.title), word, language) ? TITLE : 0
  }
}

function createKindCheck({ askedFor, lexicon, language }: Question): (sentence: SpokenSentence) => boolean {
  const days = namesOfDays(language)
  const hasTime = (text: string) => days.some((name) => text.toLowerCase().includes(name))
  return ({ text }) => {
    if (askedFor === 'number') return namesNumber(text, lexicon)
    if (askedFor === 'time') return hasTime(text) || namesNumber(text, lexicon)
    return false
  }
}

function lengthFactor({ text, comparable }: SpokenSentence): number {
  const words = text.split(/\s+/).length
  const isShort = words < SHORT.words && (words > 1 || text.length < SHORT.characters || comparable.stems.size < 3)
  return isShort ? SHORT.share : 1
}
