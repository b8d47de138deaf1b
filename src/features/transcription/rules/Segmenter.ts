import type { Millis } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { Segment } from '#features/files/contract.ts'
import { SENTENCE_END, UNSPACED_CHARACTER } from './textPatterns.ts'

type Word = readonly [startMs: Millis, endMs: Millis, text: string, confidence: number]
type TimeSpan = { readonly start: Millis; readonly end: Millis }
/** Joins the words of one language into text. */
export type JoinWords = (words: readonly Word[], language: string) => string
export type TranscribedWindow = {
  readonly start: Millis
  readonly end: Millis
  readonly language: string
  readonly words: readonly Word[]
  /** Spans of speech for which no word was recognised. They do not overlap the words. */
  readonly notUnderstood: readonly TimeSpan[]
}

/** A segment with fewer words is a fragment. It is joined with its neighbours unless long pauses separate them. */
const MIN_WORDS = 3
/** A segment of at least this many words ends at the end of a sentence followed by a short pause. */
const PARAGRAPH_WORDS = 30
/** A segment of at least this many words ends at the end of a sentence. */
const FULL_PARAGRAPH_WORDS = 45
/** A segment of at least this many words ends at the end of a clause or at a short pause. */
const LONG_SENTENCE_WORDS = 65
/** A segment with more words, or of this duration, is split at the best position. */
const MAX_WORDS = 90
const MAX_LENGTH: Millis = 60_000
/** Minimum number of words before a sentence end at which a segment is split. */
const MIN_SPLIT_WORDS = 20

const SHORT_PAUSE: Millis = 500
/** A pause of at least this length ends a paragraph within a sentence. */
const BREATH: Millis = 1_500
/** A pause of at least this length ends a segment after a sentence. */
const SENTENCE_PAUSE: Millis = 2_000
/** A pause of at least this length always ends a segment, even after a single word. */
const LONG_PAUSE: Millis = 2_500
/** Two spans that were not understood are merged if the gap between them is shorter than this. */
const MERGE_GAP: Millis = 500

