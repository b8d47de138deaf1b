import { formatSpeaker } from '#features/transcription/rules.ts'
import { escapeMarkdown } from '#shared/markdown/escapeMarkdown.ts'
import { TIME_LINK, withoutTimes } from '#shared/markdown/inlineText.ts'
import { readLines } from '#shared/markdown/markdownLines.ts'
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
    `# ${escapeText(oneLine(document.title))}`,
    ...(document.hasHeader && facts.length > 0 ? [escapeText(facts.join(' · '))] : []),
    ...document.notes.flatMap(({ heading, markdown }) => [`## ${escapeText(oneLine(heading))}`, noteText(markdown, document)]),
    ...highlightParts(document),
    ...(hasOtherParts && document.paragraphs.length > 0 ? [`## ${labels.transcript}`] : []),
    ...document.paragraphs.map((paragraph) => speech(paragraph, document)),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** Replaces links to times, which only work in the page, with the times. Headings move one level down, below that of the note. */
const noteText = (markdown: string, { options }: ExportDocument): string =>
  readLines(markdown)
    .flatMap(({ kind, source, content, level }, index, lines) => {
      if (kind === 'code') return [source]
      // The line below an underlined heading.
      if (kind === 'rule' && lines[index - 1]?.kind === 'heading' && !lines[index - 1]!.source.trimStart().startsWith('#'))
        return []
      const text = kind === 'heading' ? `${'#'.repeat(Math.min(level + 1, 6))} ${content}` : source
      return [options.times === 'none' ? withoutTimes(text) : text.replaceAll(TIME_LINK, '($1)')]
    })
    .join('\n')
    .trim()

function highlightParts({ highlights, options }: ExportDocument): string[] {
  if (highlights.length === 0) return []
  return [
    `## ${labelsIn(options.locale).highlights}`,
    ...highlights.flatMap(({ start, text, comment }) => [
      `> ${options.times === 'none' ? '' : `**${formatTimestamp(start)}** `}${escapeText(text.replaceAll(/\s+/g, ' '))}`,
      escapeText(comment.trim()),
    ]),
  ]
}

const speech = ({ start, speaker, text }: Paragraph, { options }: ExportDocument): string =>
  `${options.times === 'none' ? '' : `**${formatTimestamp(start)}** `}${escapeText(oneLine(formatSpeaker(speaker) + text))}`

/** Escapes text. Every character that another program may read as a line end is one. */
const escapeText = (text: string): string => escapeMarkdown(text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n'))
