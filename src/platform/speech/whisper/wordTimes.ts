import type { Millis } from '#shared/units.ts'
import type { AttentionScores } from './networks.ts'
import type { TimeSpan } from '../speech.ts'
import type { UntimedWord } from './tokenizer.ts'

/** A word with its time, in ms from the start of the decoded audio. */
export type TimedWord = { readonly text: string; readonly confidence: number } & TimeSpan

/** The span of a token on the best path in frames of 20 ms, and its frame with the highest attention. */
export type TokenSpan = { readonly start: number; readonly end: number; readonly peak: number }

/** The encoder outputs one frame every 20 ms. */
export const FRAME_MS: Millis = 20
/** Frames on each side of the median filter. */
const MEDIAN_RADIUS = 3
/** Maximum duration of a token. Of a longer span only the surroundings of its peak count: the rest is a pause or a gap. */
const MAX_TOKEN: Millis = 800
const PEAK_MARGIN: Millis = 250
/** Maximum gap between tokens of one word. The first token of a window is often aligned with its very beginning. */
const MAX_TOKEN_GAP: Millis = 600

/**
 * Returns a span for each token of a text from the attention scores: softmax over time, weights normalized over the tokens, a
 * median of 7 frames, the mean of all heads, then the path with the highest sum from corner to corner (dynamic time warping). The
 * row of a token has the position of the next one: `firstRow` is the row of the last task token. `frames` counts frames with
 * audio, without the padding.
 */
export function alignTokens(scores: AttentionScores, firstRow: number, frames: number): TokenSpan[] {
  const { heads, rows } = scores
  const width = Math.min(frames, scores.columns)
  const mean = new Float32Array(rows * width)
  for (let head = 0; head < heads; head++) {
    const weights = softmaxRows(scores, head, width)
    normaliseColumns(weights, rows, width)
    for (let row = 0; row < rows; row++) addMedians(weights, mean, row * width, width)
  }
  const text = mean.subarray(firstRow * width)
  const starts = findAlignmentPath(text, rows - firstRow, width)
  return starts.slice(0, -1).map((start, row) => {
    const end = Math.max(start + 1, starts[row + 1]!)
    let peak = start
    for (let t = start; t < end; t++) if (text[row * width + t]! > text[row * width + peak]!) peak = t
    return { start, end, peak }
  })
}

/** Returns the time of each word from the spans of its tokens. */
export function locateWords(words: readonly UntimedWord[], spans: readonly TokenSpan[]): TimedWord[] {
  const times = spans.map(({ start, end, peak }): TimeSpan => {
    const [from, to, middle] = [start * FRAME_MS, end * FRAME_MS, peak * FRAME_MS]
    if (to - from <= MAX_TOKEN) return { start: from, end: to }
    return { start: Math.max(from, middle - PEAK_MARGIN), end: Math.min(to, middle + PEAK_MARGIN) }
  })
  return words.map(({ text, confidence, firstToken, lastToken }) => {
    const last = times[lastToken] ?? { start: 0, end: 0 }
    let { start } = last
    for (let i = lastToken - 1; i >= firstToken; i--)
      if (start - times[i]!.end < MAX_TOKEN_GAP) start = Math.min(start, times[i]!.start)
    return { text, confidence, start, end: last.end }
  })
}

function softmaxRows({ values, rows, columns }: AttentionScores, head: number, width: number): Float32Array {
  const weights = new Float32Array(rows * width)
  for (let row = 0; row < rows; row++) {
    const from = (head * rows + row) * columns
    let maximum = -Infinity
    for (let t = 0; t < width; t++) if (values[from + t]! > maximum) maximum = values[from + t]!
    let sum = 0
    for (let t = 0; t < width; t++) sum += weights[row * width + t] = Math.exp(values[from + t]! - maximum)
    for (let t = 0; t < width; t++) weights[row * width + t]! /= sum
  }
  return weights
}

/** Normalizes each frame to mean 0 and deviation 1 over the tokens: a frame that all tokens attend to carries no information. */
function normaliseColumns(weights: Float32Array, rows: number, width: number): void {
  const sums = new Float64Array(width)
  const squares = new Float64Array(width)
  for (let row = 0; row < rows; row++)
    for (let t = 0; t < width; t++) {
      const weight = weights[row * width + t]!
      sums[t]! += weight
      squares[t]! += weight * weight
    }
  for (let t = 0; t < width; t++) {
    sums[t]! /= rows
    squares[t] = 1 / (Math.sqrt(Math.max(0, squares[t]! / rows - sums[t]! ** 2)) || 1)
  }
  for (let row = 0; row < rows; row++)
    for (let t = 0; t < width; t++) weights[row * width + t] = (weights[row * width + t]! - sums[t]!) * squares[t]!
}

/**
 * Adds the row of `width` weights that starts at `at`, each as the median of the 7 around it. The row is mirrored at its ends.
 */
function addMedians(weights: Float32Array, target: Float32Array, at: number, width: number): void {
  const padded = new Float32Array(width + 2 * MEDIAN_RADIUS)
  for (let t = -MEDIAN_RADIUS; t < width + MEDIAN_RADIUS; t++) {
    const mirrored = t < width ? Math.abs(t) : 2 * (width - 1) - t
    padded[t + MEDIAN_RADIUS] = weights[at + Math.max(0, Math.min(width - 1, mirrored))]!
  }
  for (let t = 0; t < width; t++) target[at + t]! += medianOf7(padded, t)
}

/** Returns the median of seven values with a sorting network, without the exchanges that cannot affect the middle. */
function medianOf7(values: Float32Array, at: number): number {
  const { min, max } = Math
  const [a, b, c] = [values[at]!, values[at + 1]!, values[at + 2]!]
  const [d, e, f, g] = [values[at + 3]!, values[at + 4]!, values[at + 5]!, values[at + 6]!]
  const lowAF = min(a, f)
  const highAF = max(a, f)
  const highAFD = max(lowAF, d)
  const second = max(min(lowAF, d), min(b, g))
  const lowPair = min(highAFD, highAF)
  const highPair = max(highAFD, highAF)
  const lowCE = min(c, e)
  const highBG = max(b, g)
  const third = min(max(min(lowCE, highBG), lowPair), max(lowCE, highBG))
  const fourth = min(max(c, e), highPair)
  return min(max(min(second, fourth), third), max(second, fourth))
}

/** Returns the first frame of each row on the path with the highest sum from corner to corner. */
function findAlignmentPath(matrix: Float32Array, rows: number, width: number): number[] {
  const [BOTH, UP, LEFT] = [0, 1, 2]
  const stride = width + 1
  const cost = new Float64Array((rows + 1) * stride).fill(Infinity)
  const from = new Uint8Array(cost.length)
  cost[0] = 0
  for (let row = 1; row <= rows; row++) {
    for (let t = 1; t <= width; t++) {
      const at = row * stride + t
      const [both, up, left] = [cost[at - stride - 1]!, cost[at - stride]!, cost[at - 1]!]
      const least = Math.min(both, up, left)
      from[at] = least === both ? BOTH : least === up ? UP : LEFT
      cost[at] = least - matrix[(row - 1) * width + t - 1]!
    }
  }
  const starts = Array.from({ length: rows }, () => 0)
  for (let row = rows, t = width; row > 0 && t > 0;) {
    starts[row - 1] = t - 1
    const step = from[row * stride + t]
    if (step !== LEFT) row--
    if (step !== UP) t--
  }
  return starts
}
