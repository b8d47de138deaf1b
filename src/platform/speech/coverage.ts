import type { Millis } from '#kit/units.ts'
import { millisAt, sampleAt, SPEECH_RATE } from '#platform/sound/sound.ts'
import { levelSound, quietestPlace } from './level.ts'
import { markRepeatedWords, wordKey } from './looping.ts'
import type { TimeSpan } from './speech.ts'
import type { HeardText } from './whisper.ts'
import type { PlannedWindow } from './windows.ts'
import type { TimedWord } from './wordTimes.ts'

/**
 * Speech of this length without a word is decoded again. 0.8 s adds decodings without a benefit; 2 s lost seven words in a row.
 */
const SHORTEST_GAP: Millis = 1_200
/** Audio before and after a gap that is decoded with it. */
const PADDING: Millis = 300
/** Margin around a word that counts as covered. */
const SLACK: Millis = 150
/** Characters per second that no speaker exceeds. */
const RUSHED = 25
/** Number of words compared at the edges of a gap. */
const SEAM = 4
/** A gap without a word is noise when the decoder's probability of no speech is higher than this. */
const NO_SPEECH = 0.6

/** Text with a lower mean log-probability of its tokens does not fill a gap: other voices and noise produce such text. */
const LEAST_PROBABLE = -1
/** Sampling temperature of the last attempt. */
const TEMPERATURE = 0.4
/** Maximum duration of a first word after it was moved. */
const LONGEST_FIRST: Millis = 400
/** Minimum duration of each part when a stretch is split. */
const LEAST_PART: Millis = 1_000
/** Samples compared to find the quietest position: 0.1 s. */
const QUIET = SPEECH_RATE / 10

/** Decodes at most 30 s of audio. `language` is the language of the window that contains it. */
export type Decode = (pcm: Float32Array, how: { language?: string; temperature?: number }) => Promise<HeardText>

/** The words of a window, in ms of the recording. */
export type CoveredText = {
  readonly language: string
  readonly words: readonly TimedWord[]
  /** Detected speech without a word after all attempts. */
  readonly notUnderstood: readonly TimeSpan[]
}

/**
 * Decodes a window so that all detected speech has words or is reported. Speech of 1.2 s and more without a word is decoded again
 * by itself: with normalized loudness, then split at its quietest position, then with temperature. The attempt that leaves the
 * least speech without words wins.
 */
export async function decodeCovered(window: PlannedWindow, decode: Decode): Promise<CoveredText> {
  const speech = window.pieces.map(({ start, end }): TimeSpan => ({ start: millisAt(start), end: millisAt(end) }))
  const first = await decode(window.pcm, {})
  const known = first.words.length ? { language: first.language } : {}
  let words: readonly TimedWord[] = placeFirst(withoutLoops(shifted(first.words, millisAt(window.start))), speech)
  const silent: TimeSpan[] = []
  for (const gap of findGaps(words, speech)) {
    const found = await decodeGap(window, gap, speech, (pcm, temperature) => decode(pcm, { ...known, ...temperature }))
    if (found === 'silent') silent.push(gap)
    else words = insertWords(words, found, gap)
  }
  return { language: first.language, words: withoutOverlap(words), notUnderstood: findGaps([...words, ...silent], speech) }
}

type Try = { readonly words: readonly TimedWord[]; readonly missing: Millis }

/** Returns the words of the best attempt at a gap, or 'silent' when it contains no speech. */
async function decodeGap(
  window: PlannedWindow,
  gap: TimeSpan,
  speech: readonly TimeSpan[],
  decode: (pcm: Float32Array, how?: { temperature: number }) => Promise<HeardText>,
): Promise<readonly TimedWord[] | 'silent'> {
  const stretch = { start: Math.max(millisAt(window.start), gap.start - PADDING), end: gap.end + PADDING }
  const believed = ({ words, meanLogProb }: HeardText, part: TimeSpan) =>
    meanLogProb < LEAST_PROBABLE ? [] : withoutLoops(shifted(words, part.start))
  const read = async (part: TimeSpan, how?: { temperature: number }) =>
    believed(await decode(levelSound(soundOf(window, part)), how), part)
  const whole = await decode(levelSound(soundOf(window, stretch)))
  if (!whole.words.length && whole.noSpeech > NO_SPEECH) return 'silent'
  const tries: (() => Promise<readonly TimedWord[]>)[] = [
    async () => believed(whole, stretch),
    async () => {
      const place = cutPlace(window, stretch)
      if (place === undefined) return []
      return [...(await read({ ...stretch, end: place })), ...(await read({ ...stretch, start: place }))]
    },
    async () => await read(stretch, { temperature: TEMPERATURE }),
  ]
  let best: Try = { words: [], missing: Infinity }
  for (const attempt of tries) {
    const words = await attempt()
    const missing = findGaps(words, within(speech, gap)).reduce((sum, { start, end }) => sum + end - start, 0)
    if (missing < best.missing) best = { words, missing }
    if (missing === 0) break
  }
  return best.words
}

