import type { Millis } from '../units.ts'

/** Time between two levels. */
const LEVEL_STEP: Millis = 50
const STEPS_PER_SECOND = 1000 / LEVEL_STEP
/** A channel that is so much quieter than the other has only its echo, in dB. */
const ECHO = 9
/** A step is heard when it is so much louder than the quiet steps of its channel, in dB. */
const ABOVE_NOISE = 10
/** Quieter steps are never heard, in dB below full scale. */
const MIN_LEVEL = -60
/** The share of the steps that are quiet, as people pause, and of those that are loud. Somebody may speak without any pause. */
const QUIET_SHARE = 0.1
const LOUD_SHARE = 0.05
/** Speech is at most so much quieter than its loud steps, in dB. */
const SPEECH_RANGE = 25
/** The channels of a call have one person each: so many of the steps that are heard are heard on one channel only, … */
const MIN_ONE_SIDED = 0.85
/** … and so many on each of them. */
const MIN_SIDE_SHARE = 0.05
const MIN_SIDE: Millis = 2_000
/** Pauses between sounds of one person, and the shortest sound. */
const MAX_PAUSE: Millis = 300
const MIN_SPAN: Millis = 100
/** More spans than five hours of conversation have. */
export const MAX_CHANNEL_SPANS = 20_000

/** The levels of two channels in dB, a value for each 50 ms. */
export type ChannelLevels = readonly [left: readonly number[], right: readonly number[]]
export type ChannelSpan = readonly [start: Millis, end: Millis]
/** Where each of two channels is not only the echo of the other, in order. */
export type ChannelSpans = readonly [left: readonly ChannelSpan[], right: readonly ChannelSpan[]]

/** Measures the first two channels of audio. Pieces may have any length, and their sample rate and channels may change. */
export class ChannelMeter {
  readonly #levels: readonly [number[], number[]] = [[], []]
  #energy: [number, number] = [0, 0]
  #filled = 0
  #sampleRate = 0
  /** Steps and samples since the sample rate changed. A step is not a whole number of samples at every rate. */
  #steps = 0
  #samples = 0

  get levels(): ChannelLevels {
    return this.#levels
  }

  push(channels: readonly Float32Array[], sampleRate: number): void {
    if (sampleRate !== this.#sampleRate) this.#start(sampleRate)
    const [left = new Float32Array(0), right = left] = channels.length === 2 ? channels : [channels[0]]
    let offset = 0
    while (offset < left.length) {
      const stepEnd = Math.round(((this.#steps + 1) * sampleRate) / STEPS_PER_SECOND)
      const end = Math.min(left.length, offset + stepEnd - this.#samples)
      for (let i = offset; i < end; i++) {
        this.#energy[0] += left[i]! ** 2
        this.#energy[1] += right[i]! ** 2
      }
      this.#filled += end - offset
      this.#samples += end - offset
      offset = end
      if (this.#samples === stepEnd) this.#finishStep()
    }
  }

  #start(sampleRate: number): void {
    if (this.#filled * 2 * STEPS_PER_SECOND >= this.#sampleRate && this.#filled > 0) this.#finishStep()
    this.#sampleRate = sampleRate
    this.#steps = 0
    this.#samples = 0
  }

  #finishStep(): void {
    for (const channel of [0, 1] as const)
      this.#levels[channel].push(10 * Math.log10(this.#energy[channel] / this.#filled + 1e-12))
    this.#steps++
    this.#filled = 0
    this.#energy = [0, 0]
  }
}

/** Returns the spans of two channels that have a person each, as in the recording of a call; otherwise null. */
export function findChannelSpans(levels: ChannelLevels): ChannelSpans | null {
  if (!areSeparated(levels)) return null
  const [left, right] = levels
  const spans: ChannelSpans = [spansWithoutEcho(left, right), spansWithoutEcho(right, left)]
  return spans.some(({ length }) => length > MAX_CHANNEL_SPANS) ? null : spans
}

/** Returns the spans of a recording that was measured in parts. Only a recording of one part is the recording of a call. */
export const spansOfParts = (meters: readonly ChannelMeter[]): ChannelSpans | null =>
  meters.length === 1 ? findChannelSpans(meters[0]!.levels) : null

function areSeparated([left, right]: ChannelLevels): boolean {
  const [minLeft, minRight] = [audibleLevel(left), audibleLevel(right)]
  let [heard, onlyLeft, onlyRight] = [0, 0, 0]
  for (let step = 0; step < Math.min(left.length, right.length); step++) {
    const [l, r] = [left[step]!, right[step]!]
    if (l < minLeft && r < minRight) continue
    heard++
    if (l >= minLeft && l - r > ECHO) onlyLeft++
    if (r >= minRight && r - l > ECHO) onlyRight++
  }
  const minSide = Math.max(MIN_SIDE / LEVEL_STEP, heard * MIN_SIDE_SHARE)
  return onlyLeft + onlyRight >= heard * MIN_ONE_SIDED && Math.min(onlyLeft, onlyRight) >= minSide
}

function audibleLevel(levels: readonly number[]): number {
  const sorted = levels.toSorted((a, b) => a - b)
  const quiet = sorted[Math.floor(levels.length * QUIET_SHARE)] ?? MIN_LEVEL
  const loud = sorted[Math.floor(levels.length * (1 - LOUD_SHARE))] ?? MIN_LEVEL
  return Math.max(MIN_LEVEL, Math.min(quiet + ABOVE_NOISE, loud - SPEECH_RANGE))
}

function spansWithoutEcho(own: readonly number[], other: readonly number[]): ChannelSpan[] {
  const spans: [start: Millis, end: Millis][] = []
  for (const [step, level] of own.entries()) {
    if ((other[step] ?? -Infinity) - level > ECHO) continue
    const [start, end] = [step * LEVEL_STEP, (step + 1) * LEVEL_STEP]
    const last = spans.at(-1)
    if (last && start - last[1] <= MAX_PAUSE) last[1] = end
    else spans.push([start, end])
  }
  return spans.filter(([start, end]) => end - start >= MIN_SPAN)
}

/** Returns the parts of a span from `start` to `end` that lie in the given spans. */
export function cutToSpans(start: Millis, end: Millis, spans: readonly ChannelSpan[]): ChannelSpan[] {
  const parts: ChannelSpan[] = []
  for (let n = firstEndingAfter(spans, start); n < spans.length && spans[n]![0] < end; n++)
    parts.push([Math.max(start, spans[n]![0]), Math.min(end, spans[n]![1])])
  return parts.filter((part) => part[1] - part[0] >= MIN_SPAN)
}

function firstEndingAfter(spans: readonly ChannelSpan[], time: Millis): number {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle]![1] > time) high = middle
    else low = middle + 1
  }
  return low
}

/** Silences what lies outside of the spans. */
export async function* keepSpans(
  pcm: AsyncIterable<Float32Array>,
  spans: readonly ChannelSpan[],
  sampleRate: number,
): AsyncGenerator<Float32Array> {
  let position = 0
  let next = 0
  for await (const chunk of pcm) {
    const kept = new Float32Array(chunk.length)
    const end = position + chunk.length
    for (; next < spans.length; next++) {
      const [from, to] = spans[next]!.map((time) => Math.round((time * sampleRate) / 1000)) as [number, number]
      const [first, last] = [Math.max(0, from - position), Math.min(chunk.length, to - position)]
      if (first < last) kept.set(chunk.subarray(first, last), first)
      if (to > end) break
    }
    position = end
    yield kept
  }
}
