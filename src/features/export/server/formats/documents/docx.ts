import type * as Docx from 'docx'
import type { Block, Inline } from '../../document/Block.ts'
import { toBlocks } from '../../document/blocks.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { isRtlText, splitByDirection } from './direction.ts'

/** One font per kind of script, so that word processors choose a system font for each. */
const FONTS = { ascii: 'Calibri', hAnsi: 'Calibri', eastAsia: 'Microsoft YaHei', cs: 'Arial' }
const EAST_ASIAN: Readonly<Record<string, string>> = { ja: 'Yu Gothic', ko: 'Malgun Gothic', yue: 'Microsoft JhengHei' }
const FAINT = '68625A'

/** A document for Word and other word processors, with styles, headings for the outline, and the direction of each paragraph. */
export async function writeDocx(document: ExportDocument): Promise<Buffer> {
  const docx = await import('docx')
  const language = document.language || 'en'
  const font = { ...FONTS, eastAsia: EAST_ASIAN[language.split('-')[0] ?? ''] ?? FONTS.eastAsia }
  const file = new docx.Document({
    title: safe(document.title),
    creator: 'Earshot',
    styles: {
      default: {
        document: {
          run: { font, size: 22, language: { value: language, eastAsia: language, bidirectional: language } },
          paragraph: { spacing: { after: 120, line: 300 } },
        },
      },
    },
    sections: [{ children: toBlocks(document).map((block) => toElement(docx, block)) }],
  })
  return docx.Packer.toBuffer(file)
}

type Library = typeof Docx

function toElement(docx: Library, block: Block): Docx.Paragraph | Docx.Table {
  const { HeadingLevel, Paragraph, BorderStyle } = docx
  switch (block.type) {
    case 'heading': {
      const heading = [HeadingLevel.TITLE, HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3][
        block.level - 1
      ]!
      return paragraph(docx, block.inlines, { heading, keepNext: true })
    }
    case 'item':
      return paragraph(docx, [{ text: `${block.marker} ` }, ...block.inlines], {
        indent: { start: 240 + block.level * 360 },
        spacing: { after: 40 },
      })
    case 'quote':
      return paragraph(docx, block.inlines, {
        indent: { start: 240 },
        border: { left: { style: BorderStyle.SINGLE, size: 12, color: 'C9C2B8', space: 8 } },
      })
    case 'code':
      return paragraph(docx, [{ text: block.text, code: true }], {})
    case 'rule':
      return new Paragraph({ thematicBreak: true })
    case 'table':
      return toTable(docx, block.rows)
    case 'speech':
      return toSpeech(docx, block)
    default:
      return paragraph(docx, block.inlines, {}, block.isFaint ? { color: FAINT, size: 20 } : {})
  }
}

type RunStyle = { color?: string; size?: number; bold?: boolean; italics?: boolean }

function paragraph(
  docx: Library,
  inlines: readonly Inline[],
  options: Docx.IParagraphOptions,
  style: RunStyle = {},
): Docx.Paragraph {
  const text = inlines.map((inline) => inline.text).join('')
  return new docx.Paragraph({
    ...options,
    bidirectional: isRtlText(text),
    children: inlines.flatMap((inline) => toRuns(docx, inline, style)),
  })
}

function toSpeech(docx: Library, { time, speaker, text, isNotUnderstood }: Extract<Block, { type: 'speech' }>): Docx.Paragraph {
  const faint = { color: FAINT, size: 19 }
  return new docx.Paragraph({
    bidirectional: isRtlText(text),
    children: [
      ...(time ? toRuns(docx, { text: `${time}  ` }, faint) : []),
      ...(speaker ? toRuns(docx, { text: `${speaker}: `, bold: true }, {}) : []),
      ...toRuns(docx, { text, italic: isNotUnderstood }, isNotUnderstood ? { color: FAINT } : {}),
    ],
  })
}

/** Returns one run per direction, because Word reads a run in one direction only. */
function toRuns(docx: Library, inline: Inline, style: RunStyle): Docx.ParagraphChild[] {
  const { text, bold = false, italic = false, strike = false, code = false, href } = inline
  const runs = splitByDirection(safe(text)).flatMap(({ text: part, isRtl }) =>
    part.split('\n').map(
      (line, index) =>
        new docx.TextRun({
          ...style,
          ...(bold && { bold, boldComplexScript: true }),
          ...(italic && { italics: italic, italicsComplexScript: true }),
          ...(strike && { strike }),
          ...(code && { font: 'Consolas' }),
          ...(isRtl && { rightToLeft: true }),
          ...(index > 0 && { break: 1 }),
          ...(href && { style: 'Hyperlink' }),
          text: line,
        }),
    ),
  )
  return href ? [new docx.ExternalHyperlink({ link: href, children: runs })] : runs
}

function toTable(docx: Library, rows: readonly (readonly (readonly Inline[])[])[]): Docx.Table {
  const columns = Math.max(1, ...rows.map((row) => row.length))
  return new docx.Table({
    width: { size: 100, type: docx.WidthType.PERCENTAGE },
    rows: rows.map(
      (row, index) =>
        new docx.TableRow({
          tableHeader: index === 0,
          children: Array.from({ length: columns }, (_, column) => {
            const cell = (row[column] ?? []).map((inline) => (index === 0 ? { ...inline, bold: true } : inline))
            return new docx.TableCell({ children: [paragraph(docx, cell, { spacing: { after: 40 } })] })
          }),
        }),
    ),
  })
}

/** Removes control characters, which would make the file unreadable. */
// oxlint-disable-next-line no-control-regex
const safe = (text: string): string => text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
