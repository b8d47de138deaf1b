import { rechunk, SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import type { Millis } from '#shared/units.ts'
import type { TimeSpan } from '../speech.ts'

/** Time between two levels. */
export const LEVEL_STEP: Millis = 50
const STEP_SAMPLES = (SPEECH_SAMPLE_RATE * LEVEL_STEP) / 1000
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

/** The levels of two channels in dB, a value for each 50 ms. */
export type ChannelLevels = readonly [left: readonly number[], right: readonly number[]]

/** Measures two channels of the same recording (16 kHz). */
export async function measureChannels(
  left: AsyncIterable<Float32Array>,
  right: AsyncIterable<Float32Array>,
): Promise<ChannelLevels> {
  return [await levelsOf(left), await levelsOf(right)]
}

async function levelsOf(pcm: AsyncIterable<Float32Array>): Promise<number[]> {
  const levels: number[] = []
  for await (const step of rechunk(pcm, STEP_SAMPLES)) {
    const energy = step.reduce((sum, sample) => sum + sample * sample, 0) / step.length
    levels.push(10 * Math.log10(energy + 1e-12))
  }
  return levels
}

/** Returns whether each channel has a person of its own, as in the recording of a call. */
export function areSeparated([left, right]: ChannelLevels): boolean {
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

/** Returns the parts of a turn on one channel in which it is not the echo of the other. */
export function withoutEcho(turn: TimeSpan, levels: ChannelLevels, channel: 0 | 1): TimeSpan[] {
  const [own, other] = channel === 0 ? levels : [levels[1], levels[0]]
  const parts: TimeSpan[] = []
  for (let step = Math.floor(turn.start / LEVEL_STEP); step * LEVEL_STEP < turn.end; step++) {
    if ((other[step] ?? -Infinity) - (own[step] ?? -Infinity) > ECHO) continue
    const [start, end] = [Math.max(turn.start, step * LEVEL_STEP), Math.min(turn.end, (step + 1) * LEVEL_STEP)]
    const last = parts.at(-1)
    if (last && start - last.end <= MAX_PAUSE) parts[parts.length - 1] = { start: last.start, end }
    else parts.push({ start, end })
  }
  return parts.filter(({ start, end }) => end - start >= MIN_PART)
}

/** Pauses between sounds of one person within a turn, and what is left of a turn at least. */
const MAX_PAUSE: Millis = 300
const MIN_PART: Millis = 100
