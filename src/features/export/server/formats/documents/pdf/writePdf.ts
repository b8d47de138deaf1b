import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Block, Inline } from '../../../document/Block.ts'
import { plainText, toBlocks } from '../../../document/blocks.ts'
import type { ExportDocument } from '../../../document/ExportDocument.ts'
import { labelsIn } from '../../../document/labels.ts'
import { openFonts } from '../../../fonts/FontSet.ts'
import { type LayoutOptions, layoutText } from './layoutText.ts'
import { PdfPages, TEXT_WIDTH, type TextStyle } from './PdfPages.ts'

const INK = '#1d1b17'
const FAINT = '#68625a'
const BODY: TextStyle = { size: 10.5, color: INK }
const HEADINGS: Readonly<Record<1 | 2 | 3 | 4, number>> = { 1: 20, 2: 15, 3: 12.5, 4: 11 }
/** The characters in the note about missing characters. */
const NOTE_CHARACTERS = 'U+0123456789ABCDEF(×)…, '
/** Number of blocks that are laid out before yielding to other work of the server. */
const BLOCKS_AT_ONCE = 20

/** A document on pages of A4. Its fonts contain only the characters used. */
export async function writePdf(document: ExportDocument): Promise<Buffer> {
  const blocks = toBlocks(document)
  const fonts = await openFonts(textOf(blocks) + NOTE_CHARACTERS + labelsIn(document.options.locale).boxes, document.language)
  const pages = new PdfPages({ title: document.title, language: document.language, createdAt: document.createdAt })
  const layout: Layout = (inlines, size, change = {}) =>
    layoutText(inlines, { width: TEXT_WIDTH, size, fonts, language: document.language, ...change })
  for (const [index, block] of blocks.entries()) {
    writeBlock(block, pages, layout)
    if (index % BLOCKS_AT_ONCE === 0) await nextTurn()
  }
  const missing = describeMissing(pages.missing)
  if (missing) {
    pages.space(12)
    pages.write(layout([{ text: `${labelsIn(document.options.locale).boxes} ${missing}` }], 9.5), { size: 9.5, color: FAINT })
  }
  return pages.finish((text, size) => layout([{ text }], size))
}

/** Maximum number of characters listed in the note about missing ones. */
const MAX_NAMED = 40

/** Returns the code points of the characters drawn as boxes, with their counts; empty when there are none. */
function describeMissing(missing: ReadonlyMap<string, number>): string {
  const names = [...missing].map(
    ([character, count]) =>
      `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}${count > 1 ? ` (${count}×)` : ''}`,
  )
  return names.length <= MAX_NAMED ? names.join(', ') : `${names.slice(0, MAX_NAMED).join(', ')} … +${names.length - MAX_NAMED}`
}

type Layout = (inlines: readonly Inline[], size: number, change?: Partial<LayoutOptions>) => ReturnType<typeof layoutText>

function writeBlock(block: Block, pages: PdfPages, layout: Layout): void {
  const write = (inlines: readonly Inline[], style: TextStyle) => {
    const width = TEXT_WIDTH - (style.indent ?? 0)
    pages.write(layout(inlines, style.size, { width }), style, width)
  }
  switch (block.type) {
    case 'heading': {
      const size = HEADINGS[block.level]
      pages.space(block.level === 2 ? 18 : 8)
      // A heading must not be the last line of a page.
      pages.keepTogether(size * 1.5 + 36)
      if (block.level <= 2) pages.addBookmark(plainText(block.inlines))
      pages.write(layout(block.inlines, size, { isBold: true }), { size, color: INK })
      return pages.space(4)
    }
    case 'item':
      return write([{ text: `${block.marker} ` }, ...block.inlines], { ...BODY, indent: 10 + block.level * 14 })
    case 'quote':
      write(block.inlines, { ...BODY, indent: 12, bar: true })
      return pages.space(6)
    case 'code':
      write([{ text: block.text }], { ...BODY, size: 9 })
      return pages.space(6)
    case 'rule':
      return pages.rule()
    case 'table': {
      const columns = Math.max(1, ...block.rows.map((row) => row.length))
      for (const [index, row] of block.rows.entries())
        pages.writeRow(
          row.map((cell) => layout(cell, 9.5, { width: TEXT_WIDTH / columns - 8, isBold: index === 0 })),
          { ...BODY, size: 9.5 },
        )
      return pages.space(6)
    }
    case 'speech': {
      const lead = [block.time, block.speaker].filter(Boolean).join('  ')
      pages.keepTogether(BODY.size * 3)
      if (lead)
        write([{ text: block.time && block.speaker ? `${block.time}  ` : block.time }, { text: block.speaker, bold: true }], {
          size: 9,
          color: FAINT,
        })
      write([{ text: block.text, italic: block.isNotUnderstood }], block.isNotUnderstood ? { ...BODY, color: FAINT } : BODY)
      return pages.space(7)
    }
    default:
      write(block.inlines, block.isFaint ? { ...BODY, size: 9.5, color: FAINT } : BODY)
      return pages.space(6)
  }
}

/** Returns the text of all blocks. */
const textOf = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      if (block.type === 'table') return block.rows.flat().map(plainText).join('')
      if (block.type === 'speech') return block.speaker + block.time + block.text
      if (block.type === 'code') return block.text
      if (block.type === 'rule') return ''
      return plainText(block.inlines) + (block.type === 'item' ? block.marker : '')
    })
    .join('\n')
