import type { Millis } from '#kit/units.ts'
import { SPEECH_RATE } from '#platform/sound/sound.ts'
import { levelSound, quietestPlace } from './level.ts'
import { markRepeatedWords, wordKey } from './looping.ts'
import { millisAt, sampleAt } from './sampleTimes.ts'
import type { TimeSpan } from './speech.ts'
import type { HeardText } from './whisper.ts'
import type { PlannedWindow } from './windows.ts'
import type { TimedWord } from './wordTimes.ts'

/** Speech of this length without a word is decoded again. 0.8 s adds decodings and gains nothing; 2 s lost seven words in a row. */
const SHORTEST_GAP: Millis = 1_200
/** Sound on either side of a gap that is decoded with it. */
const PADDING: Millis = 300
/** A word covers this much more on either side. */
const SLACK: Millis = 150
/** More characters a second than anyone speaks. */
const RUSHED = 25
/** Words compared at the seams of a gap. */
const SEAM = 4
/** Where the decoder is surer than this that nobody speaks, a gap without a word is noise. */
const NO_SPEECH = 0.6

/** Text less probable than this (mean log-probability of its tokens) does not fill a gap: other voices and noise give such text. */
const LEAST_PROBABLE = -1
/** How widely the last try draws its tokens. */
const TEMPERATURE = 0.4
/** The longest a first word lasts once it is put in its place. */
const LONGEST_FIRST: Millis = 400
/** Neither part of a stretch cut in two is shorter. */
const LEAST_PART: Millis = 1_000
/** Samples that are compared to find the quietest place: 0.1 s. */
const QUIET = SPEECH_RATE / 10

/** Decodes at most 30 s of sound; `language` is the one of the window the sound lies in. */
export type Decode = (pcm: Float32Array, how: { language?: string; temperature?: number }) => Promise<HeardText>

/** What was said in a window, in ms of the recording. */
export type CoveredText = {
  readonly language: string
  readonly words: readonly TimedWord[]
  /** Detected speech that has no word after all tries. */
  readonly notUnderstood: readonly TimeSpan[]
}

/**
 * Decodes a window so that every second of its detected speech has words or is named. Speech of 1.2 s and more without a word
 * is decoded again by itself: at an even level, then cut in two where it is quietest, then with temperature. The try that leaves
 * the least speech without words is kept.
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

/** Returns the words of a gap as far as any try understood them, or 'silent' where nobody seems to speak. */
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

/** Returns the middle of the quietest 0.1 s of a stretch, or undefined where either part would be shorter than a second. */
function cutPlace(window: PlannedWindow, { start, end }: TimeSpan): Millis | undefined {
  const from = start + LEAST_PART
  const place = quietestPlace(soundOf(window, { start: from, end: end - LEAST_PART }), QUIET, QUIET)
  return place === undefined ? undefined : from + millisAt(place)
}

function soundOf(window: PlannedWindow, { start, end }: TimeSpan): Float32Array {
  return window.pcm.slice(Math.max(0, sampleAt(start) - window.start), Math.max(0, sampleAt(end) - window.start))
}

/** The parts of some stretches that lie in another. */
const within = (stretches: readonly TimeSpan[], { start, end }: TimeSpan): TimeSpan[] =>
  stretches
    .map((stretch) => ({ start: Math.max(stretch.start, start), end: Math.min(stretch.end, end) }))
    .filter((part) => part.end > part.start)

/**
 * The decoder often aligns the first word of a window with its very beginning, however late it was said. With speech but no
 * word between it and the second, it is put right before the second.
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
 * Returns `words` with those found in a gap put in by time, except what lies in a word already there and what only repeats the
 * neighbours at the seams. Words spoken faster than anyone speaks are refused: they were made up.
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

/** Words in order, none beginning before the one before it has ended. */
function withoutOverlap(words: readonly TimedWord[]): TimedWord[] {
  let before = 0
  return words.map((word) => {
    const start = Math.max(before, word.start)
    before = Math.max(start, word.end)
    return { ...word, start, end: before }
  })
}

/** What a loop repeats is taken out: its place becomes a gap and is decoded again by itself. */
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

/** The most words, at most four, that `fits`. */
function longestSeam(most: number, left: number, fits: (length: number) => boolean): number {
  for (let n = Math.min(SEAM, most, left); n > 0; n--) if (fits(n)) return n
  return 0
}

const middle = ({ start, end }: TimeSpan) => (start + end) / 2
const keyOf = ({ text }: { text: string }) => wordKey(text)
const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((key, i) => key === b[i])
