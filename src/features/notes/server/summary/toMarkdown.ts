import { formatTimestamp, coveredPercent, toTimeLink } from '../../rules.ts'
import { escapeMarkdown } from './plainText.ts'
import type { Point, Summary } from './summary.ts'
import type { SummaryLabels } from './labels/SummaryLabels.ts'

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
