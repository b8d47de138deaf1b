import type { Millis } from '#kit/units.ts'
import type { Coverage, Segment } from './summary.ts'

export type Extent = {
  readonly duration?: Millis | undefined
  /** How much speech was not understood. */
  readonly notUnderstood?: Millis | undefined
}

/**
 * How much of the speech of a recording was read, by its time. When all segments were, the silence before and after them
 * counts as covered too; when some were not, the span ends where the reading did.
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
