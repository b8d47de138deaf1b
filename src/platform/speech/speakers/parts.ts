import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { FRAME_SECONDS, LOCAL_SPEAKERS, type WindowActivity } from './networks.ts'
import { VOICE_FRAMES_PER_SECOND } from './VoiceFrames.ts'

/** Consecutive voice frames. Those without a voice need no network. */
export type Part = { readonly isVoiced: boolean; readonly count: number }

/** Voice frames before and after a voice that are processed with it: half a second. */
const MARGIN = 6
/** Processing shorter silence costs less than the context of another part: two seconds. */
const MIN_SILENCE = 25
/** Maximum voice frames per network call, besides their context. Cutting a block into parts takes less memory. */
const MAX_PART = 125

/** Returns 1 for each voice frame from `from` to `to` that is within `margin` of a voice in a window, otherwise 0. */
export function findVoiced(
  starts: readonly number[],
  activities: readonly WindowActivity[],
  { from, to, margin = MARGIN }: { readonly from: number; readonly to: number; readonly margin?: number },
): Uint8Array {
  const voiced = new Uint8Array(to - from)
  starts.forEach((start, window) => {
    const { activity, frames } = activities[window]!
    const toVoiceFrame = (frame: number) =>
      Math.round((start / SPEECH_SAMPLE_RATE + frame * FRAME_SECONDS) * VOICE_FRAMES_PER_SECOND)
    if (toVoiceFrame(0) - margin >= to || toVoiceFrame(frames) + margin < from) return
    for (let frame = 0; frame < frames; frame++) {
      if (!activity.subarray(frame * LOCAL_SPEAKERS, (frame + 1) * LOCAL_SPEAKERS).includes(1)) continue
      const at = toVoiceFrame(frame) - from
      voiced.fill(1, Math.max(0, at - margin), Math.max(0, at + margin + 1))
    }
  })
  return voiced
}

/** Cuts voice frames into parts with and without voices. */
export function cutParts(voiced: Uint8Array): Part[] {
  const merged = voiced.slice()
  let at = 0
  for (const { isVoiced, count } of runsOf(voiced, voiced.length)) {
    if (!isVoiced && count < MIN_SILENCE) merged.fill(1, at, at + count)
    at += count
  }
  return runsOf(merged, MAX_PART)
}

/** Joins runs of equal values, at most `most` of them per run. */
function runsOf(values: Uint8Array, most: number): Part[] {
  const runs: Part[] = []
  for (let from = 0; from < values.length;) {
    let to = from + 1
    while (to < values.length && values[to] === values[from] && to - from < most) to++
    runs.push({ isVoiced: values[from] === 1, count: to - from })
    from = to
  }
  return runs
}
