import type { SummaryPoint, SummaryResult } from '../../contract.ts'
import { toMarkdown } from './toMarkdown.ts'
import type { Point, Summary } from './summary.ts'
import type { SummaryLabels } from './labels/SummaryLabels.ts'

/** Returns the summary as sent in responses (B§3). Its JSON text is the `ai_content` of a file. */
export function toSummaryResult(
  summary: Summary,
  { summaryId, labels }: { summaryId: string; labels: SummaryLabels },
): SummaryResult {
  const markdown = toMarkdown(summary, labels)
  const { coverage } = summary
  return {
    markdown,
    header: {
      headline: summary.headline,
      category: labels.categories[summary.category],
      summary_id: summaryId,
      original_category: summary.category,
    },
    form: {
      engine: summary.engine,
      language: summary.language,
      coverage: { start_time: coverage.start, end_time: coverage.end, share: coverage.share },
      keyphrases: [...summary.keyphrases],
      overview: summary.overview && toWirePoint(summary.overview),
      points: summary.points.map(toWirePoint),
      actions: summary.actions.map(toWirePoint),
    },
    content: { markdown },
  }
}

const toWirePoint = ({ text, segments, start, speaker, supported }: Point): SummaryPoint => ({
  text,
  segments: [...segments],
  start_time: start,
  speaker,
  supported,
})