/** Returns the middle of the quietest 0.1 s of a stretch, or undefined when a part would be shorter than a second. */
function cutPlace(window: PlannedWindow, { start, end }: TimeSpan): Millis | undefined {
  const from = start + LEAST_PART
  const place = quietestPlace(soundOf(window, { start: from, end: end - LEAST_PART }), QUIET, QUIET)
  return place === undefined ? undefined : from + millisAt(place)
}

function soundOf(window: PlannedWindow, { start, end }: TimeSpan): Float32Array {
  return window.pcm.slice(Math.max(0, sampleAt(start) - window.start), Math.max(0, sampleAt(end) - window.start))
}

/** Returns the parts of the stretches that are inside another. */
const within = (stretches: readonly TimeSpan[], { start, end }: TimeSpan): TimeSpan[] =>
  stretches
    .map((stretch) => ({ start: Math.max(stretch.start, start), end: Math.min(stretch.end, end) }))
    .filter((part) => part.end > part.start)

/**
 * Moves the first word of a window right before the second when there is speech without a word between both. The decoder often
 * aligns the first word with the very beginning, however late it was spoken.
 */
function placeFirst(words: readonly TimedWord[], speech: readonly TimeSpan[]): readonly TimedWord[] {
  const [first, second, ...rest] = words
  if (!first || !second) return words
  const [gap] = findGaps(words, speech)
  if (!gap || gap.start < first.end || gap.end > second.start) return words
  const length = Math.min(first.end - first.start, LONGEST_FIRST)
  return [{ ...first, start: second.start - length, end: second.start }, second, ...rest]
}

/** Returns the stretches of speech of 1.2 s and more that no word covers. */
export function findGaps(words: readonly TimeSpan[], speech: readonly TimeSpan[]): TimeSpan[] {
  const taken = words.map(({ start, end }) => ({ start: start - SLACK, end: end + SLACK })).toSorted((a, b) => a.start - b.start)
  const gaps = speech.flatMap((piece) => {
    const found: TimeSpan[] = []
    let at = piece.start
    for (const { start, end } of taken) {
      if (start > at) found.push({ start: at, end: Math.min(start, piece.end) })
      at = Math.max(at, end)
      if (at >= piece.end) break
    }
    return at < piece.end ? [...found, { start: at, end: piece.end }] : found
  })
  return gaps.filter(({ start, end }) => end - start >= SHORTEST_GAP)
}

/**
 * Returns `words` with the words found in a gap inserted by time. Words that overlap existing ones or repeat the neighbours at
 * the edges are dropped. Words that are too fast for any speaker are refused as hallucinations.
 */
export function insertWords(words: readonly TimedWord[], found: readonly TimedWord[], gap: TimeSpan): readonly TimedWord[] {
  const fresh = found.filter((word) => !words.some(({ start, end }) => middle(word) > start - 50 && middle(word) < end + 50))
  const before = words
    .filter(({ start }) => start < gap.start)
    .slice(-SEAM)
    .map(keyOf)
  const after = words
    .filter(({ start }) => start >= gap.end - 200)
    .slice(0, SEAM)
    .map(keyOf)
  const keys = fresh.map(keyOf)
  const from = longestSeam(before.length, keys.length, (n) => isSame(before.slice(-n), keys.slice(0, n)))
  const left = keys.length - from
  const to = keys.length - longestSeam(after.length, left, (n) => isSame(after.slice(0, n), keys.slice(keys.length - n)))
  const kept = fresh.slice(from, to)
  if (!kept.length || isRushed(kept, { start: gap.start - PADDING, end: gap.end + PADDING })) return words
  return [...words, ...kept].toSorted((a, b) => middle(a) - middle(b))
}

/** Returns the words in order, with no word starting before the previous one ends. */
function withoutOverlap(words: readonly TimedWord[]): TimedWord[] {
  let before = 0
  return words.map((word) => {
    const start = Math.max(before, word.start)
    before = Math.max(start, word.end)
    return { ...word, start, end: before }
  })
}

/** Removes the repetitions of a loop. Their time range becomes a gap and is decoded again. */
function withoutLoops(words: readonly TimedWord[]): TimedWord[] {
  const isRushedRun = (from: number, to: number) =>
    isRushed(words.slice(from, to), { start: words[from]!.start, end: words[to - 1]!.end })
  const repeated = markRepeatedWords(
    words.map(({ text }) => text),
    isRushedRun,
  )
  return words.filter((_, i) => !repeated[i])
}

const shifted = (words: readonly TimedWord[], by: Millis): TimedWord[] =>
  words.map((word) => ({ ...word, start: word.start + by, end: word.end + by }))

function isRushed(words: readonly { text: string }[], { start, end }: TimeSpan): boolean {
  const characters = words.reduce((sum, { text }) => sum + text.length + 1, 0)
  return characters / Math.max(0.1, (end - start) / 1000) > RUSHED
}

/** Returns the highest number of words, at most four, for which `fits` is true. */
function longestSeam(most: number, left: number, fits: (length: number) => boolean): number {
  for (let n = Math.min(SEAM, most, left); n > 0; n--) if (fits(n)) return n
  return 0
}

const middle = ({ start, end }: TimeSpan) => (start + end) / 2
const keyOf = ({ text }: { text: string }) => wordKey(text)
const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((key, i) => key === b[i])
