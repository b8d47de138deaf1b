import { isWrittenWithoutSpaces } from '#platform/speech/languages.ts'
import type { Millis } from '#shared/units.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { textWidth, wrapLines } from './lines.ts'
import { MAX_DURATION, type SplitOptions, type TimedText, splitParagraph, splitWords } from './splitParagraph.ts'

/** The words of one speaker in a subtitle. */
export type Voice = { readonly speaker: string; readonly lines: readonly string[] }

/** A subtitle. */
export type Cue = {
  readonly start: Millis
  readonly end: Millis
  /** One voice, or two with one line each if two people speak at the same time or in quick succession. */
  readonly voices: readonly Voice[]
  /** Whether it has more columns per second than the chosen reading speed. */
  readonly isTooFast: boolean
}

const MAX_LINES = 2
/** A shorter subtitle flickers. The next one waits for it. */
const MIN_DURATION: Millis = 500
/** A subtitle is shown for this long if there is time. */
const GOOD_DURATION: Millis = 1000
/** Columns per second that are too fast for most people. */
const MAX_SPEED = 20
/** Maximum delay of a subtitle for the sake of the previous one. */
const MAX_DELAY: Millis = 2000
/** Gap between two subtitles, so that the change is noticed: two frames of a film. */
const GAP: Millis = 83
/** Simultaneous speech is shown in one subtitle if it begins within this time. */
const TOGETHER: Millis = 3000
/** Recognised word ends are inexact by this much. */
const OVERLAP: Millis = 200

/** Texts that are shown at the same time. */
type Shown = { readonly start: Millis; readonly end: Millis; readonly texts: readonly TimedText[] }

/**
 * Returns the subtitles of a transcript. They end at the end of a sentence if possible, otherwise at a phrase or a pause, have at
 * most two lines of the chosen length, and are extended into a following silence when they would be too fast to read. They never
 * overlap: simultaneous speech becomes two lines of one subtitle.
 */
export function createCues({ paragraphs, language, options, duration }: ExportDocument): Cue[] {
  const { line_length: lineLength, reading_speed: readingSpeed } = options
  const split: SplitOptions = { language, lineLength, maxLines: MAX_LINES }
  const texts = inOrder(paragraphs.flatMap((paragraph) => splitParagraph(paragraph, split)))
  const shown = joinTexts(inOrder(splitCrosstalk(texts, { ...split, maxLines: 1 })), split)
  return timeCues(shown, readingSpeed, duration).map(({ start, end, texts: parts }): Cue => {
    const voices = parts.map(({ speaker, text }) => ({ speaker, lines: wrapLines(text, lineLength, language) }))
    const isTooFast = columnsOf(parts) > (readingSpeed * (end - start)) / 1000 + 1
    return { start, end, voices, isTooFast }
  })
}

/** A line break between two voices counts as a space. */
const columnsOf = (texts: readonly TimedText[]): number => texts.reduce((sum, { text }) => sum + textWidth(text) + 1, -1)

/**
 * Returns the times of subtitles, extended for reading: into the following silence, and, if still too fast, into the next subtitle.
 */
function timeCues(shown: readonly Shown[], readingSpeed: number, duration: Millis): Shown[] {
  const speed = Math.max(readingSpeed, MAX_SPEED)
  const shortest = shown.map(({ texts }) => Math.max(MIN_DURATION, Math.ceil((columnsOf(texts) / speed) * 1000)))
  // The maximum delay of each subtitle that leaves it readable before the next one, which may be delayed too.
  const delays = shown.map(() => 0)
  for (let index = shown.length - 1, later = Math.max(duration, shown.at(-1)?.end ?? 0); index >= 0; index--) {
    const { start } = shown[index]!
    delays[index] = Math.min(MAX_DELAY, Math.max(0, later - start - shortest[index]!))
    later = start + delays[index]!
  }
  let free = 0
  return shown.map(({ start: spoken, end: spokenEnd, texts }, index) => {
    const start = Math.max(spoken, free)
    const next = shown[index + 1]?.start ?? Infinity
    const good = start + Math.max(GOOD_DURATION, Math.ceil((columnsOf(texts) / readingSpeed) * 1000))
    // The gap is omitted when time is short.
    const latest = Math.min(good <= next - GAP ? next - GAP : next, start + MAX_DURATION)
    const wanted = Math.min(Math.max(spokenEnd, Math.min(good, latest)), next)
    const readable = Math.min(start + shortest[index]!, next + (delays[index + 1] ?? 0))
    const end = Math.max(wanted, readable, start + MIN_DURATION)
    free = end
    return { start, end, texts }
  })
}

const inOrder = (texts: readonly TimedText[]): TimedText[] => texts.toSorted((a, b) => a.start - b.start)

/** Splits texts that overlap with another speaker again, so that each fits on one line. */
function splitCrosstalk(texts: readonly TimedText[], options: SplitOptions): TimedText[] {
  const isCrosstalk = new Set<TimedText>()
  let longest: TimedText | undefined
  for (const text of texts) {
    if (longest && longest.end - text.start > OVERLAP && !isSameVoice(longest, text)) isCrosstalk.add(text).add(longest)
    if (!longest || text.end >= longest.end) longest = text
  }
  return texts.flatMap((text) =>
    isCrosstalk.has(text) && text.words.length > 0 ? splitWords(text.words, text.speaker, options) : [text],
  )
}

/** Two simultaneous texts without a name are from two people. */
const isSameVoice = (before: TimedText, text: TimedText): boolean =>
  before.speaker === text.speaker && (text.speaker !== '' || before.end - text.start <= OVERLAP)

/** Joins simultaneous texts, and texts that would otherwise only flash up. */
function joinTexts(texts: readonly TimedText[], options: SplitOptions): Shown[] {
  const shown: Shown[] = []
  for (const text of texts) {
    const last = shown.at(-1)
    const joined = last && belongTogether(last, text) ? joinText(last, text, options) : undefined
    if (joined) shown[shown.length - 1] = joined
    else shown.push({ start: text.start, end: text.end, texts: [text] })
  }
  return shown
}

function belongTogether(last: Shown, text: TimedText): boolean {
  const offset = text.start - last.start
  if (offset < GOOD_DURATION) return true
  const overlap = Math.min(last.end, text.end) - text.start
  return offset <= TOGETHER && overlap > OVERLAP && overlap >= (text.end - text.start) / 2
}

/** Joins two texts, or returns undefined when they do not fit into two lines. */
function joinText(last: Shown, text: TimedText, { language, lineLength }: SplitOptions): Shown | undefined {
  const end = Math.max(last.end, text.end)
  if (end - last.start > MAX_DURATION) return undefined
  const linesOf = (content: string) => wrapLines(content, lineLength, language).length
  const before = last.texts.at(-1)!
  if (isSameVoice(before, text)) {
    const content = before.text + (isWrittenWithoutSpaces(language) ? '' : ' ') + text.text
    const joined = { ...before, end, text: content }
    const isFitting = last.texts.length === 1 ? linesOf(content) <= MAX_LINES : linesOf(content) === 1
    return isFitting ? { start: last.start, end, texts: [...last.texts.slice(0, -1), joined] } : undefined
  }
  if (last.texts.length > 1 || linesOf(before.text) > 1 || linesOf(text.text) > 1) return undefined
  return { start: last.start, end, texts: [before, text] }
}
