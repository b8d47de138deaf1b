import { SENTENCE_END } from '#features/transcription/rules.ts'
import { isWrittenWithoutSpaces } from '#platform/speech/languages.ts'
import type { Millis } from '#shared/units.ts'
import type { Paragraph } from '../../document/ExportDocument.ts'
import { oneLine } from '../escaping.ts'
import { cutToWidth, textWidth } from './lines.ts'

/** A part of a paragraph that is shown at the same time. */
export type TimedText = {
  readonly start: Millis
  readonly end: Millis
  readonly speaker: string
  readonly text: string
  /** Its words, so that it can be split again. */
  readonly words: readonly TimedWord[]
}

/** A word and the following space. */
type TimedWord = { readonly start: Millis; readonly end: Millis; readonly text: string }

export type SplitOptions = { readonly language: string; readonly lineLength: number; readonly maxLines: number }

/** Maximum duration of a subtitle, unless a single word takes longer. */
export const MAX_DURATION: Millis = 7000
/** A pause of this length always ends a subtitle. */
const LONG_PAUSE: Millis = 1500
/** A subtitle preferably ends at a pause of this length. */
const SHORT_PAUSE: Millis = 300
/** A subtitle with at least this share of the full width may end at the end of a sentence without counting as short. */
const SHORT_PART = 0.35

/** Matches the end of a phrase. */
const PHRASE_END = /[,;:，、；：–—]["'”’»」』)\]]*$/u

/** Splits a paragraph into parts of at most the given number of lines, preferably at the ends of sentences. */
export function splitParagraph(paragraph: Paragraph, options: SplitOptions): TimedText[] {
  const { isNotUnderstood, start, end, text, speaker } = paragraph
  const words = toTimedWords(paragraph, options)
  if (!isNotUnderstood && words.length > 0) return splitWords(words, oneLine(speaker), options)
  const shown = oneLine(text)
  const from = Math.max(0, start)
  return shown ? [{ start: from, end: Math.max(from, end), speaker: oneLine(speaker), text: shown, words: [] }] : []
}

/** Splits words into parts of at most the given number of lines. */
export const splitWords = (words: readonly TimedWord[], speaker: string, options: SplitOptions): TimedText[] =>
  splitAtPauses(words).flatMap((run) =>
    splitRun(run, options).map((part) => ({
      start: part[0]!.start,
      end: part.at(-1)!.end,
      speaker,
      words: part,
      text: part
        .map(({ text }) => text)
        .join('')
        .trim(),
    })),
  )

/** Returns the words with non-decreasing times. A word wider than a line is cut, and its parts share its time. */
function toTimedWords({ words }: Paragraph, { language, lineLength }: SplitOptions): TimedWord[] {
  const isSpaced = !isWrittenWithoutSpaces(language)
  const timed: TimedWord[] = []
  let now = 0
  for (const [from, to, raw] of words) {
    const text = oneLine(raw)
    if (text === '') continue
    const start = Math.max(now, from)
    const end = Math.max(start, to)
    const space = isSpaced || /\s$/.test(raw) ? ' ' : ''
    const parts = textWidth(text) > lineLength ? cutToWidth(text, lineLength, language) : [text]
    const timeOf = (index: number) => Math.round(start + ((end - start) * index) / parts.length)
    for (const [index, part] of parts.entries())
      timed.push({ start: timeOf(index), end: timeOf(index + 1), text: index === parts.length - 1 ? part + space : part })
    now = start
  }
  return timed
}

function splitAtPauses(words: readonly TimedWord[]): TimedWord[][] {
  const runs: TimedWord[][] = []
  for (const word of words) {
    const previous = runs.at(-1)?.at(-1)
    if (previous && word.start - previous.end < LONG_PAUSE) runs.at(-1)?.push(word)
    else runs.push([word])
  }
  return runs
}

/**
 * Splits words into subtitles with the least cost, from the end to the start: `best[i]` is the cost of the words from `i` on. A
 * subtitle has at most several dozen words, so the time is linear.
 */
function splitRun(words: readonly TimedWord[], { lineLength, maxLines }: SplitOptions): TimedWord[][] {
  const widths = words.map(({ text }) => textWidth(text))
  const best = Array.from({ length: words.length + 1 }, () => 0)
  const ends = Array.from({ length: words.length }, () => words.length)
  for (let from = words.length - 1; from >= 0; from--) {
    best[from] = Infinity
    let [lines, lineWidth, width, innerEnds] = [1, 0, 0, 0]
    for (let to = from + 1; to <= words.length; to++) {
      const last = words[to - 1]!
      const wordWidth = widths[to - 1]!
      const shown = last.text.endsWith(' ') ? wordWidth - 1 : wordWidth
      if (lineWidth > 0 && lineWidth + shown > lineLength) [lines, lineWidth] = [lines + 1, 0]
      lineWidth += wordWidth
      width += wordWidth
      // A single word that does not fit gets its own subtitle.
      if (to > from + 1 && (lines > maxLines || last.end - words[from]!.start > MAX_DURATION)) break
      const cost = partCost(width / (lineLength * maxLines), innerEnds) + breakCost(last, words[to]) + best[to]!
      if (cost < best[from]!) [best[from], ends[from]] = [cost, to]
      if (SENTENCE_END.test(last.text.trimEnd())) innerEnds++
    }
  }
  const parts: TimedWord[][] = []
  for (let at = 0; at < words.length; at = ends[at]!) parts.push(words.slice(at, ends[at]))
  return parts
}

/**
 * Returns the cost of a subtitle itself: for being short, or containing the end of a sentence. `fullness` is its share of the full
 * width.
 */
const partCost = (fullness: number, innerEnds: number): number =>
  1 + (fullness < SHORT_PART ? (SHORT_PART - fullness) * 4 : 0) + innerEnds * 0.8

/** Returns the cost of ending a subtitle here. */
function breakCost(last: TimedWord, next: TimedWord | undefined): number {
  const text = last.text.trimEnd()
  if (!next || SENTENCE_END.test(text)) return 0
  if (PHRASE_END.test(text)) return 0.5
  return next.start - last.end >= SHORT_PAUSE ? 0.6 : 1.5
}
