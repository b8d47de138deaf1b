import { MAX_DURATION } from '../../../rules.ts'
import type { Channels, TimedChannels } from './decodeTrack.ts'

/** A longer hole becomes silence. Time stamps are rounded, and clocks are not exact. ffmpeg uses the same value. */
const MIN_HOLE_SECONDS = 0.1
/** In a transport stream a greater jump is a change of its clock. ffmpeg uses the same value. */
const MAX_HOLE_OF_STREAM_SECONDS = 10
/** In other files only a jump that is longer than any recording is. */
const MAX_HOLE_SECONDS = MAX_DURATION / 1000

/** Where a track lies in its file, in seconds by its time stamps. */
export type TimelineOptions = {
  /** The beginning of the file. */
  readonly origin: number
  /** What lies before it was cut off. */
  readonly start: number
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
  { origin, start, end, hasClockChanges }: TimelineOptions,
): AsyncGenerator<Channels> {
  const maxHole = hasClockChanges ? MAX_HOLE_OF_STREAM_SECONDS : MAX_HOLE_SECONDS
  let position = 0
  let clock = origin
  for await (const { timestamp, sampleRate, channels } of pieces) {
    const frames = channels[0]?.length ?? 0
    const cutOff = start - timestamp
    const from = position === 0 && cutOff > 0 ? Math.min(frames, Math.round(cutOff * sampleRate)) : 0
    const to = end === null ? frames : Math.max(from, Math.min(frames, Math.round((end - timestamp) * sampleRate)))
    if (to <= from) continue
    const hole = timestamp - clock + from / sampleRate - position
    if (position > 0 && (hole > maxHole || (hasClockChanges && hole < -maxHole))) clock += hole
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
