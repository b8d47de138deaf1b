import type { ExportDocument, Paragraph } from '../../document/ExportDocument.ts'
import { labelsIn } from '../../document/labels.ts'
import { formatCueTime } from '../escaping.ts'

/** Comma-separated, quoted as in RFC 4180, with a byte order mark so that spreadsheets read UTF-8. */
export const writeCsv = (document: ExportDocument): string =>
  `\ufeff${tableRows(document)
    .map((row) => row.map((cell) => quote(defuse(cell))).join(','))
    .join('\r\n')}\r\n`

/** Tab-separated. Control characters and line breaks become spaces, because the format has no quotes. */
export const writeTsv = (document: ExportDocument): string =>
  `${tableRows(document)
    .map((row) => row.map((cell) => defuse(cell).replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')).join('\t'))
    .join('\n')}\n`

/** Returns the names of the columns, then a row for each paragraph. */
export function tableRows({ paragraphs, options }: ExportDocument): string[][] {
  const labels = labelsIn(options.locale)
  const hasSpeakers = options.speakers !== 'none'
  const row = (start: string, end: string, speaker: string, text: string) => [start, end, ...(hasSpeakers ? [speaker] : []), text]
  return [
    row(labels.start, labels.end, labels.speaker, labels.text),
    ...paragraphs.map(({ start, end, speaker, text }: Paragraph) =>
      row(formatCueTime(start, '.'), formatCueTime(end, '.'), speaker, text),
    ),
  ]
}

/**
 * Prevents a spreadsheet from reading a cell as a formula: adds `'` before `=`, `+`, `-`, `@`, a tab or a line break at its start,
 * also after spaces and invisible characters.
 */
export const defuse = (cell: string): string => (/^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(cell) ? `'${cell}` : cell)

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
