import type { Millis } from '#shared/units.ts'
import type { Segment } from '#features/files/contract.ts'

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

/** A segment of at least this length ends at the end of a sentence. */
const MIN_SENTENCE_LENGTH: Millis = 4_000
/** A pause of at least this length ends a segment after a sentence of more than one word. */
const SENTENCE_PAUSE: Millis = 1_200
/** A pause of at least this length always ends a segment, even after a single word. */
const LONG_PAUSE: Millis = 2_500
/** Within a sentence, the longer the segment is, the shorter the pause that ends it. */
const PAUSE_BY_LENGTH: readonly { readonly length: Millis; readonly pause: Millis }[] = [
  { length: 14_000, pause: 500 },
  { length: 8_000, pause: 1_200 },
]
/** A segment of at least this length ends at the end of a clause, even without a pause. */
const CLAUSE_END_LENGTH: Millis = 14_000
/** A segment of at least this length is split at its longest pause, however short that is. */
const MAX_LENGTH: Millis = 20_000
/** Two spans that were not understood are merged when the gap between them is shorter than this. */
const MERGE_GAP: Millis = 500

const SENTENCE_END = /[.!?…。！？]["'”’»」』)\]]*$/u
const CLAUSE_END = /[,;:，、；：—–-]["'”’»」』)\]]*$/u
/** Scripts without spaces between words. Two of their characters count as one word. */
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

type SpeechRow = { readonly language: string; words: Word[] }
type Row = SpeechRow | { notUnderstood: TimeSpan }

/** Returns the segments of a transcript, built from all its windows. */
export function buildSegments(windows: readonly TranscribedWindow[], join: JoinWords): Segment[] {
  const segmenter = new Segmenter()
  for (const window of windows) segmenter.add(window)
  return segmenter.segments(join)
}

/**
 * Builds the segments of a transcript window by window. A segment ends at the end of a sentence or at a long pause, not where
 * a window ends, and never after the first word of a sentence. Each span that was not understood is its own segment. Adding a
 * window can change the last segment and append segments. It never changes or removes earlier ones.
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
    return joinSingleWord(this.#rows).length
  }

  segments(join: JoinWords): Segment[] {
    return joinSingleWord(this.#rows).map((row, n) => ({
      id: String(n + 1),
      ...('words' in row ? speechSegment(row, join) : notUnderstoodSegment(row.notUnderstood)),
    }))
  }

  #addWord(word: Word, language: string): void {
    const last = this.#rows.at(-1)
    if (!last || !('words' in last) || last.language !== language) return this.#startRow({ language, words: [word] })
    if (durationOf(last.words) >= MAX_LENGTH) {
      const rest = last.words.splice(findSplitIndex(last.words, word))
      if (rest.length > 0) this.#rows.push({ language, words: rest })
      else return this.#startRow({ language, words: [word] })
    }
    const current = this.#rows.at(-1) as SpeechRow
    if (endsSegment(current.words, word) || completesPreviousSentence(this.#rows, current))
      this.#startRow({ language, words: [word] })
    else current.words.push(word)
  }

  #addNotUnderstood({ start, end }: TimeSpan): void {
    const last = this.#rows.at(-1)
    if (last && 'notUnderstood' in last && start - last.notUnderstood.end < MERGE_GAP) {
      last.notUnderstood = { start: last.notUnderstood.start, end: Math.max(last.notUnderstood.end, end) }
    } else this.#startRow({ notUnderstood: { start, end } })
  }

  #startRow(row: Row): void {
    const rows = joinSingleWord(this.#rows)
    if (rows !== this.#rows) this.#rows.splice(rows.length - 1, 2, rows.at(-1)!)
    this.#rows.push(row)
  }
}

function endsSegment(current: readonly Word[], next: Word): boolean {
  const pause = next[0] - endOf(current)
  if (pause >= LONG_PAUSE) return true
  if (isSingleWord(current)) return false
  const text = current.at(-1)?.[2] ?? ''
  const length = durationOf(current)
  if (SENTENCE_END.test(text)) return length >= MIN_SENTENCE_LENGTH || pause >= SENTENCE_PAUSE
  if (length >= CLAUSE_END_LENGTH && CLAUSE_END.test(text)) return true
  return PAUSE_BY_LENGTH.some((rule) => length >= rule.length && pause >= rule.pause)
}

/** Returns true when the row is a single word that completes the sentence of the previous row. The next word starts a new row. */
function completesPreviousSentence(rows: readonly Row[], current: SpeechRow): boolean {
  const previous = findRowToJoin(rows)
  return (
    previous !== undefined &&
    SENTENCE_END.test(current.words.at(-1)?.[2] ?? '') &&
    !SENTENCE_END.test(previous.words.at(-1)?.[2] ?? '')
  )
}

/** Returns the rows with a final single-word row joined to the previous one, unless a long pause separates them. */
function joinSingleWord(rows: Row[]): Row[] {
  const previous = findRowToJoin(rows)
  const last = rows.at(-1)
  if (!previous || !last || !('words' in last)) return rows
  return [...rows.slice(0, -2), { language: previous.language, words: [...previous.words, ...last.words] }]
}

/** Returns the second-to-last row if the last row is a single word that belongs to it, otherwise undefined. */
function findRowToJoin(rows: readonly Row[]): SpeechRow | undefined {
  const [previous, last] = [rows.at(-2), rows.at(-1)]
  if (!previous || !last || !('words' in previous) || !('words' in last) || previous.language !== last.language) return undefined
  const pause = (last.words[0]?.[0] ?? 0) - endOf(previous.words)
  return isSingleWord(last.words) && pause < LONG_PAUSE ? previous : undefined
}

/**
 * Returns the index of the word after the longest pause in the second half, the latest one if several are equal. A split never
 * leaves a single word behind the pause.
 */
function findSplitIndex(current: readonly Word[], next: Word): number {
  let [splitIndex, longest] = [current.length, next[0] - endOf(current)]
  for (let index = current.length - 1; index >= Math.ceil(current.length / 2); index--) {
    const pause = current[index]![0] - current[index - 1]![1]
    if (pause > longest && !isSingleWord(current.slice(index))) [splitIndex, longest] = [index, pause]
  }
  return splitIndex
}

function isSingleWord(words: readonly Word[]): boolean {
  let wordCount = 0
  for (const [, , text] of words) {
    const characterCount = text.match(UNSPACED_SCRIPT)?.length ?? 0
    wordCount += characterCount > 0 ? characterCount / 2 : 1
    if (wordCount >= 2) return false
  }
  return true
}

const endOf = (words: readonly Word[]): Millis => words.at(-1)?.[1] ?? 0
const durationOf = (words: readonly Word[]): Millis => endOf(words) - (words[0]?.[0] ?? 0)

/** Words with a lower confidence are doubtful. */
export const DOUBT_THRESHOLD = 0.5

/** Returns true when at least one segment contains recognised words. */
export const hasWords = (segments: readonly Pick<Segment, 'not_understood'>[]): boolean =>
  segments.some((segment) => !segment.not_understood)

/** Returns the total length of speech that was not understood. */
export const notUnderstoodDuration = (segments: readonly Segment[]): Millis =>
  segments.reduce((sum, { not_understood, start_time, end_time }) => sum + (not_understood ? end_time - start_time : 0), 0)

/** Returns a transcript as plain text. Each segment is a line with time and speaker, then its text, then an empty line. */
export function formatTranscript(segments: readonly Pick<Segment, 'start_time' | 'speaker' | 'content'>[]): string {
  return segments
    .map(({ start_time, speaker, content }) => `${[formatTimestamp(start_time), speaker].filter(Boolean).join('  ')}\n${content}`)
    .join('\n\n')
}

/** Formats a time as `6:14` or `1:06:14`, like the page does. */
function formatTimestamp(time: Millis): string {
  const totalSeconds = Math.max(0, Math.floor(time / 1000))
  const [h, min, s] = [Math.floor(totalSeconds / 3600), Math.floor(totalSeconds / 60) % 60, totalSeconds % 60]
  const pad = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${pad(min)}:${pad(s)}` : `${min}:${pad(s)}`
}

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

export { assignSpeakers, defaultSpeakerName, keepSpeakerNames, type SpeakerTurn } from './rules/assignSpeakers.ts'
export { renderTranscript, TRANSCRIPT_FORMATS, type RenderedTranscript, type TranscriptFormat } from './rules/renderTranscript.ts'
