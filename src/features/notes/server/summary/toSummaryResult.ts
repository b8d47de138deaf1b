import { formatTimeLink } from '#shared/markdown/inlineText.ts'
import type { SummaryItem } from '#features/files/contract.ts'
import type { SectionKind, SummaryChapter, SummaryForm, SummaryPoint, SummaryResult, SummarySection } from '../../contract.ts'
import type { Millis } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { Section, Summary } from './summary.ts'
import type { SummaryLabels } from './summaryLabels.ts'
import { summaryLabelsFor } from './summaryLabels.ts'
import { coveredPercent } from '../../rules.ts'
import { escapePlainText } from './plainText.ts'

/** Returns the summary as sent in responses (B§3). Its JSON text is the `ai_content` of a file. */
export function toSummaryResult(
  summary: Summary,
  { summaryId, labels }: { summaryId: string; labels: SummaryLabels },
): SummaryResult {
  const form = toForm(summary)
  const markdown = toMarkdown({ headline: summary.headline, form, notRead: summary.notRead }, labels)
  return {
    markdown,
    header: {
      headline: summary.headline,
      category: labels.categories[summary.category],
      summary_id: summaryId,
      original_category: summary.category,
    },
    form,
    content: { markdown },
  }
}

function toForm(summary: Summary): SummaryForm {
  const { engine, language, coverage, template, modelFailure } = summary
  return {
    engine,
    ...(modelFailure && { model_failure: modelFailure }),
    language,
    coverage: { start_time: coverage.start, end_time: coverage.end, share: coverage.share },
    keyphrases: [...summary.keyphrases],
    template,
    ...(summary.dimensions && { dimensions: [...summary.dimensions] }),
    sections: toWireSections(summary.sections),
    chapters: [...summary.chapters],
    mentions: [...summary.mentions],
    talk_time: [...summary.talkTime],
    silence_ms: summary.silence,
  }
}

/** Converts sections to their wire format. */
export function toWireSections(sections: readonly Section[]): SummarySection[] {
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

export type MarkdownInput = {
  readonly headline: string
  readonly form: SummaryForm
  /** The passages that could not be read. */
  readonly notRead: readonly { readonly start: Millis; readonly end: Millis }[]
}

/**
 * Returns the summary as a Markdown document with translated headings. Every line ends with a link to its time, such as
 * `[6:14](#t=374000)`, and a task starts with a checkbox. There are no other links, whatever the transcript or the model contains.
 */
export function toMarkdown({ headline, form, notRead }: MarkdownInput, labels: SummaryLabels): string {
  const { sections, chapters, keyphrases, template } = form
  const isEmpty = sections.length + chapters.length === 0
  const hasChapterSection = sections.some(({ kind }) => kind === 'chapters')
  const blocks = [
    headline ? `# ${escapePlainText(headline)}` : '',
    `*${renderOrigin(form, labels)}*`,
    ...notRead.map(({ start, end }) => fillSpan(labels.notRead, { from: formatTimestamp(start), to: formatTimestamp(end) })),
    ...sections.flatMap((section) => renderSection(section, { labels, isAutomatic: template === null })),
    ...(chapters.length > 0 && !hasChapterSection ? renderChapters(chapters, labels) : []),
    ...(keyphrases.length > 0 && template === null
      ? [`## ${labels.keyphrases}`, keyphrases.map(escapePlainText).join(labels.listComma)]
      : []),
    isEmpty ? labels.nothing : '',
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** Precedes the kind in the id of a dimension. */
const DIMENSION_MARK = ':'

/** Returns the id of the summary that a dimension belongs to. */
export const summaryIdOf = (itemId: string): string => itemId.split(DIMENSION_MARK)[0] ?? ''

/** Splits a summary of several dimensions into one text for each (B§3 multi-summary items). */
export function toDimensionItems({ language, sections, chapters }: SummaryForm, summaryId: string): SummaryItem[] {
  const labels = summaryLabelsFor(language)
  const toItem = (kind: SectionKind, category: string, blocks: readonly string[]): SummaryItem => ({
    ai_content: `${blocks.join('\n\n')}\n`,
    category,
    summary_id: `${summaryId}${DIMENSION_MARK}${kind}`,
    original_category: kind,
  })
  return [
    ...sections.map((section) => toItem(section.kind, section.heading, renderSection(section, { labels, isAutomatic: false }))),
    ...(chapters.length > 0 ? [toItem('chapters', labels.chapters, renderChapters(chapters, labels))] : []),
  ]
}

const renderChapters = (chapters: readonly SummaryChapter[], labels: SummaryLabels): string[] => [
  `## ${labels.chapters}`,
  chapters.map((chapter) => `- ${escapePlainText(chapter.title)} ${formatTimeLink(chapter.start_time)}`).join('\n'),
]

function renderOrigin({ coverage, engine }: SummaryForm, labels: SummaryLabels): string {
  const coverageText = fillSpan(labels.covers, {
    from: formatTimestamp(coverage.start_time),
    to: formatTimestamp(coverage.end_time),
    percent: String(coveredPercent(coverage.share)),
  })
  const author =
    engine.kind === 'extractive' ? labels.byExtractive : labels.byModel.replace('{model}', () => escapePlainText(engine.id))
  return `${coverageText} ${author}`
}

const fillSpan = (label: string, values: Readonly<Record<string, string>>): string =>
  label.replace(/\{(from|to|percent)\}/g, (_, name: string) => values[name] ?? '')

type SectionOptions = { readonly labels: SummaryLabels; readonly isAutomatic: boolean }

/** The overview of the automatic summary is directly below the title, without a heading. */
function renderSection({ kind, heading, points }: SummarySection, { labels, isAutomatic }: SectionOptions): string[] {
  const title = heading === '' ? [] : [`## ${escapePlainText(heading)}`]
  if (points.length === 0) return [...title, labels.nothingFound]
  const lines = points.map((point) => renderLine(point, labels))
  if (kind === 'overview') return [...(isAutomatic ? [] : title), ...lines]
  const marks = points.map(({ done }) => (kind === 'actions' ? (done ? '- [x]' : '- [ ]') : '-'))
  return [...title, lines.map((line, index) => `${marks[index] ?? '-'} ${line}`).join('\n')]
}

function renderLine({ text, owner, due, start_time: start, supported, differs }: SummaryPoint, labels: SummaryLabels): string {
  const task = [owner, due].filter((part) => part !== null && part !== '').map((part) => escapePlainText(part ?? ''))
  return [
    escapePlainText(text),
    ...(task.length > 0 ? [`(${task.join(labels.listComma)})`] : []),
    ...(start === null ? [] : [formatTimeLink(start)]),
    ...(supported ? [] : [`*(${differs ? labels.differs[differs] : labels.unsupported})*`]),
  ].join(' ')
}
