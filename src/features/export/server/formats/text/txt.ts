import { formatSpeaker } from '#features/transcription/rules.ts'
import type { Block } from '../../document/Block.ts'
import { plainText, toBlocks } from '../../document/blocks.ts'
import { oneLine } from '../escaping.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'

/** Plain text: an empty line between paragraphs, as the page copies transcripts. */
export function writeTxt(document: ExportDocument): string {
  const blocks = toBlocks(document)
  const parts = blocks.map(
    (block, index) => (index > 0 && block.type === 'item' && blocks[index - 1]?.type === 'item' ? '\n' : '\n\n') + render(block),
  )
  return blocks.length === 0 ? '' : `${parts.join('').replace(/^\n+/, '')}\n`
}

function render(block: Block): string {
  switch (block.type) {
    case 'heading':
      return block.level <= 2 ? underline(plainText(block.inlines), block.level === 1 ? '=' : '-') : plainText(block.inlines)
    case 'item':
      return `${'  '.repeat(block.level)}${block.marker} ${plainText(block.inlines)}`
    case 'quote':
      return `“${plainText(block.inlines)}”`
    case 'code':
      return block.text
    case 'table':
      return block.rows.map((row) => row.map(plainText).join(' | ')).join('\n')
    case 'rule':
      return '* * *'
    case 'speech':
      return block.time === ''
        ? `${formatSpeaker(block.speaker)}${oneLine(block.text)}`
        : `${[block.time, block.speaker].filter(Boolean).join('  ')}\n${oneLine(block.text)}`
    default:
      return plainText(block.inlines)
  }
}

const underline = (text: string, line: string): string => `${text}\n${line.repeat(Math.min(60, [...text].length))}`
