import { createMarkdownBudget } from '#shared/markdown/parseMarkdown.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { labelsIn } from '../../document/labels.ts'
import { markdownBlocks } from '../../document/markdownBlocks.ts'
import { plainText } from '../../document/blocks.ts'
import { defuse, tableRows } from '../data/delimited.ts'
import { formatCueTime } from '../escaping.ts'

/** Maximum number of characters in an Excel cell. */
const MAX_CELL = 32_767

type Sheet = { readonly name: string; readonly rows: readonly (readonly string[])[]; readonly widths: readonly number[] }

/** A workbook with a sheet for the transcript, the notes and the highlights. Every cell is text, never a formula. */
export async function writeXlsx(document: ExportDocument): Promise<Buffer> {
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const sheets = sheetsOf(document).map(({ name, rows, widths }) => ({
    sheet: name,
    columns: widths.map((width) => ({ width })),
    data: rows.map((row, index) =>
      row.map((cell) => ({
        type: String,
        value: safe(cell),
        ...(index === 0 && { fontWeight: 'bold' as const }),
        ...(index > 0 && { wrap: true, alignVertical: 'top' as const }),
      })),
    ),
    stickyRowsCount: 1,
  }))
  return writeExcelFile(sheets).toBuffer()
}

function sheetsOf(document: ExportDocument): Sheet[] {
  const { notes, highlights, options } = document
  const labels = labelsIn(options.locale)
  const rows = tableRows(document)
  const context = { hasTimes: true, budget: createMarkdownBudget() }
  const noteRows = notes.flatMap(({ heading, markdown }) => [
    [heading],
    ...markdownBlocks(markdown, context).flatMap((block) =>
      'inlines' in block ? [[`${block.type === 'item' ? `${block.marker} ` : ''}${plainText(block.inlines)}`]] : [],
    ),
  ])
  return [
    { name: labels.transcript, rows, widths: rows[0]?.length === 4 ? [14, 14, 20, 100] : [14, 14, 100] },
    ...(noteRows.length > 0 ? [{ name: labels.summary, rows: noteRows, widths: [120] }] : []),
    ...(highlights.length > 0
      ? [
          {
            name: labels.highlights,
            rows: [
              [labels.start, labels.end, labels.text, labels.comment],
              ...highlights.map(({ start, end, text, comment }) => [
                formatCueTime(start, '.'),
                formatCueTime(end, '.'),
                text,
                comment,
              ]),
            ],
            widths: [14, 14, 80, 60],
          },
        ]
      : []),
  ]
}

/** Removes control characters, which would make the file unreadable. */
const safe = (cell: string): string =>
  defuse(
    cell
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''),
  ).slice(0, MAX_CELL)
