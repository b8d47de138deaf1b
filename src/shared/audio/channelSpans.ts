import type { Millis } from '../units.ts'

/** Time between two levels. */
const LEVEL_STEP: Millis = 50
const STEPS_PER_SECOND = 1000 / LEVEL_STEP
/** A channel that is this much quieter than the other one contains only its echo, in dB, even when the echo is delayed. */
const ECHO = 12
const MAX_ECHO_DELAY: Millis = 300
/**
 * A step is active when it is this much louder than the noise of its channel, or at most this much quieter than its loud speech, in
 * dB.
 */
const ABOVE_NOISE = 10
const BELOW_LOUD = 12
/** The minimum dynamic range of a channel with speech, in dB. */
const MIN_RANGE = 15
/**
 * The fraction of steps that contain only noise, because people pause, and of those with loud speech. A person may hardly pause.
 */
const NOISE_SHARE = 0.02
const LOUD_SHARE = 0.05
/** Quieter steps are digital silence, in dB below full scale: a call that is on hold or muted. */
const DIGITAL_SILENCE = -80
/** Each channel of a call has one person: at least this fraction of the active steps is active on only one channel, … */
const MIN_ONE_SIDED = 0.85
/** … and at least this fraction on each of them. */
const MIN_SIDE_SHARE = 0.05
const MIN_SIDE: Millis = 2_000
/** Padding around active steps, as long as the other channel is not active, for the quiet beginnings and endings of words. */
const MARGIN: Millis = 500
const MIN_SPAN: Millis = 100
/** More spans than a five-hour conversation has. */
export const MAX_CHANNEL_SPANS = 20_000

/** The levels of two channels in dB, one value per 50 ms. */
export type ChannelLevels = readonly [left: readonly number[], right: readonly number[]]
export type ChannelSpan = readonly [start: Millis, end: Millis]
/** When each of two channels is active, without the echo of the other: ordered and disjoint. */
export type ChannelSpans = readonly [left: readonly ChannelSpan[], right: readonly ChannelSpan[]]

/**
 * Measures the first two channels of audio. Chunks may have any length, and their sample rate and number of channels may change.
 */
export class ChannelMeter {
  readonly #levels: readonly [number[], number[]] = [[], []]
  #sum: [number, number] = [0, 0]
  #energy: [number, number] = [0, 0]
  #filled = 0
  #sampleRate = 0
  /** Steps and samples since the sample rate last changed. A step is not an integer number of samples at every rate. */
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
        this.#sum[0] += left[i]!
        this.#sum[1] += right[i]!
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
    for (const channel of [0, 1] as const) {
      // Without the DC offset.
      const power = this.#energy[channel] / this.#filled - (this.#sum[channel] / this.#filled) ** 2
      this.#levels[channel].push(10 * Math.log10(Math.max(0, power) + 1e-12))
    }
    this.#steps++
    this.#filled = 0
    this.#sum = [0, 0]
    this.#energy = [0, 0]
  }
}

/**
 * Returns the spans of two channels with one person each, as in a recorded call; otherwise null. They are shifted by `delay`, like
 * the mix.
 */
export function findChannelSpans(levels: ChannelLevels, delay: Millis = 0): ChannelSpans | null {
  const [left, right] = [withoutNoise(levels[0]), withoutNoise(levels[1])]
  const active = [findActivity(left, right), findActivity(right, left)] as const
  if (!areSeparated(active)) return null
  const spans: ChannelSpans = [toSpans(active[0], active[1], delay), toSpans(active[1], active[0], delay)]
  return spans.some(({ length }) => length > MAX_CHANNEL_SPANS) ? null : spans
}

/** Returns the spans of a recording that was measured in parts. Only a recording with a single part can be a call. */
export const spansOfParts = (meters: readonly ChannelMeter[], delay: Millis): ChannelSpans | null =>
  meters.length === 1 ? findChannelSpans(meters[0]!.levels, delay) : null

/** Returns how much louder each step is than the noise of the channel; -Infinity for noise. */
function withoutNoise(levels: readonly number[]): number[] {
  const sorted = levels.filter((level) => level > DIGITAL_SILENCE).toSorted((a, b) => a - b)
  const noise = sorted[Math.floor(sorted.length * NOISE_SHARE)] ?? 0
  const loud = sorted[Math.floor(sorted.length * (1 - LOUD_SHARE))] ?? 0
  if (loud - noise < MIN_RANGE) return levels.map(() => -Infinity)
  const limit = Math.min(noise + ABOVE_NOISE, loud - BELOW_LOUD)
  return levels.map((level) => (level < limit ? -Infinity : 10 * Math.log10(10 ** (level / 10) - 10 ** (noise / 10))))
}

/** Returns which steps of a channel are active and not an echo of the other channel. */
function findActivity(own: readonly number[], other: readonly number[]): boolean[] {
  const delay = MAX_ECHO_DELAY / LEVEL_STEP
  return own.map((level, step) => {
    const loudest = Math.max(...other.slice(Math.max(0, step - delay), step + 1), -Infinity)
    return level > -Infinity && loudest - level <= ECHO
  })
}

type Activity = readonly [left: readonly boolean[], right: readonly boolean[]]

function areSeparated([left, right]: Activity): boolean {
  let [both, onlyLeft, onlyRight] = [0, 0, 0]
  for (const [step, isLeft] of left.entries()) {
    const isRight = right[step] ?? false
    if (isLeft && isRight) both++
    else if (isLeft) onlyLeft++
    else if (isRight) onlyRight++
  }
  const active = both + onlyLeft + onlyRight
  const minSide = Math.max(MIN_SIDE / LEVEL_STEP, active * MIN_SIDE_SHARE)
  return onlyLeft + onlyRight >= active * MIN_ONE_SIDED && Math.min(onlyLeft, onlyRight) >= minSide
}

/** Joins active steps, with padding that ends where only the other channel is active. */
function toSpans(own: readonly boolean[], other: readonly boolean[], delay: Millis): ChannelSpan[] {
  const margin = MARGIN / LEVEL_STEP
  const isOnlyOther = (step: number) => other[step] === true && own[step] !== true
  const steps = own.map(() => false)
  for (const [step, isActive] of own.entries()) {
    if (!isActive) continue
    steps[step] = true
    for (let at = step - 1; at >= Math.max(0, step - margin) && !own[at] && !isOnlyOther(at); at--) steps[at] = true
    for (let at = step + 1; at <= Math.min(own.length - 1, step + margin) && !own[at] && !isOnlyOther(at); at++) steps[at] = true
  }
  const spans: [start: Millis, end: Millis][] = []
  for (const [step, isIn] of steps.entries()) {
    if (!isIn) continue
    const [start, end] = [step * LEVEL_STEP + delay, (step + 1) * LEVEL_STEP + delay]
    const last = spans.at(-1)
    if (last?.[1] === start) last[1] = end
    else spans.push([start, end])
  }
  return spans.filter(([start, end]) => end - start >= MIN_SPAN)
}

/** Returns the parts of the range from `start` to `end` that are inside the given spans. */
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

/** Silences the audio outside of the spans. */
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
