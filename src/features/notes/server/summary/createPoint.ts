import { toPlainText } from './plainText.ts'
import type { Point, Segment } from './summary.ts'

const MAX_CITATIONS = 6

/** Returns a line of the summary as plain text, with its citations in the order of the recording. */
export function createPoint(text: string, supportingSegments: readonly Segment[]): Point {
  const cited = [...new Set(supportingSegments)].sort((a, b) => a.start - b.start).slice(0, MAX_CITATIONS)
  const firstCited = cited[0]
  return {
    text: toPlainText(text),
    segments: cited.map((segment) => segment.id),
    start: firstCited?.start ?? null,
    speaker: firstCited ? toPlainText(firstCited.speaker) || null : null,
    supported: firstCited !== undefined,
  }
}
