import { SENTENCE_END } from '#features/transcription/rules.ts'
import { isWrittenWithoutSpaces } from '#platform/speech/languages.ts'
import type { Millis } from '#shared/units.ts'
import type { Paragraph } from '../../document/ExportDocument.ts'
import { oneLine } from '../escaping.ts'
import { cutToWidth, textWidth } from './lines.ts'

/** A part of a paragraph that is shown at once. */
export type TimedText = {
  readonly start: Millis
  readonly end: Millis
  readonly speaker: string
  readonly text: string
  /** What it consists of, so that it can be split again. */
  readonly words: readonly TimedWord[]
}

/** A word, with the space that follows it. */
type TimedWord = { readonly start: Millis; readonly end: Millis; readonly text: string }

export type SplitOptions = { readonly language: string; readonly lineLength: number; readonly maxLines: number }

/** A subtitle is not shown longer, unless a single word lasts that long. */
export const MAX_DURATION: Millis = 7000
/** A pause of this length always ends a subtitle. */
const LONG_PAUSE: Millis = 1500
/** A pause of this length is a good place to end one. */
const SHORT_PAUSE: Millis = 300
/** A subtitle of this width, in parts of a full one, may end at the end of a sentence without being called short. */
const SHORT_PART = 0.35

/** The end of a phrase. */
const PHRASE_END = /[,;:，、；：–—]["'”’»」』)\]]*$/u

/** Returns the parts of a paragraph, each of at most the given lines. They end at the end of a sentence where possible. */
export function splitParagraph(paragraph: Paragraph, options: SplitOptions): TimedText[] {
  const { isNotUnderstood, start, end, text, speaker } = paragraph
  const words = toTimedWords(paragraph, options)
  if (!isNotUnderstood && words.length > 0) return splitWords(words, oneLine(speaker), options)
  const shown = oneLine(text)
  const from = Math.max(0, start)
  return shown ? [{ start: from, end: Math.max(from, end), speaker: oneLine(speaker), text: shown, words: [] }] : []
}

/** Returns words in parts of at most the given lines. */
export const splitWords = (words: readonly TimedWord[], speaker: string, options: SplitOptions): TimedText[] =>
  splitAtPauses(words).flatMap((run) =>
    splitRun(run, options).map((part) => ({
      ...{ start: part[0]!.start, end: part.at(-1)!.end, speaker, words: part },
      text: part
        .map(({ text }) => text)
        .join('')
        .trim(),
    })),
  )

/** Returns the words with times that never go back. A word that is wider than a line is cut, and its parts share its time. */
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
 * Splits words into subtitles with the least cost, from the end to the start: `best[i]` is the cost of the words from `i` on. Each
 * word begins a subtitle of at most some dozens of words, so that the time grows with the length of the text.
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
      // A single word that does not fit stands alone.
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

/** Returns how bad a subtitle is by itself: short, or with sentences that end in it. `fullness` is its share of a full one. */
const partCost = (fullness: number, innerEnds: number): number =>
  1 + (fullness < SHORT_PART ? (SHORT_PART - fullness) * 4 : 0) + innerEnds * 0.8

/** Returns how bad it is that a subtitle ends here. */
function breakCost(last: TimedWord, next: TimedWord | undefined): number {
  const text = last.text.trimEnd()
  if (!next || SENTENCE_END.test(text)) return 0
  if (PHRASE_END.test(text)) return 0.5
  return next.start - last.end >= SHORT_PAUSE ? 0.6 : 1.5
}
