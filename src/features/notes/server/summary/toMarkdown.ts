import { clockTime, percentRead, timeHref } from '../../rules.ts'
import { escapeMarkdown } from './plainText.ts'
import type { Point, Summary } from './summary.ts'
import type { SummaryWords } from './summaryWordTable.ts'

/**
 * Returns the summary as a Markdown document with translated headings. Every line ends with a link to its time, such as
 * `[6:14](#t=374000)`. There are no other links, whatever the transcript or the model contains.
 */
export function toMarkdown(summary: Summary, words: SummaryWords): string {
  const extractive = summary.engine.kind === 'extractive'
  const blocks = [
    summary.headline ? `# ${escapeMarkdown(summary.headline)}` : '',
    `*${origin(summary, words)}*`,
    summary.overview ? line(summary.overview, words) : '',
    ...part(extractive ? words.highlights : words.keyPoints, summary.points, words),
    ...part(extractive ? words.possibleActions : words.actions, summary.actions, words),
    ...(summary.keyphrases.length > 0
      ? [`## ${words.keyphrases}`, summary.keyphrases.map(escapeMarkdown).join(words.listComma)]
      : []),
    summary.points.length + summary.actions.length === 0 && !summary.overview ? words.nothing : '',
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function origin({ coverage, engine }: Summary, words: SummaryWords): string {
  const span = { from: clockTime(coverage.start), to: clockTime(coverage.end), percent: String(percentRead(coverage.share)) }
  const covers = words.covers.replace(/\{(from|to|percent)\}/g, (_, name: keyof typeof span) => span[name])
  const by = engine.kind === 'extractive' ? words.byExtractive : words.byModel.replace('{model}', () => escapeMarkdown(engine.id))
  return `${covers} ${by}`
}

function part(heading: string, points: readonly Point[], words: SummaryWords): string[] {
  if (points.length === 0) return []
  return [`## ${heading}`, points.map((point) => `- ${line(point, words)}`).join('\n')]
}

function line(point: Point, words: SummaryWords): string {
  const support = point.start === null ? `*(${words.unsupported})*` : `[${clockTime(point.start)}](${timeHref(point.start)})`
  return `${escapeMarkdown(point.text)} ${support}`
}
