import type { Millis } from '#shared/units.ts'
import type { TimeSpan } from './speech.ts'
import type { TimedWord } from './whisper/wordTimes.ts'

/** Shorter pauses between pieces of speech do not end a stretch. */
const MAX_PAUSE: Millis = 1_200
/** Maximum difference between the times of words and of detected speech. */
const MARGIN: Millis = 500
/** The speed that hardly any speaker exceeds. */
export const MAX_CHARACTERS_PER_SECOND = 25
/** The speed of auctioneers and sped-up recordings. */
const MAX_CHARACTERS_OF_CLEAR_SPEECH = 40
/** A higher mean log-probability shows that fast speech was understood. */
const CLEAR_LOG_PROB = -0.35
/** Hallucinated phrases for short sounds are fast and have good probabilities, so only longer speech may be fast. */
const MIN_FAST_SPEECH: Millis = 2_000

/** Returns the maximum plausible characters per second for the mean log-probability of a text. */
export const maxCharactersPerSecond = (meanLogProb: number): number =>
  meanLogProb > CLEAR_LOG_PROB ? MAX_CHARACTERS_OF_CLEAR_SPEECH : MAX_CHARACTERS_PER_SECOND
/** A single word outside detected speech may be a quiet one. */
const MIN_RUN = 2

/**
 * Returns the words that detected speech supports. For noise, music and the end of a recording, Whisper produces phrases from
 * subtitles, in any language and often with good probabilities. Such phrases lie outside of speech, or take longer to say than the
 * speech lasts. `maxPace` is the maximum plausible number of characters per second.
 */
export function dropUnsupportedWords(
  words: readonly TimedWord[],
  speech: readonly TimeSpan[],
  maxPace = MAX_CHARACTERS_PER_SECOND,
): readonly TimedWord[] {
  const stretches = joinSpans(speech)
  const indexes = words.map((word) => findStretch(stretches, (word.start + word.end) / 2))
  const isKept = words.map(() => true)
  for (let from = 0; from < words.length;) {
    let to = from
    while (to < words.length && indexes[to] === indexes[from]) to++
    if (!isSupported(words.slice(from, to), stretches[indexes[from]!], maxPace)) isKept.fill(false, from, to)
    from = to
  }
  return isKept.includes(false) ? words.filter((_, index) => isKept[index]) : words
}

function isSupported(run: readonly TimedWord[], stretch: TimeSpan | undefined, maxPace: number): boolean {
  if (!stretch) return run.length < MIN_RUN
  const characters = run.reduce((sum, { text }) => sum + text.length + 1, 0)
  const length = stretch.end - stretch.start
  const pace = length < MIN_FAST_SPEECH ? MAX_CHARACTERS_PER_SECOND : maxPace
  return characters <= ((length + MARGIN) / 1000) * pace
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
