import type { SummaryPoint, SummaryResult } from '../../contract.ts'
import { toTimeLink } from '#shared/timeLink.ts'
import type { Point, Summary } from './summary.ts'
import type { SummaryLabels } from './labels/SummaryLabels.ts'
import { formatTimestamp, coveredPercent } from '../../rules.ts'
import { escapeMarkdown } from './plainText.ts'

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

/**
 * Returns the summary as a Markdown document with translated headings. Every line ends with a link to its time, such as
 * `[6:14](#t=374000)`. There are no other links, whatever the transcript or the model contains.
 */
export function toMarkdown(summary: Summary, labels: SummaryLabels): string {
  const isExtractive = summary.engine.kind === 'extractive'
  const blocks = [
    summary.headline ? `# ${escapeMarkdown(summary.headline)}` : '',
    `*${renderOrigin(summary, labels)}*`,
    summary.overview ? renderLine(summary.overview, labels) : '',
    ...renderSection(isExtractive ? labels.highlights : labels.keyPoints, summary.points, labels),
    ...renderSection(isExtractive ? labels.possibleActions : labels.actions, summary.actions, labels),
    ...(summary.keyphrases.length > 0
      ? [`## ${labels.keyphrases}`, summary.keyphrases.map(escapeMarkdown).join(labels.listComma)]
      : []),
    summary.points.length + summary.actions.length === 0 && !summary.overview ? labels.nothing : '',
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function renderOrigin({ coverage, engine }: Summary, labels: SummaryLabels): string {
  const span = {
    from: formatTimestamp(coverage.start),
    to: formatTimestamp(coverage.end),
    percent: String(coveredPercent(coverage.share)),
  }
  const coverageText = labels.covers.replace(/\{(from|to|percent)\}/g, (_, name: keyof typeof span) => span[name])
  const author =
    engine.kind === 'extractive' ? labels.byExtractive : labels.byModel.replace('{model}', () => escapeMarkdown(engine.id))
  return `${coverageText} ${author}`
}

function renderSection(heading: string, points: readonly Point[], labels: SummaryLabels): string[] {
  if (points.length === 0) return []
  return [`## ${heading}`, points.map((point) => `- ${renderLine(point, labels)}`).join('\n')]
}

function renderLine(point: Point, labels: SummaryLabels): string {
  const citation =
    point.start === null ? `*(${labels.unsupported})*` : `[${formatTimestamp(point.start)}](${toTimeLink(point.start)})`
  return `${escapeMarkdown(point.text)} ${citation}`
}
