import type { ExportDocument, Paragraph } from '../../document/ExportDocument.ts'

/** All data, with the names of the API: times in milliseconds, words as [start, end, text, confidence]. */
export const writeJson = (document: ExportDocument): string => `${JSON.stringify(toJson(document), null, 2)}\n`

/** One line per paragraph, so that a program can read a long transcript incrementally. */
export const writeJsonl = ({ paragraphs }: ExportDocument): string =>
  paragraphs.map((paragraph) => `${JSON.stringify(toSegment(paragraph)).replaceAll(LINE_END, escapeUnit)}\n`).join('')

/** Characters that some programs treat as line ends, although JSON allows them in strings. */
const LINE_END = /[\u0085\u2028\u2029]/g
const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

function toJson(document: ExportDocument): Record<string, unknown> {
  const { id, title, recorded, duration, language, folders, speakers, paragraphs, turns, notes, highlights, todos, chapters } = document
  return {
    ...(id && { id }),
    title,
    ...(recorded && { recorded_at: recorded.at.toISOString(), timezone: recorded.timezone }),
    ...(duration > 0 && { duration }),
    language,
    ...(document.hasHeader && { folders, speakers }),
    segments: paragraphs.map(toSegment),
    turns,
    ...(notes.length > 0 && { notes }),
    ...(chapters.length > 0 && { chapters }),
    ...(todos.length > 0 && { todos }),
    ...(highlights.length > 0 && { highlights }),
  }
}

const toSegment = ({ id, start, end, speaker, text, words, isNotUnderstood }: Paragraph) => ({
  id,
  start_time: start,
  end_time: end,
  speaker,
  content: text,
  words,
  ...(isNotUnderstood && { not_understood: true }),
})
