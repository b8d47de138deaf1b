import { plainText } from './plainText.ts'
import type { Point, Segment } from './summary.ts'

const MOST_CITATIONS = 6

/** A line of the summary resting on these segments, made plain and put in the order of the recording. */
export function pointOf(text: string, rests: readonly Segment[]): Point {
  const cited = [...new Set(rests)].sort((a, b) => a.start - b.start).slice(0, MOST_CITATIONS)
  const first = cited[0]
  return {
    text: plainText(text),
    segments: cited.map((segment) => segment.id),
    start: first?.start ?? null,
    speaker: first ? plainText(first.speaker) || null : null,
    supported: first !== undefined,
  }
}
