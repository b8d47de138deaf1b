import type { Millis } from '#kit/units.ts'
import type { Segment } from '#features/files/contract.ts'

/** Index of the last segment that begins at or before a time; -1 before the first. Segments stand in order of time. */
export function segmentAt(segments: readonly Segment[], time: Millis): number {
  return lastAtOrBefore(segments.length, (index) => segments[index]?.start_time ?? 0, time)
}

/** Index of the word being spoken at a time, -1 when none is: before the first, after the last, or long after one ended. */
export function wordAt({ words = [], start_time, end_time }: Segment, time: Millis): number {
  if (time < start_time || time >= end_time) return -1
  const index = lastAtOrBefore(words.length, (at) => words[at]?.[0] ?? 0, time)
  const end = words[index]?.[1] ?? 0
  return time < end + LINGERS ? index : -1
}

/** A word stays marked through the short silence behind it, so that the mark does not flicker. */
const LINGERS: Millis = 300

function lastAtOrBefore(length: number, startOf: (index: number) => Millis, time: Millis): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (startOf(middle) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}
