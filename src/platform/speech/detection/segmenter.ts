import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { quietestPosition } from './loudness.ts'
import { SILERO_FRAME } from './silero.ts'

/** A range of the recording in samples, `end` exclusive. */
export type SampleRange = { readonly start: number; readonly end: number }

/** Detected speech and the mean probability of its frames. Noise mistaken for speech has a lower one. */
export type SpeechRange = SampleRange & { readonly probability: number }

/** Maximum length of a segment and of a window. Whisper takes 30 s; the padding needs some of it. */
export const MAX_SEGMENT = 28 * SPEECH_SAMPLE_RATE
/** Anything shorter is likely a cough, for which Whisper invents words. */
export const MIN_SEGMENT = Math.round(0.3 * SPEECH_SAMPLE_RATE)

const SPEECH_THRESHOLD = 0.5
const SILENCE_THRESHOLD = 0.35
const ENDING_SILENCE = 0.5 * SPEECH_SAMPLE_RATE
const QUIET_SAMPLES = 0.03 * SPEECH_SAMPLE_RATE
const QUIET_STEP = 0.01 * SPEECH_SAMPLE_RATE

/** Finds segments of speech frame by frame. */
export type Segmenter = {
  /** Takes the probability of the frame that starts at `position`. Returns the segments that are now complete. */
  push: (position: number, probability: number) => SpeechRange[]
  /** Returns the start of the unfinished segment, or undefined. */
  readonly openStart: () => number | undefined
  /** Returns the unfinished segment when the recording ends at `end`. */
  finish: (end: number) => SpeechRange[]
}

/**
 * Speech begins at probability 0.5 and ends after half a second below 0.35. Speech longer than `maxSegment` is split at its
 * quietest 30 ms in the last 40 %: between 16.8 and 28 s.
 */
export function createSegmenter(buffer: SampleBuffer, maxSegment = MAX_SEGMENT): Segmenter {
  let start: number | undefined
  let quietSince: number | undefined
  let [sum, frames] = [0, 0]
  const meanProbability = () => sum / Math.max(1, frames)
  const closeSegment = (end: number): SpeechRange[] => {
    const segment = start === undefined ? undefined : { start, end, probability: meanProbability() }
    start = quietSince = undefined
    ;[sum, frames] = [0, 0]
    return segment && segment.end - segment.start >= MIN_SEGMENT ? [segment] : []
  }
  return {
    openStart: () => start,
    push: (position, probability) => {
      if (probability >= SPEECH_THRESHOLD) {
        start ??= position
        quietSince = undefined
      } else if (start !== undefined && probability < SILENCE_THRESHOLD) quietSince ??= position
      if (start === undefined) return []
      if (quietSince === undefined) [sum, frames] = [sum + probability, frames + 1]
      if (quietSince !== undefined && position - quietSince >= ENDING_SILENCE) return closeSegment(quietSince)
      if ((quietSince ?? position + SILERO_FRAME) - start <= maxSegment) return []
      const segment = { start, end: splitPosition(buffer, start, maxSegment), probability: meanProbability() }
      start = segment.end
      return [segment]
    },
    finish: (end) => closeSegment(quietSince ?? end),
  }
}

/** Returns the position at which a segment of maximum length that starts at `start` is split. */
function splitPosition(buffer: SampleBuffer, start: number, maxSegment: number): number {
  const from = start + Math.floor(0.6 * maxSegment)
  const samples = buffer.slice(from, start + maxSegment)
  return from + (quietestPosition(samples, QUIET_SAMPLES, QUIET_STEP) ?? samples.length)
}

/** Samples that are still needed, addressed by their position in the recording. */
export type SampleBuffer = {
  /** Position of the next sample. */
  readonly end: () => number
  push: (samples: Float32Array) => void
  /** Returns a copy of the samples from `start` to `end` (exclusive). Dropped and future samples are left out. */
  slice: (start: number, end: number) => Float32Array
  /** Drops all samples before `start`. */
  dropBefore: (start: number) => void
}

/** Returns an empty buffer whose first sample has the position `origin`. */
export function createSampleBuffer(origin: number): SampleBuffer {
  let samples = new Float32Array(1 << 16)
  let start = origin
  let length = 0
  return {
    end: () => start + length,
    push: (chunk) => {
      if (length + chunk.length > samples.length) {
        const larger = new Float32Array(2 * (length + chunk.length))
        larger.set(samples.subarray(0, length))
        samples = larger
      }
      samples.set(chunk, length)
      length += chunk.length
    },
    slice: (from, to) => samples.slice(Math.max(0, from - start), Math.max(0, Math.min(length, to - start))),
    dropBefore: (position) => {
      const dropped = Math.min(length, position - start)
      if (dropped <= 0) return
      samples.copyWithin(0, dropped, length)
      start += dropped
      length -= dropped
    },
  }
}
