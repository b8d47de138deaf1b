import { createMarkdownBudget } from '#shared/markdown/parseMarkdown.ts'
import { languageTag } from '#shared/locales.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { oneLine } from '../formats/escaping.ts'
import type { Block, Inline } from './Block.ts'
import type { ExportDocument, Paragraph } from './ExportDocument.ts'
import { labelsIn } from './labels.ts'
import { markdownBlocks } from './markdownBlocks.ts'

/** Returns the whole document: title and details, summary and notes, highlights, transcript. */
export function toBlocks(document: ExportDocument): Block[] {
  const labels = labelsIn(document.options.locale)
  const hasOtherParts = document.notes.length > 0 || document.highlights.length > 0
  const context = { hasTimes: document.options.times !== 'none', budget: createMarkdownBudget() }
  const transcript = document.paragraphs.map((paragraph) => toSpeech(paragraph, document))
  return [
    ...(document.hasHeader ? headerBlocks(document) : []),
    ...document.notes.flatMap(({ heading, markdown }) => [headingBlock(2, heading), ...markdownBlocks(markdown, context)]),
    ...highlightBlocks(document),
    ...(hasOtherParts && transcript.length > 0 ? [headingBlock(2, labels.transcript)] : []),
    ...transcript,
  ]
}

const headingBlock = (level: 1 | 2, text: string): Block => ({ type: 'heading', level, inlines: [{ text: oneLine(text) }] })

function headerBlocks(document: ExportDocument): Block[] {
  const facts = describeRecording(document)
  return [
    headingBlock(1, document.title),
    ...(facts.length > 0 ? [{ type: 'paragraph', isFaint: true, inlines: [{ text: facts.join(' · ') }] } satisfies Block] : []),
  ]
}

/** Returns the details below the title: date, duration, speakers, folders. */
export function describeRecording({ recorded, duration, speakers, folders, options }: ExportDocument): string[] {
  const labels = labelsIn(options.locale)
  return [
    ...(recorded ? [formatDate(recorded, languageTag(options.locale))] : []),
    ...(duration > 0 ? [formatTimestamp(duration)] : []),
    ...(speakers.length > 0 ? [`${labels.speakers}: ${speakers.join(', ')}`] : []),
    ...(folders.length > 0 ? [`${labels.folders}: ${folders.join(', ')}`] : []),
  ]
}

/** Formats the local time of the recording. */
function formatDate({ at, timezone }: NonNullable<ExportDocument['recorded']>, locale: string): string {
  const local = new Date(at.getTime() + timezone * 3_600_000)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(local)
}

function highlightBlocks({ highlights, options }: ExportDocument): Block[] {
  if (highlights.length === 0) return []
  return [
    headingBlock(2, labelsIn(options.locale).highlights),
    ...highlights.flatMap(({ start, text, comment }): Block[] => [
      {
        type: 'quote',
        inlines: [
          ...(options.times === 'none' ? [] : [{ text: `${formatTimestamp(start)} `, bold: true }]),
          { text: text.replaceAll(/\s+/g, ' ') },
        ],
      },
      ...(comment ? [{ type: 'paragraph', inlines: [{ text: comment }] } satisfies Block] : []),
    ]),
  ]
}

const toSpeech = ({ start, speaker, text, isNotUnderstood }: Paragraph, { options }: ExportDocument): Block => ({
  type: 'speech',
  time: options.times === 'none' ? '' : formatTimestamp(start),
  speaker,
  text,
  isNotUnderstood,
})

/** Returns the plain text of inlines. */
export const plainText = (inlines: readonly Inline[]): string => inlines.map(({ text }) => text).join('')
