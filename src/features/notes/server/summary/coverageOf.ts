import type { Millis } from '#kit/units.ts'
import type { Coverage, Segment } from './summary.ts'

export type Extent = {
  readonly duration?: Millis | undefined
  /** Total length of speech that was not understood. */
  readonly notUnderstood?: Millis | undefined
}

/**
 * Returns how much of the speech was read, by its length. When all segments were read, the silence before and after them counts
 * as covered. Otherwise the span ends with the last segment that was read.
 */
export function coverageOf(segments: readonly Segment[], read: ReadonlySet<string>, extent: Extent): Coverage {
  const done = segments.filter((segment) => read.has(segment.id))
  const share = shareOf(done, segments, extent.notUnderstood ?? 0)
  const last = (all: readonly Segment[]) => all.reduce((end, segment) => Math.max(end, segment.end), 0)
  if (done.length === segments.length) return { start: 0, end: Math.max(extent.duration ?? 0, last(segments)), share }
  return { start: done[0]?.start ?? 0, end: last(done), share }
}

function shareOf(done: readonly Segment[], all: readonly Segment[], notUnderstood: Millis): number {
  if (done.length === all.length && notUnderstood === 0) return 1
  const time = (segments: readonly Segment[]) => segments.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0)
  const whole = time(all) + notUnderstood
  return whole === 0 ? 0 : time(done) / whole
}
