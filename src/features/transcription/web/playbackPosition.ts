import type { Millis } from '#shared/units.ts'
import type { Segment } from '#features/files/contract.ts'

/** Returns the index of the last segment that starts at or before a time, or -1. The segments must be sorted by time. */
export function segmentIndexAt(segments: readonly Segment[], time: Millis): number {
  return findLastIndexAtOrBefore(segments.length, (index) => segments[index]?.start_time ?? 0, time)
}

/** Returns the index of the word spoken at a time, or -1 outside the segment and long after the last word has ended. */
export function wordIndexAt({ words = [], start_time, end_time }: Segment, time: Millis): number {
  if (time < start_time || time >= end_time) return -1
  const index = findLastIndexAtOrBefore(words.length, (wordIndex) => words[wordIndex]?.[0] ?? 0, time)
  const end = words[index]?.[1] ?? 0
  return time < end + HIGHLIGHT_LINGER ? index : -1
}

/** How long a word stays highlighted after its end, so that the highlight does not flicker between words. */
const HIGHLIGHT_LINGER: Millis = 300

function findLastIndexAtOrBefore(length: number, startOf: (index: number) => Millis, time: Millis): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (startOf(middle) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}
