import type { Millis } from '#shared/units.ts'
import type { TimeSpan } from './speech.ts'
import type { TimedWord } from './whisper/wordTimes.ts'

/** Pauses between detected speech that belong to one stretch of it. */
const MAX_PAUSE: Millis = 1_200
/** Times of words and of speech differ by at most this much. */
const MARGIN: Millis = 500
/** No speaker says more characters in a second. */
const MAX_CHARACTERS_PER_SECOND = 25
/** A single word outside detected speech may be a quiet one. */
const MIN_RUN = 2

/**
 * Returns the words that detected speech supports. Whisper answers noise, music and the end of a recording with phrases from
 * subtitles, in any language and often with good probabilities. They are where nobody speaks, or take more time to say than
 * the speech lasts.
 */
export function dropUnsupportedWords(words: readonly TimedWord[], speech: readonly TimeSpan[]): readonly TimedWord[] {
  const stretches = joinSpans(speech)
  const indexes = words.map((word) => findStretch(stretches, (word.start + word.end) / 2))
  const isKept = words.map(() => true)
  for (let from = 0; from < words.length;) {
    let to = from
    while (to < words.length && indexes[to] === indexes[from]) to++
    if (!isSupported(words.slice(from, to), stretches[indexes[from]!])) isKept.fill(false, from, to)
    from = to
  }
  return isKept.includes(false) ? words.filter((_, index) => isKept[index]) : words
}

function isSupported(run: readonly TimedWord[], stretch: TimeSpan | undefined): boolean {
  if (!stretch) return run.length < MIN_RUN
  const characters = run.reduce((sum, { text }) => sum + text.length + 1, 0)
  return characters <= ((stretch.end - stretch.start + MARGIN) / 1000) * MAX_CHARACTERS_PER_SECOND
}

function joinSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: TimeSpan[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last && span.start - last.end < MAX_PAUSE)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    else joined.push(span)
  }
  return joined
}

/** Returns the index of the stretch at a time or at most MARGIN away, or -1. */
const findStretch = (stretches: readonly TimeSpan[], time: Millis): number =>
  stretches.findIndex(({ start, end }) => time >= start - MARGIN && time <= end + MARGIN)
