import { formatSpeaker } from '#features/transcription/rules.ts'
import { describeRecording } from '../../document/blocks.ts'
import type { ExportDocument, Paragraph } from '../../document/ExportDocument.ts'
import { oneLine } from '../escaping.ts'
import { labelsIn } from '../../document/labels.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/** Markdown. Notes are not changed, and each has its own heading. */
export function writeMd(document: ExportDocument): string {
  const labels = labelsIn(document.options.locale)
  const facts = describeRecording(document)
  const hasOtherParts = document.notes.length > 0 || document.highlights.length > 0
  const parts = [
    `# ${escapeMarkdown(oneLine(document.title))}`,
    ...(document.hasHeader && facts.length > 0 ? [escapeMarkdown(facts.join(' · '))] : []),
    ...document.notes.flatMap(({ heading, markdown }) => [
      `## ${escapeMarkdown(oneLine(heading))}`,
      noteText(markdown, document),
    ]),
    ...highlightParts(document),
    ...(hasOtherParts && document.paragraphs.length > 0 ? [`## ${labels.transcript}`] : []),
    ...document.paragraphs.map((paragraph) => speech(paragraph, document)),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** Replaces links to times, which only work in the page, with the times. */
const noteText = (markdown: string, { options }: ExportDocument): string =>
  markdown
    .replaceAll(/ ?\[([\d:]+)\]\(#t=\d{1,12}\)/g, options.times === 'none' ? '' : ' ($1)')
    .replaceAll(/^#{1,5}(?= )/gm, (marks) => `${marks}#`)
    .trim()

function highlightParts({ highlights, options }: ExportDocument): string[] {
  if (highlights.length === 0) return []
  return [
    `## ${labelsIn(options.locale).highlights}`,
    ...highlights.flatMap(({ start, text, comment }) => [
      `> ${options.times === 'none' ? '' : `**${formatTimestamp(start)}** `}${escapeMarkdown(text.replaceAll(/\s+/g, ' '))}`,
      escapeMarkdown(comment.trim()),
    ]),
  ]
}

const speech = ({ start, speaker, text }: Paragraph, { options }: ExportDocument): string =>
  `${options.times === 'none' ? '' : `**${formatTimestamp(start)}** `}${escapeMarkdown(oneLine(formatSpeaker(speaker) + text))}`

/** Escapes text that would begin a list, a heading, code or HTML, and character references. */
const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/([\\`*_{}[\]<>#|~])/g, '\\$1')
    .replaceAll(/&(?=#?\w+;)/g, '\\&')
    .replaceAll(/^[ \t]*([-+=])/gm, '\\$1')
    .replaceAll(/^[ \t]*(\d+)(?=[.)](?:\s|$))/gm, '$1\\')
