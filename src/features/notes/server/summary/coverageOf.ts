import type { Millis } from '#kit/units.ts'
import type { Coverage, Segment } from './summary.ts'

/**
 * How much of a recording was read, counted in segments. When all were, the silence before and after them counts as
 * covered too; when some were not, the span ends where the reading did.
 */
export function coverageOf(segments: readonly Segment[], read: ReadonlySet<string>, duration?: Millis): Coverage {
  const done = segments.filter((segment) => read.has(segment.id))
  const last = (all: readonly Segment[]) => all.reduce((end, segment) => Math.max(end, segment.end), 0)
  if (done.length === segments.length) return { start: 0, end: Math.max(duration ?? 0, last(segments)), share: 1 }
  return { start: done[0]?.start ?? 0, end: last(done), share: done.length / segments.length }
}
