import type { Millis } from '#shared/units.ts'
import { sampleToMillis, millisToSample, SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { normalizeLoudness, quietestPosition } from './detection/loudness.ts'
import { markRepeatedWords, wordKey } from './whisper/hallucination.ts'
import type { TimeSpan } from './speech.ts'
import { correctEarlyWords, moveFirstWord } from './earlyWords.ts'
import { findGaps, middleOf, pieceAt } from './gaps.ts'
import { dropUnsupportedWords, MAX_CHARACTERS_PER_SECOND, maxCharactersPerSecond } from './unsupportedWords.ts'
import type { WindowTranscript } from './whisper/whisper.ts'
import type { PlannedWindow } from './detection/windowPlanner.ts'
import type { TimedWord } from './whisper/wordTimes.ts'

/** Audio before and after a gap that is decoded with it. */
const PADDING: Millis = 300
/** Number of words compared at the edges of a gap. */
const SEAM_WORDS = 4
/** A gap without a word is noise when the decoder's probability of no speech is higher than this. */
const NO_SPEECH = 0.6

/** Text with a lower mean log-probability of its tokens does not fill a gap: other voices and noise produce such text. */
const MIN_LOG_PROB = -1
/** At this mean probability or above, the detector is sure that a piece is speech. */
const SURE_SPEECH = 0.85
/** The attention-based timing is inexact in shorter pieces between two silences. */
const MAX_SHORT_PIECE: Millis = 1_200
/** Minimum duration of a shortened word. */
const MIN_WORD: Millis = 60
/** A word repeated within less than this time is an artefact of the decoder. */
const MIN_REPETITION: Millis = 700
/** Sampling temperature of the last attempt. */
const TEMPERATURE = 0.4
/** Minimum duration of each part when a stretch is split. */
const MIN_PART: Millis = 1_000
/** Samples compared to find the quietest position: 0.1 s. */
const QUIET_SAMPLES = SPEECH_SAMPLE_RATE / 10

/** Decodes at most 30 s of audio. `language` is the language of the window that contains it. */
export type Decode = (pcm: Float32Array, options: { language?: string; temperature?: number }) => Promise<WindowTranscript>

/** The words of a window, in ms of the recording. */
export type WindowText = {
  readonly language: string
  readonly words: readonly TimedWord[]
  /** Detected speech without a word after all attempts. */
  readonly notUnderstood: readonly TimeSpan[]
}

/**
 * Decodes a window so that all detected speech has words or is reported. Speech without a word (see `findGaps`) is decoded again by
 * itself: with normalized loudness, then split at its quietest position, then with temperature. The attempt that leaves the least
 * speech without words wins. Words outside of detected speech are dropped. With `fillsGaps` false it decodes once.
 */
export async function decodeWindow(
  window: PlannedWindow,
  decode: Decode,
  { fillsGaps = true }: { fillsGaps?: boolean } = {},
): Promise<WindowText> {
  const speech = window.segments.map(({ start, end, probability }): Speech => ({
    start: sampleToMillis(start),
    end: sampleToMillis(end),
    probability,
  }))
  const first = await decode(window.pcm, {})
  const known = first.words.length ? { language: first.language } : {}
  const maxPace = maxCharactersPerSecond(first.meanLogProb)
  const decoded = removeLoops(shiftWords(first.words, sampleToMillis(window.start)))
  let words = dropUnsupportedWords(decoded, speech, maxPace)
  if (!fillsGaps) return { language: first.language, words: removeOverlaps(words), notUnderstood: words.length ? [] : speech }
  const decodeSpan = async (gap: TimeSpan) =>
    await decodeGap(window, gap, speech, (pcm, temperature) => decode(pcm, { ...known, ...temperature }))
  words = await correctEarlyWords(moveFirstWord(words, speech), speech, decodeSpan)
  const silentGaps: TimeSpan[] = []
  for (const gap of findGaps(words, speech)) {
    const found = await decodeSpan(gap)
    if (found !== 'silent') words = insertWords(words, found, { gap, speech })
    else if (!isSpeech(gap, words, speech)) silentGaps.push(gap)
  }
  return { language: first.language, words: removeOverlaps(words), notUnderstood: findGaps([...words, ...silentGaps], speech) }
}

type Speech = TimeSpan & { readonly probability: number }

/** Returns whether a gap that the decoder considers silent is speech: the detector is sure, or the same piece has words. */
function isSpeech(gap: TimeSpan, words: readonly TimedWord[], speech: readonly Speech[]): boolean {
  const piece = pieceAt(speech, middleOf(gap))
  return (
    piece !== undefined && (piece.probability >= SURE_SPEECH || words.some((word) => pieceAt(speech, middleOf(word)) === piece))
  )
}

type Attempt = { readonly words: readonly TimedWord[]; readonly missing: Millis }

/** Returns the words of the best attempt at a gap, or 'silent' when the decoder finds no speech in it. */
async function decodeGap(
  window: PlannedWindow,
  gap: TimeSpan,
  speech: readonly TimeSpan[],
  decode: (pcm: Float32Array, options?: { temperature: number }) => Promise<WindowTranscript>,
): Promise<readonly TimedWord[] | 'silent'> {
  const range = { start: Math.max(sampleToMillis(window.start), gap.start - PADDING), end: gap.end + PADDING }
  const isShort = speech.some(({ start, end }) => start === gap.start && end === gap.end && end - start < MAX_SHORT_PIECE)
  const acceptedWords = ({ words, meanLogProb }: WindowTranscript, part: TimeSpan) => {
    if (meanLogProb < MIN_LOG_PROB) return []
    const found = removeLoops(shiftWords(words, part.start))
    if (isTooFast(found, range, maxCharactersPerSecond(meanLogProb))) return []
    return isShort ? removeEchoes(found, gap).map((word) => moveInto(word, gap)) : found
  }
  const decodePart = async (part: TimeSpan, options?: { temperature: number }) =>
    acceptedWords(await decode(normalizeLoudness(audioOf(window, part)), options), part)
  const wholeResult = await decode(normalizeLoudness(audioOf(window, range)))
  if (!wholeResult.words.length && wholeResult.noSpeech > NO_SPEECH) return 'silent'
  const attempts: (() => Promise<readonly TimedWord[]>)[] = [
    async () => acceptedWords(wholeResult, range),
    async () => {
      const position = splitPosition(window, range)
      if (position === undefined) return []
      return [...(await decodePart({ ...range, end: position })), ...(await decodePart({ ...range, start: position }))]
    },
    async () => await decodePart(range, { temperature: TEMPERATURE }),
  ]
  let best: Attempt = { words: [], missing: Infinity }
  for (const attempt of attempts) {
    const words = await attempt()
    const missing = findGaps(words, intersect(speech, gap)).reduce((sum, { start, end }) => sum + end - start, 0)
    if (missing < best.missing) best = { words, missing }
    if (missing === 0) break
  }
  return best.words
}

/** Returns the middle of the quietest 0.1 s of a stretch, or undefined when a part would be shorter than a second. */
function splitPosition(window: PlannedWindow, { start, end }: TimeSpan): Millis | undefined {
  const from = start + MIN_PART
  const position = quietestPosition(audioOf(window, { start: from, end: end - MIN_PART }), QUIET_SAMPLES, QUIET_SAMPLES)
  return position === undefined ? undefined : from + sampleToMillis(position)
}

function audioOf(window: PlannedWindow, { start, end }: TimeSpan): Float32Array {
  return window.pcm.slice(Math.max(0, millisToSample(start) - window.start), Math.max(0, millisToSample(end) - window.start))
}

/** Returns the parts of the stretches that are inside another. */
const intersect = (ranges: readonly TimeSpan[], { start, end }: TimeSpan): TimeSpan[] =>
  ranges
    .map((range) => ({ start: Math.max(range.start, start), end: Math.min(range.end, end) }))
    .filter((part) => part.end > part.start)

/**
 * Returns `words` with the words found in a gap inserted by time. Drops words that overlap existing ones, and words that repeat
 * their neighbours at the edges unless a silence separates them: people do say "Yes" ten times.
 */
export function insertWords(
  words: readonly TimedWord[],
  found: readonly TimedWord[],
  { gap, speech }: { gap: TimeSpan; speech: readonly TimeSpan[] },
): readonly TimedWord[] {
  const newWords = found.filter(
    (word) => !words.some(({ start, end }) => middleOf(word) > start - 50 && middleOf(word) < end + 50),
  )
  const piece = pieceAt(speech, middleOf(gap))
  const neighbours = words.filter((word) => pieceAt(speech, middleOf(word)) === piece)
  const before = neighbours
    .filter(({ start }) => start < gap.start)
    .slice(-SEAM_WORDS)
    .map(keyOf)
  const after = neighbours
    .filter(({ start }) => start >= gap.end - 200)
    .slice(0, SEAM_WORDS)
    .map(keyOf)
  const keys = newWords.map(keyOf)
  const from = longestOverlap(before.length, keys.length, (n) => isEqual(before.slice(-n), keys.slice(0, n)))
  const remaining = keys.length - from
  const to = keys.length - longestOverlap(after.length, remaining, (n) => isEqual(after.slice(0, n), keys.slice(keys.length - n)))
  const insertedWords = newWords.slice(from, to)
  return insertedWords.length === 0 ? words : [...words, ...insertedWords].toSorted((a, b) => middleOf(a) - middleOf(b))
}

/** Removes repetitions of a word from a piece too short to contain them: the decoder often returns a single word twice. */
function removeEchoes(words: readonly TimedWord[], { start, end }: TimeSpan): readonly TimedWord[] {
  if (end - start >= MIN_REPETITION) return words
  return words.filter((word, index) => index === 0 || keyOf(word) !== keyOf(words[index - 1]!))
}

/** Returns a word with its time limited to a span. Words keep their order. */
function moveInto(word: TimedWord, span: TimeSpan): TimedWord {
  const start = Math.max(span.start, Math.min(word.start, span.end - MIN_WORD))
  return { ...word, start, end: Math.max(start + MIN_WORD, Math.min(word.end, span.end)) }
}

/** Returns the words in order, with no word starting before the previous one ends. */
function removeOverlaps(words: readonly TimedWord[]): TimedWord[] {
  let before = 0
  return words.map((word) => {
    const start = Math.max(before, word.start)
    before = Math.max(start, word.end)
    return { ...word, start, end: before }
  })
}

/** Removes the repetitions of a loop. Their time range becomes a gap and is decoded again. */
function removeLoops(words: readonly TimedWord[]): TimedWord[] {
  const isRunTooFast = (from: number, to: number) =>
    isTooFast(words.slice(from, to), { start: words[from]!.start, end: words[to - 1]!.end }, MAX_CHARACTERS_PER_SECOND)
  const repeated = markRepeatedWords(
    words.map(({ text }) => text),
    isRunTooFast,
  )
  return words.filter((_, i) => !repeated[i])
}

const shiftWords = (words: readonly TimedWord[], by: Millis): TimedWord[] =>
  words.map((word) => ({ ...word, start: word.start + by, end: word.end + by }))

function isTooFast(words: readonly { text: string }[], { start, end }: TimeSpan, maxPace: number): boolean {
  const characters = words.reduce((sum, { text }) => sum + text.length + 1, 0)
  return characters / Math.max(0.1, (end - start) / 1000) > maxPace
}

/** Returns the highest number of words, at most four, for which `fits` is true. */
function longestOverlap(maxLength: number, remaining: number, fits: (length: number) => boolean): number {
  for (let n = Math.min(SEAM_WORDS, maxLength, remaining); n > 0; n--) if (fits(n)) return n
  return 0
}

const keyOf = ({ text }: { text: string }) => wordKey(text)
const isEqual = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((key, i) => key === b[i])