const CLAUSE_END = /[,;:，、；：—–-]["'”’»」』)\]]*$/u
/** Abbreviations whose full stop does not end a sentence: initials and forms of address. */
const ABBREVIATION = /^["'“‘«(]*(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|Hr|Fr|Mme|Sr|Sra|Dra)\.$/u
const STARTS_IN_LOWER_CASE = /^["'“‘«(]*\p{Ll}/u
/** Two characters of a script without spaces count as one word. */
const UNSPACED_CHARACTERS = new RegExp(UNSPACED_CHARACTER, 'gu')

type SpeechRow = { language: string; words: Word[]; wordCount: number }
type Row = SpeechRow | { notUnderstood: TimeSpan }

/** Returns the segments of a transcript, built from all its windows. */
export function buildSegments(windows: readonly TranscribedWindow[], join: JoinWords): Segment[] {
  const segmenter = new Segmenter()
  for (const window of windows) segmenter.add(window)
  return segmenter.segments(join)
}

/**
 * Builds the segments of a transcript window by window. A segment is a paragraph of 30 to 90 words. It ends at the end of a
 * sentence or at a long pause, not at the end of a window, and has at least three words unless nothing else was said between two
 * long pauses. Each span that was not understood is its own segment. Adding a window can change the last segment and append
 * segments. It never changes or removes earlier ones.
 */
export class Segmenter {
  readonly #rows: Row[] = []

  add({ words, notUnderstood, language }: TranscribedWindow): void {
    const spans = notUnderstood.toSorted((a, b) => a.start - b.start)
    let spanIndex = 0
    for (const word of words) {
      for (; spanIndex < spans.length && spans[spanIndex]!.start < word[0]; spanIndex++) this.#addNotUnderstood(spans[spanIndex]!)
      this.#addWord(word, language)
    }
    for (; spanIndex < spans.length; spanIndex++) this.#addNotUnderstood(spans[spanIndex]!)
  }

  get count(): number {
    return this.#rows.length - (findRowToJoin(this.#rows) ? 1 : 0)
  }

  /** Returns the segments from number `from` on. Earlier ones are not built. */
  segments(join: JoinWords, from = 0): Segment[] {
    return joinFragment(this.#rows)
      .slice(from)
      .map((row, n) => ({
        id: String(from + n + 1),
        ...('words' in row ? speechSegment(row, join) : notUnderstoodSegment(row.notUnderstood)),
      }))
  }

  #addWord(word: Word, language: string): void {
    const last = this.#rows.at(-1)
    if (!last || !('words' in last)) return this.#startRow(rowOf([word], language))
    if (last.language !== language) return this.#addWordInLanguage(last, word, language)
    if (last.wordCount >= MAX_WORDS || durationOf(last.words) >= MAX_LENGTH) {
      const rest = last.words.splice(findSplitIndex(last.words, word))
      last.wordCount = countWords(last.words)
      if (rest.length === 0) return this.#startRow(rowOf([word], language))
      this.#rows.push(rowOf(rest, language))
    }
    const current = this.#rows.at(-1) as SpeechRow
    if (endsSegment(current, word) || completesPreviousSentence(this.#rows, current))
      return this.#startRow(rowOf([word], language))
    current.words.push(word)
    current.wordCount += weightOf(word[2])
  }

  /** A fragment that cannot join a previous segment belongs to the speech in the other language right after it. */
  #addWordInLanguage(last: SpeechRow, word: Word, language: string): void {
    const isLonely = isFragment(last) && !findRowToJoin(this.#rows) && word[0] - endOf(last.words) < LONG_PAUSE
    if (!isLonely) return this.#startRow(rowOf([word], language))
    last.language = language
    last.words.push(word)
    last.wordCount += weightOf(word[2])
  }

  #addNotUnderstood({ start, end }: TimeSpan): void {
    const last = this.#rows.at(-1)
    if (last && 'notUnderstood' in last && start - last.notUnderstood.end < MERGE_GAP) {
      last.notUnderstood = { start: last.notUnderstood.start, end: Math.max(last.notUnderstood.end, end) }
    } else this.#startRow({ notUnderstood: { start, end } })
  }

  #startRow(row: Row): void {
    const previous = findRowToJoin(this.#rows)
    if (previous) this.#rows.splice(-2, 2, joinRows(previous, this.#rows.at(-1) as SpeechRow))
    this.#rows.push(row)
  }
}

function endsSegment({ words, wordCount }: SpeechRow, next: Word): boolean {
  const pause = next[0] - endOf(words)
  if (pause >= LONG_PAUSE) return true
  if (wordCount < MIN_WORDS) return false
  if (endsSentence(words.at(-1), next))
    return wordCount >= FULL_PARAGRAPH_WORDS || (wordCount >= PARAGRAPH_WORDS && pause >= SHORT_PAUSE) || pause >= SENTENCE_PAUSE
  if (wordCount >= LONG_SENTENCE_WORDS) return pause >= SHORT_PAUSE || CLAUSE_END.test(words.at(-1)?.[2] ?? '')
  return wordCount >= PARAGRAPH_WORDS && pause >= BREATH
}

/** Returns whether a word ends a sentence. `next` is the following word, undefined at the end. */
function endsSentence(word: Word | undefined, next: Word | undefined): boolean {
  const text = word?.[2] ?? ''
  return SENTENCE_END.test(text) && !ABBREVIATION.test(text) && !(next && STARTS_IN_LOWER_CASE.test(next[2]))
}

/** Returns true when the row is a fragment that completes the sentence of the previous row. The next word starts a new row. */
function completesPreviousSentence(rows: readonly Row[], current: SpeechRow): boolean {
  const previous = findRowToJoin(rows)
  return (
    previous !== undefined &&
    endsSentence(current.words.at(-1), undefined) &&
    !endsSentence(previous.words.at(-1), current.words[0])
  )
}

/** Returns the rows with a final fragment joined to the previous row, unless a long pause separates them. */
function joinFragment(rows: readonly Row[]): readonly Row[] {
  const previous = findRowToJoin(rows)
  return previous ? [...rows.slice(0, -2), joinRows(previous, rows.at(-1) as SpeechRow)] : rows
}

const joinRows = (first: SpeechRow, second: SpeechRow): SpeechRow => ({
  language: first.language,
  words: [...first.words, ...second.words],
  wordCount: first.wordCount + second.wordCount,
})

/** Returns the second-to-last row if the last row is a fragment that belongs to it, otherwise undefined. */
function findRowToJoin(rows: readonly Row[]): SpeechRow | undefined {
  const [previous, last] = [rows.at(-2), rows.at(-1)]
  if (!previous || !last || !('words' in previous) || !('words' in last)) return undefined
  const pause = (last.words[0]?.[0] ?? 0) - endOf(previous.words)
  return isFragment(last) && pause < LONG_PAUSE ? previous : undefined
}

/**
 * Returns the index of the word at which a segment is split: after its last sentence if enough words precede that, otherwise after
 * the longest pause in the second half (the latest one if several are equal). Neither part is a fragment.
 */
function findSplitIndex(current: readonly Word[], next: Word): number {
  for (let index = current.length - 1; countWords(current.slice(0, index)) >= MIN_SPLIT_WORDS; index--)
    if (endsSentence(current[index - 1], current[index]) && countWords(current.slice(index)) >= MIN_WORDS) return index
  let [splitIndex, longest] = [current.length, next[0] - endOf(current)]
  for (let index = current.length - 1; index >= Math.ceil(current.length / 2); index--) {
    const pause = current[index]![0] - current[index - 1]![1]
    if (pause > longest && countWords(current.slice(index)) >= MIN_WORDS) [splitIndex, longest] = [index, pause]
  }
  return splitIndex
}

/** Returns how many words a text counts as: in scripts without spaces, half the number of its characters. */
export function weightOf(text: string): number {
  const characterCount = text.match(UNSPACED_CHARACTERS)?.length ?? 0
  return characterCount > 0 ? characterCount / 2 : 1
}

/** Returns the number of words of a text. Two characters of a script without spaces count as one. */
export const countWordsOf = (text: string): number =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .reduce((sum, word) => sum + weightOf(word), 0)

/** Returns the number of words; two characters of a script without spaces count as one. */
export const countWords = (words: readonly Word[]): number => words.reduce((sum, [, , text]) => sum + weightOf(text), 0)

const rowOf = (words: Word[], language: string): SpeechRow => ({ language, words, wordCount: countWords(words) })
const isFragment = ({ wordCount }: SpeechRow): boolean => wordCount < MIN_WORDS
const endOf = (words: readonly Word[]): Millis => words.at(-1)?.[1] ?? 0
const durationOf = (words: readonly Word[]): Millis => endOf(words) - (words[0]?.[0] ?? 0)

function speechSegment({ words, language }: SpeechRow, join: JoinWords): Omit<Segment, 'id'> {
  return {
    start_time: Math.round(words[0]?.[0] ?? 0),
    end_time: Math.round(endOf(words)),
    content: join(words, language),
    speaker: '',
    original_speaker: '',
    language,
    words: words.map(([start, end, text, confidence]) => [
      Math.round(start),
      Math.round(end),
      text,
      Math.round(confidence * 1000) / 1000,
    ]),
  }
}

function notUnderstoodSegment({ start, end }: TimeSpan): Omit<Segment, 'id'> {
  return {
    start_time: Math.round(start),
    end_time: Math.round(end),
    content: `[not understood ${formatTimestamp(start)}-${formatTimestamp(end)}]`,
    speaker: '',
    original_speaker: '',
    words: [],
    not_understood: true,
  }
}
