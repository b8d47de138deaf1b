import { SENTENCE_END } from '#features/transcription/rules.ts'
import { isWrittenWithoutSpaces, joinWords } from '#platform/speech/languages.ts'
import type { Millis } from '#shared/units.ts'
import type { ExportDocument, Paragraph, Word } from '../../document/ExportDocument.ts'
import { textWidth, wrapLines } from './lines.ts'

/** A subtitle. */
export type Cue = {
  readonly start: Millis
  readonly end: Millis
  readonly speaker: string
  readonly lines: readonly string[]
  /** Has more columns a second than the chosen reading speed. */
  readonly isTooFast: boolean
}

const MAX_LINES = 2
const MAX_DURATION: Millis = 7000
/** A subtitle that is shown shorter flickers. */
const MIN_DURATION: Millis = 1000
/** Between two subtitles, so that the eye notices the change: two pictures of a film. */
const GAP: Millis = 83
/** A pause of this length always ends a subtitle. */
const LONG_PAUSE: Millis = 1500
/** A pause of this length is a good place to end one. */
const SHORT_PAUSE: Millis = 300
/** A subtitle of this width, in parts of a full one, may end at the end of a sentence without being called short. */
const SHORT_PART = 0.35

/** The end of a phrase. */
const PHRASE_END = /[,;:，、；：–—]["'”’»」』)\]]*$/u

/**
 * Returns the subtitles of a transcript. They end at the end of a sentence where possible, otherwise at a phrase or a pause, have at
 * most two lines of the chosen length, and stay on screen into a following silence when they would be too fast to read.
 */
export function createCues({ paragraphs, language, options }: ExportDocument): Cue[] {
  const { line_length: lineLength, reading_speed: readingSpeed } = options
  const timed = paragraphs.flatMap((paragraph) => splitParagraph(paragraph, { language, lineLength }))
  return timed.map(({ start, end, speaker, text }, index) => {
    // A name before the text takes room of its own.
    const lines = wrapLines(text, lineLength, language)
    const columns = textWidth(text)
    const next = timed[index + 1]?.start ?? Infinity
    const needed = start + Math.max(MIN_DURATION, Math.ceil((columns / readingSpeed) * 1000))
    const latest = Math.max(end, Math.min(next - GAP, start + MAX_DURATION))
    const shownUntil = Math.min(Math.max(end, Math.min(needed, latest)), Math.max(next, start + 1))
    const isTooFast = columns > (readingSpeed * (shownUntil - start)) / 1000 + 1
    return { start, end: shownUntil, speaker, lines, isTooFast }
  })
}

type TimedText = { start: Millis; end: Millis; speaker: string; text: string }
type SplitOptions = { language: string; lineLength: number }

function splitParagraph(paragraph: Paragraph, options: SplitOptions): TimedText[] {
  const { words, isNotUnderstood, start, end, text, speaker } = paragraph
  if (isNotUnderstood || words.length === 0) return text.trim() ? [{ start, end, speaker, text }] : []
  return splitAtPauses(words).flatMap((run) =>
    splitRun(run, options).map((part) => ({
      start: part[0]?.[0] ?? start,
      end: part.at(-1)?.[1] ?? end,
      speaker,
      text: joinWords(part, options.language).trim(),
    })),
  )
}

function splitAtPauses(words: readonly Word[]): Word[][] {
  const runs: Word[][] = []
  for (const word of words) {
    const previous = runs.at(-1)?.at(-1)
    if (previous && word[0] - previous[1] < LONG_PAUSE) runs.at(-1)?.push(word)
    else runs.push([word])
  }
  return runs
}

/**
 * Splits words into subtitles with the least cost, from the end to the start: `best[i]` is the cost of the words from `i` on. Each
 * word begins a subtitle of at most some dozens of words, so that the time grows with the length of the text.
 */
function splitRun(words: readonly Word[], { language, lineLength }: SplitOptions): Word[][] {
  const widths = words.map(([, , text]) => textWidth(text.trim()))
  const gap = isWrittenWithoutSpaces(language) ? 0 : 1
  const best = Array.from({ length: words.length + 1 }, () => 0)
  const ends = Array.from({ length: words.length }, () => words.length)
  for (let from = words.length - 1; from >= 0; from--) {
    best[from] = Infinity
    let [lines, lineWidth, width, innerEnds] = [1, 0, 0, 0]
    for (let to = from + 1; to <= words.length; to++) {
      const last = words[to - 1]!
      const wordWidth = widths[to - 1]!
      if (lineWidth > 0 && lineWidth + gap + wordWidth > lineLength) [lines, lineWidth] = [lines + 1, 0]
      lineWidth += (lineWidth > 0 ? gap : 0) + wordWidth
      width += (to > from + 1 ? gap : 0) + wordWidth
      // A single word that does not fit stands alone.
      if (to > from + 1 && (lines > MAX_LINES || last[1] - words[from]![0] > MAX_DURATION)) break
      const cost = partCost(width / (lineLength * MAX_LINES), innerEnds) + breakCost(last, words[to]) + best[to]!
      if (cost < best[from]!) [best[from], ends[from]] = [cost, to]
      if (SENTENCE_END.test(last[2].trimEnd())) innerEnds++
    }
  }
  const parts: Word[][] = []
  for (let at = 0; at < words.length; at = ends[at]!) parts.push(words.slice(at, ends[at]))
  return parts
}

/** Returns how bad a subtitle is by itself: short, or with sentences that end in it. `fullness` is its share of a full one. */
const partCost = (fullness: number, innerEnds: number): number =>
  1 + (fullness < SHORT_PART ? (SHORT_PART - fullness) * 4 : 0) + innerEnds * 0.8

/** Returns how bad it is that a subtitle ends here. */
function breakCost(last: Word, next: Word | undefined): number {
  if (!next || SENTENCE_END.test(last[2].trimEnd())) return 0
  if (PHRASE_END.test(last[2].trimEnd())) return 0.5
  return next[0] - last[1] >= SHORT_PAUSE ? 0.6 : 1.5
}
