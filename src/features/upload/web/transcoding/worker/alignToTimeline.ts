import type { Channels, TimedChannels } from './decodeTrack.ts'

/** A longer hole becomes silence. Time stamps are rounded, and clocks are not exact. ffmpeg uses the same value. */
const MIN_HOLE_SECONDS = 0.1
/** In a transport stream a greater jump is a change of its clock. ffmpeg uses the same value. */
const MAX_HOLE_OF_STREAM_SECONDS = 10

/** Where a track lies in its file, in seconds by its time stamps. */
export type TimelineOptions = {
  /** The beginning of the file. What lies before it was cut off. */
  readonly origin: number
  /** What lies after it was cut off. */
  readonly end: number | null
  /** The clock may change, as in a transport stream that was joined. */
  readonly hasClockChanges: boolean
}

/**
 * Places decoded audio where its time stamps say, as a player does: a late start and holes are silence, and what was cut off by an
 * edit list is dropped. Audio whose time stamps go back follows what was before it, so that nothing is lost.
 */
export async function* alignToTimeline(
  pieces: AsyncIterable<TimedChannels>,
  { origin, end, hasClockChanges }: TimelineOptions,
): AsyncGenerator<Channels> {
  let position = 0
  let clock = origin
  for await (const { timestamp, sampleRate, channels } of pieces) {
    const frames = channels[0]?.length ?? 0
    const start = timestamp - clock
    const from = position === 0 && start < 0 ? Math.min(frames, Math.round(-start * sampleRate)) : 0
    const to = end === null ? frames : Math.max(from, Math.min(frames, Math.round((end - timestamp) * sampleRate)))
    if (to <= from) continue
    const hole = start + from / sampleRate - position
    if (hasClockChanges && position > 0 && Math.abs(hole) > MAX_HOLE_OF_STREAM_SECONDS) clock += hole
    else if (hole > MIN_HOLE_SECONDS) {
      position += hole
      yield* silence(Math.round(hole * sampleRate), { sampleRate, channels })
    }
    position += (to - from) / sampleRate
    yield { sampleRate, channels: to - from === frames ? channels : channels.map((samples) => samples.subarray(from, to)) }
  }
}

/** Yields silence like `example`, a second at a time. */
function* silence(frames: number, { sampleRate, channels }: Channels): Generator<Channels> {
  for (let left = frames; left > 0; left -= sampleRate)
    yield { sampleRate, channels: channels.map(() => new Float32Array(Math.min(left, sampleRate))) }
}
