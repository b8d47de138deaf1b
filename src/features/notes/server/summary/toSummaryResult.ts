import type { SummarySection, SummaryResult } from '../../contract.ts'
import { toTimeLink } from '#shared/timeLink.ts'
import type { Point, Section, Summary } from './summary.ts'
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
      template: summary.template,
      sections: toWireSections(summary.sections),
      chapters: [...summary.chapters],
      mentions: [...summary.mentions],
      talk_time: [...summary.talkTime],
      silence_ms: summary.silence,
    },
    content: { markdown },
  }
}

function toWireSections(sections: readonly Section[]): SummarySection[] {
  let count = 0
  return sections.map(({ kind, heading, points }) => ({
    kind,
    heading,
    points: points.map(({ start, segments, ...point }) => ({
      ...point,
      id: `p${++count}`,
      segments: [...segments],
      start_time: start,
      done: false,
    })),
  }))
}

/**
 * Returns the summary as a Markdown document with translated headings. Every line ends with a link to its time, such as
 * `[6:14](#t=374000)`. There are no other links, whatever the transcript or the model contains.
 */
export function toMarkdown(summary: Summary, labels: SummaryLabels): string {
  const blocks = [
    summary.headline ? `# ${escapeMarkdown(summary.headline)}` : '',
    `*${renderOrigin(summary, labels)}*`,
    ...summary.sections.flatMap((section) => renderSection(section, labels)),
    ...(summary.keyphrases.length > 0
      ? [`## ${labels.keyphrases}`, summary.keyphrases.map(escapeMarkdown).join(labels.listComma)]
      : []),
    summary.sections.length === 0 ? labels.nothing : '',
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

function renderSection({ kind, heading, points }: Section, labels: SummaryLabels): string[] {
  const lines = points.map((point) => renderLine(point, labels))
  return kind === 'overview' ? lines : [`## ${escapeMarkdown(heading)}`, lines.map((line) => `- ${line}`).join('\n')]
}

function renderLine(point: Point, labels: SummaryLabels): string {
  const citation =
    point.start === null ? `*(${labels.unsupported})*` : `[${formatTimestamp(point.start)}](${toTimeLink(point.start)})`
  return `${escapeMarkdown(point.text)} ${citation}`
}
