import type { Millis } from '#kit/units.ts'
import type { Segment } from '#features/files/contract.ts'

type Word = readonly [startMs: Millis, endMs: Millis, text: string, confidence: number]
type TimeSpan = { readonly start: Millis; readonly end: Millis }
/** Joins the words of one language into text. */
export type Join = (words: readonly Word[], language: string) => string
export type Heard = {
  readonly start: Millis
  readonly end: Millis
  readonly language: string
  readonly words: readonly Word[]
  /** Spans of speech for which no word was recognised. They do not overlap the words. */
  readonly notUnderstood: readonly TimeSpan[]
}

/** A segment of at least this length ends at the end of a sentence. */
const ENOUGH: Millis = 4_000
/** A pause of at least this length ends a segment after a sentence of more than one word. */
const SENTENCE_PAUSE: Millis = 1_200
/** A pause of at least this length always ends a segment, even after a single word. */
const REAL_PAUSE: Millis = 2_500
/** Within a sentence, the longer the segment is, the shorter the pause that ends it. */
const PAUSE_BY_LENGTH: readonly { readonly length: Millis; readonly pause: Millis }[] = [
  { length: 14_000, pause: 500 },
  { length: 8_000, pause: 1_200 },
]
/** A segment of at least this length ends at the end of a clause, even without a pause. */
const LONG: Millis = 14_000
/** A segment of at least this length is split at its longest pause, however short that is. */
const TOO_LONG: Millis = 20_000
/** Two spans that were not understood are merged when the gap between them is shorter than this. */
const SAME_STRETCH: Millis = 500

