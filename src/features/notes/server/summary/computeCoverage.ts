import type { Millis } from '#shared/units.ts'
import type { Coverage, Segment } from './summary.ts'

export type CoverageOptions = {
  readonly duration?: Millis | undefined
  /** Total length of speech that was not understood. */
  readonly notUnderstood?: Millis | undefined
}

/**
 * Returns how much of the speech was read, by its length. When all segments were read, the silence before and after them counts
 * as covered. Otherwise the span ends with the last segment that was read.
 */
export function computeCoverage(segments: readonly Segment[], readIds: ReadonlySet<string>, options: CoverageOptions): Coverage {
  const readSegments = segments.filter((segment) => readIds.has(segment.id))
  const share = computeShare(readSegments, segments, options.notUnderstood ?? 0)
  const lastEnd = (all: readonly Segment[]) => all.reduce((end, segment) => Math.max(end, segment.end), 0)
  if (readSegments.length === segments.length) return { start: 0, end: Math.max(options.duration ?? 0, lastEnd(segments)), share }
  return { start: readSegments[0]?.start ?? 0, end: lastEnd(readSegments), share }
}

function computeShare(readSegments: readonly Segment[], all: readonly Segment[], notUnderstood: Millis): number {
  if (readSegments.length === all.length && notUnderstood === 0) return 1
  const totalDuration = (segments: readonly Segment[]) =>
    segments.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0)
  const total = totalDuration(all) + notUnderstood
  return total === 0 ? 0 : totalDuration(readSegments) / total
}
