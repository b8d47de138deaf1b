import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { createSampleBuffer, createSegmenter, MAX_SEGMENT, MIN_SEGMENT, type SpeechRange } from './segmenter.ts'

/** A window to transcribe: its audio with padding and the speech segments in it. All positions count samples of the recording. */
export type PlannedWindow = {
  /** Position of the first sample of `pcm`. */
  readonly start: number
  readonly pcm: Float32Array
  readonly segments: readonly SpeechRange[]
}

/** Plans windows while the recording is still being read. Keeps less than a minute of audio, or two windows of the given length. */
export type WindowPlanner = {
  /** Takes the next frame (512 samples; the last may be shorter) and its speech probability. Returns complete windows. */
  push: (frame: Float32Array, probability: number) => PlannedWindow[]
  /** Returns the position before which no audio still has to be transcribed. */
  readonly settledUntil: () => number
  /** Returns the remaining windows at the end of the recording. */
  finish: () => PlannedWindow[]
}

const PADDING = 0.3 * SPEECH_SAMPLE_RATE

/**
 * Joins segments of speech and the pauses between them up to 28 s, with 0.3 s of padding that never reaches into neighbouring
 * speech. Transcribing segments one by one adds 4 points of word errors. A recording of 28 s or less with speech is not split at
 * all: 15.9 instead of 17.5 % word errors over 25 FLEURS sentences of 5 to 20 s. `origin` is the position of the first sample.
 * Engines that take less or more than 28 s set `maxWindow`, in samples.
 */
export function createWindowPlanner(origin: number, maxWindow = MAX_SEGMENT): WindowPlanner {
  const buffer = createSampleBuffer(origin)
  const segmenter = createSegmenter(buffer, maxWindow)
  let segments: SpeechRange[] = []
  /** End of the speech in the previous window. */
  let previousEnd = origin

  const settledUntil = () => segments[0]?.start ?? segmenter.openStart() ?? buffer.end()
  const isShort = () => buffer.end() - origin <= maxWindow
  const closeWindow = (next: number, padding = PADDING): PlannedWindow[] => {
    const [first, last] = [segments[0], segments.at(-1)]
    if (!first || !last) return []
    const start = Math.max(previousEnd, first.start - padding)
    const window = { start, pcm: buffer.slice(start, Math.min(next, last.end + padding)), segments }
    previousEnd = last.end
    segments = []
    return last.end - first.start >= MIN_SEGMENT ? [window] : []
  }
  const addSegment = (segment: SpeechRange): PlannedWindow[] => {
    const first = segments[0]
    const closed = first && segment.end - first.start > maxWindow ? closeWindow(segment.start) : []
    segments.push(segment)
    return closed
  }

  return {
    push: (frame, probability) => {
      const position = buffer.end()
      buffer.push(frame)
      const planned = segmenter.push(position, probability).flatMap(addSegment)
      const first = segments[0]
      const isFull = first && segmenter.openStart() === undefined && position - first.start > maxWindow
      if (isFull) planned.push(...closeWindow(buffer.end()))
      if (!isShort()) buffer.dropBefore(Math.max(previousEnd, settledUntil() - PADDING))
      return planned
    },
    settledUntil,
    finish: () => [
      ...segmenter.finish(buffer.end()).flatMap(addSegment),
      ...closeWindow(buffer.end(), isShort() ? maxWindow : PADDING),
    ],
  }
}