const SENTENCE_END = /[.!?…。！？]["'”’»」』)\]]*$/u
const CLAUSE_END = /[,;:，、；：—–-]["'”’»」』)\]]*$/u
/** Scripts without spaces between words. Two of their characters count as one word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

type SpeechRow = { readonly language: string; words: Word[] }
type Row = SpeechRow | { notUnderstood: TimeSpan }

/** Returns the segments of a transcript, built from all its windows. */
export function segmentsOf(windows: readonly Heard[], join: Join): Segment[] {
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

  add({ words, notUnderstood, language }: Heard): void {
    const spans = notUnderstood.toSorted((a, b) => a.start - b.start)
    let next = 0
    for (const word of words) {
      for (; next < spans.length && spans[next]!.start < word[0]; next++) this.#addSpan(spans[next]!)
      this.#addWord(word, language)
    }
    for (; next < spans.length; next++) this.#addSpan(spans[next]!)
  }

  get count(): number {
    return withLoneWordJoined(this.#rows).length
  }

  segments(join: Join): Segment[] {
    return withLoneWordJoined(this.#rows).map((row, n) => ({
      id: String(n + 1),
      ...('words' in row ? speechSegment(row, join) : notUnderstoodSegment(row.notUnderstood)),
    }))
  }

  #addWord(word: Word, language: string): void {
    const last = this.#rows.at(-1)
    if (!last || !('words' in last) || last.language !== language) return this.#begin({ language, words: [word] })
    if (lengthOf(last.words) >= TOO_LONG) {
      const rest = last.words.splice(longestPause(last.words, word))
      if (rest.length > 0) this.#rows.push({ language, words: rest })
      else return this.#begin({ language, words: [word] })
    }
    const open = this.#rows.at(-1) as SpeechRow
    if (endsSegment(open.words, word) || endsSentenceBefore(this.#rows, open)) this.#begin({ language, words: [word] })
    else open.words.push(word)
  }

  #addSpan({ start, end }: TimeSpan): void {
    const last = this.#rows.at(-1)
    if (last && 'notUnderstood' in last && start - last.notUnderstood.end < SAME_STRETCH) {
      last.notUnderstood = { start: last.notUnderstood.start, end: Math.max(last.notUnderstood.end, end) }
    } else this.#begin({ notUnderstood: { start, end } })
  }

  #begin(row: Row): void {
    const rows = withLoneWordJoined(this.#rows)
    if (rows !== this.#rows) this.#rows.splice(rows.length - 1, 2, rows.at(-1)!)
    this.#rows.push(row)
  }
}

function endsSegment(open: readonly Word[], next: Word): boolean {
  const pause = next[0] - endOf(open)
  if (pause >= REAL_PAUSE) return true
  if (isLoneWord(open)) return false
  const text = open.at(-1)?.[2] ?? ''
  const length = lengthOf(open)
  if (SENTENCE_END.test(text)) return length >= ENOUGH || pause >= SENTENCE_PAUSE
  if (length >= LONG && CLAUSE_END.test(text)) return true
  return PAUSE_BY_LENGTH.some((enough) => length >= enough.length && pause >= enough.pause)
}

/** Returns true when the row is a single word that completes the sentence of the previous row. The next word starts a new row. */
function endsSentenceBefore(rows: readonly Row[], open: SpeechRow): boolean {
  const before = rowToJoin(rows)
  return (
    before !== undefined && SENTENCE_END.test(open.words.at(-1)?.[2] ?? '') && !SENTENCE_END.test(before.words.at(-1)?.[2] ?? '')
  )
}

/** Returns the rows with a final single-word row joined to the previous one, unless a long pause separates them. */
function withLoneWordJoined(rows: Row[]): Row[] {
  const before = rowToJoin(rows)
  const last = rows.at(-1)
  if (!before || !last || !('words' in last)) return rows
  return [...rows.slice(0, -2), { language: before.language, words: [...before.words, ...last.words] }]
}

/** Returns the second-to-last row if the last row is a single word that belongs to it, otherwise undefined. */
function rowToJoin(rows: readonly Row[]): SpeechRow | undefined {
  const [before, last] = [rows.at(-2), rows.at(-1)]
  if (!before || !last || !('words' in before) || !('words' in last) || before.language !== last.language) return undefined
  const pause = (last.words[0]?.[0] ?? 0) - endOf(before.words)
  return isLoneWord(last.words) && pause < REAL_PAUSE ? before : undefined
}

/**
 * Returns the index of the word after the longest pause in the second half, the latest one if several are equal. A split never
 * leaves a single word behind the pause.
 */
function longestPause(open: readonly Word[], next: Word): number {
  let [cut, longest] = [open.length, next[0] - endOf(open)]
  for (let at = open.length - 1; at >= Math.ceil(open.length / 2); at--) {
    const pause = open[at]![0] - open[at - 1]![1]
    if (pause > longest && !isLoneWord(open.slice(at))) [cut, longest] = [at, pause]
  }
  return cut
}

function isLoneWord(words: readonly Word[]): boolean {
  let size = 0
  for (const [, , text] of words) {
    const letters = text.match(UNSPACED)?.length ?? 0
    size += letters > 0 ? letters / 2 : 1
    if (size >= 2) return false
  }
  return true
}

const endOf = (words: readonly Word[]): Millis => words.at(-1)?.[1] ?? 0
const lengthOf = (words: readonly Word[]): Millis => endOf(words) - (words[0]?.[0] ?? 0)

/** Returns true when at least one segment contains recognised words. */
export const hasWords = (segments: readonly Pick<Segment, 'not_understood'>[]): boolean =>
  segments.some((segment) => !segment.not_understood)

/** Returns the total length of speech that was not understood. */
export const notUnderstoodTime = (segments: readonly Segment[]): Millis =>
  segments.reduce((sum, { not_understood, start_time, end_time }) => sum + (not_understood ? end_time - start_time : 0), 0)

/** Returns a transcript as plain text. Each segment is a line with time and speaker, then its text, then an empty line. */
export function plainTranscript(segments: readonly Pick<Segment, 'start_time' | 'speaker' | 'content'>[]): string {
  return segments
    .map(({ start_time, speaker, content }) => `${[clockTime(start_time), speaker].filter(Boolean).join('  ')}\n${content}`)
    .join('\n\n')
}

/** Formats a time as `6:14` or `1:06:14`, like the page does. */
function clockTime(at: Millis): string {
  const whole = Math.max(0, Math.floor(at / 1000))
  const [h, min, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(min)}:${two(s)}` : `${min}:${two(s)}`
}

function speechSegment({ words, language }: SpeechRow, join: Join): Omit<Segment, 'id'> {
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
    content: `[not understood ${clockTime(start)}-${clockTime(end)}]`,
    speaker: '',
    original_speaker: '',
    words: [],
    not_understood: true,
  }
}
