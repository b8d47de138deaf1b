import { FRAME_SECONDS } from './networks.ts'
import { FIRST_FRAME, type SpeakerFrames } from './revoice.ts'
import type { SpeakerTurn } from '../speakers.ts'

/** Maximum gap that is closed within a turn, in seconds: a pause, and a gap in which another speaker speaks. */
const MAX_PAUSE = 0.5
const MAX_GAP = 0.25
/** Shorter turns are dropped, in seconds. */
const MIN_TURN = 0.1

/** Frames from `from` to `to`. */
type Span = { readonly from: number; to: number }

/** Converts frames to turns, sorted by their start. `duration` is that of the recording in seconds. */
export function findTurns(frames: SpeakerFrames, duration: number): SpeakerTurn[] {
  const toMillis = (frame: number) => {
    return Math.round(1000 * (frame === 0 ? 0 : Math.min(Math.max(0, frame * FRAME_SECONDS + FIRST_FRAME), duration)))
  }
  return Array.from({ length: frames.speakers }, (_, speaker) => speaker)
    .flatMap((speaker) =>
      findSpans(frames, speaker).map(({ from, to }) => ({ start: toMillis(from), end: toMillis(to), speaker })),
    )
    .filter(({ start, end }) => end - start >= 1000 * MIN_TURN)
    .sort((a, b) => a.start - b.start || a.speaker - b.speaker)
}

function findSpans({ active, speakers }: SpeakerFrames, speaker: number): Span[] {
  const count = active.length / speakers
  const spans: Span[] = []
  for (let from = 0; from < count; from++) {
    if (active[from * speakers + speaker] === 0) continue
    let to = from
    while (to < count && active[to * speakers + speaker] === 1) to++
    const last = spans.at(-1)
    const gap = last && (from - last.to) * FRAME_SECONDS
    // The speaker is silent in the gap, so any active frame in it is another speaker's.
    const isPause = last && !active.subarray(last.to * speakers, from * speakers).includes(1)
    if (last && gap! < (isPause ? MAX_PAUSE : MAX_GAP)) last.to = to
    else spans.push({ from, to })
    from = to
  }
  return spans
}
