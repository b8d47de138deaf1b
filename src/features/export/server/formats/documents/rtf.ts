import type { Block, Inline } from '../../document/Block.ts'
import { toBlocks } from '../../document/blocks.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { isRtlText, splitByDirection } from './direction.ts'

const SIZES: Readonly<Record<1 | 2 | 3 | 4, number>> = { 1: 40, 2: 32, 3: 26, 4: 22 }

/** Rich Text Format in plain ASCII: other characters are written as numbers. */
export const writeRtf = (document: ExportDocument): string =>
  `{\\rtf1\\ansi\\ansicpg1252\\deff0\\uc1{\\fonttbl{\\f0\\fswiss Calibri;}{\\f1\\fmodern Consolas;}}{\\colortbl;\\red104\\green98\\blue90;}
{\\info{\\title ${escapeRtf(document.title)}}}\\fs22\\sl300\\slmult1
${toBlocks(document).map(renderBlock).join('\n')}
}
`

function renderBlock(block: Block): string {
  switch (block.type) {
    case 'heading':
      return paragraph(block.inlines, {
        start: `\\outlinelevel${block.level - 1}\\keepn\\sb240\\sa120`,
        style: `\\b\\fs${SIZES[block.level]}`,
      })
    case 'item':
      return paragraph([{ text: `${block.marker} ` }, ...block.inlines], { start: `\\li${240 + block.level * 360}\\sa40` })
    case 'quote':
      return paragraph(block.inlines, { start: '\\li240\\brdrl\\brdrs\\brdrw20\\brsp120\\sa120' })
    case 'code':
      return paragraph([{ text: block.text, code: true }], { start: '\\sa120' })
    case 'rule':
      return '\\pard\\brdrb\\brdrs\\brdrw10\\par'
    case 'table':
      return `${block.rows.map(renderRow).join('\n')}\\pard`
    case 'speech':
      return paragraph(
        [
          ...(block.time ? [{ text: `${block.time}  ` }] : []),
          ...(block.speaker ? [{ text: `${block.speaker}: `, bold: true }] : []),
          { text: block.text, italic: block.isNotUnderstood },
        ],
        { start: '\\sa120', direction: block.text },
      )
    default:
      return paragraph(block.inlines, { start: '\\sa120', style: block.isFaint ? '\\cf1' : '' })
  }
}

type ParagraphStyle = { start: string; style?: string; direction?: string }

function paragraph(inlines: readonly Inline[], { start, style = '', direction }: ParagraphStyle): string {
  const isRtl = isRtlText(direction ?? inlines.map(({ text }) => text).join(''))
  return `\\pard${isRtl ? '\\rtlpar\\qr' : '\\ltrpar'}${start} {${style} ${inlines.map(renderInline).join('')}}\\par`
}

function renderRow(cells: readonly (readonly Inline[])[], index: number): string {
  const width = Math.floor(9000 / Math.max(1, cells.length))
  const edges = cells.map((_, n) => `\\clbrdrb\\brdrs\\brdrw10\\cellx${(n + 1) * width}`).join('')
  return `\\trowd${edges}\n${cells.map((cell) => `\\pard\\intbl {${index === 0 ? '\\b ' : ''}${cell.map(renderInline).join('')}}\\cell`).join('\n')}\n\\row`
}

const renderInline = ({ text, bold, italic, strike, code }: Inline): string => {
  const style = `${bold ? '\\b' : ''}${italic ? '\\i' : ''}${strike ? '\\strike' : ''}${code ? '\\f1' : ''}`
  return splitByDirection(text)
    .map((run) => `{${run.isRtl ? '\\rtlch' : '\\ltrch'}${style} ${escapeRtf(run.text)}}`)
    .join('')
}

/** Escapes a non-ASCII character as a signed 16-bit number per UTF-16 unit, followed by `?` for old programs. */
function escapeRtf(text: string): string {
  let rtf = ''
  for (const unit of text.toWellFormed().split('')) {
    const code = unit.charCodeAt(0)
    if (unit === '\n') rtf += '\\line '
    else if (unit === '\t') rtf += '\\tab '
    else if (unit === '\\' || unit === '{' || unit === '}') rtf += `\\${unit}`
    else if (code > 126) rtf += `\\u${code > 32_767 ? code - 65_536 : code}?`
    else if (code >= 32) rtf += unit
  }
  return rtf
}
