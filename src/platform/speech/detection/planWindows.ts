import type { Millis } from '#shared/units.ts'
import { millisToSample, rechunk, sampleToMillis } from '#platform/audio/audio.ts'
import { removeOffset } from '#platform/audio/removeOffset.ts'
import { createFrameNormalizer } from './loudness.ts'
import { SILERO_FRAME, type Silero } from './silero.ts'
import { createWindowPlanner, type PlannedWindow } from './windowPlanner.ts'

export type PlanOptions = {
  /** Position of the first sample of `pcm` in the recording. */
  readonly resumeAt: Millis
  /** Maximum length of a window in samples; 28 s by default. */
  readonly maxWindow?: number
  readonly onProgress: (done: Millis) => void
}

/** About every 4 s of audio. */
const FRAMES_PER_REPORT = 125

/** Detects speech in a recording and returns its windows one after another, in order and without overlaps. */
export async function* planWindows(
  silero: Silero,
  pcm: AsyncIterable<Float32Array>,
  { resumeAt, maxWindow, onProgress }: PlanOptions,
): AsyncGenerator<PlannedWindow, void> {
  const detect = createSpeechDetector(silero)
  const planner = createWindowPlanner(millisToSample(resumeAt), maxWindow)
  let frames = 0
  for await (const frame of rechunk(removeOffset(pcm), SILERO_FRAME)) {
    yield* planner.push(frame, await detect(frame))
    if (++frames % FRAMES_PER_REPORT === 0) onProgress(sampleToMillis(planner.settledUntil()))
  }
  yield* planner.finish()
  onProgress(sampleToMillis(planner.settledUntil()))
}

/** Classifies each frame both unchanged and normalized, so that quiet speech is detected. Returns the higher probability. */
function createSpeechDetector(silero: Silero): (frame: Float32Array) => Promise<number> {
  const [detect, normalizeFrame] = [silero.createDetector(2), createFrameNormalizer()]
  return async (frame) => Math.max(...(await detect([frame, normalizeFrame(frame)])))
}
