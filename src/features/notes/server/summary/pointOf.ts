import { plainText } from './plainText.ts'
import type { Point, Segment } from './summary.ts'

const MOST_CITATIONS = 6

/** Returns a line of the summary as plain text, with its citations in the order of the recording. */
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
