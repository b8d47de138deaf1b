import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Block, Inline } from '../../../document/Block.ts'
import { plainText, toBlocks } from '../../../document/blocks.ts'
import type { ExportDocument } from '../../../document/ExportDocument.ts'
import { openFonts } from '../../../fonts/FontSet.ts'
import { type LayoutOptions, layoutText } from './layoutText.ts'
import { PdfPages, TEXT_WIDTH, type TextStyle } from './PdfPages.ts'

const INK = '#1d1b17'
const FAINT = '#68625a'
const BODY: TextStyle = { size: 10.5, color: INK }
const HEADINGS: Readonly<Record<1 | 2 | 3 | 4, number>> = { 1: 20, 2: 15, 3: 12.5, 4: 11 }
/** Blocks that are laid out before other work of the server gets its turn. */
const BLOCKS_AT_ONCE = 20

/** A document on pages of A4. Its fonts contain only the characters used. */
export async function writePdf(document: ExportDocument): Promise<Buffer> {
  const blocks = toBlocks(document)
  const fonts = await openFonts(textsOf(blocks), document.language)
  const pages = new PdfPages(fonts, { title: document.title, language: document.language, createdAt: document.createdAt })
  const layout = (inlines: readonly Inline[], size: number, change: Partial<LayoutOptions> = {}) =>
    layoutText(inlines, {
      ...{ width: TEXT_WIDTH, fonts, language: document.language },
      measure: (text, font) => pages.measure(text, font, size),
      ...change,
    })
  for (const [index, block] of blocks.entries()) {
    writeBlock(block, pages, layout)
    if (index % BLOCKS_AT_ONCE === 0) await nextTurn()
  }
  return pages.finish(fonts.fontOf('0', 'regular')?.name ?? '')
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
      // A heading does not stand alone at the end of a page.
      pages.keepTogether(size * 1.5 + 36)
      if (block.level <= 2) pages.addBookmark(plainText(block.inlines))
      pages.write(layout(block.inlines, size, { isBold: true }), { size, color: INK })
      return pages.space(4)
    }
    case 'item':
      return write([{ text: `${toMarker(block.marker)} ` }, ...block.inlines], { ...BODY, indent: 10 + block.level * 14 })
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

/** No font of ours has an empty box for a task, but all have a square. */
const toMarker = (marker: string): string => (marker === '☐' ? '□' : marker)

/** Returns all characters by weight. Headings, names and first rows of tables are bold. */
function textsOf(blocks: readonly Block[]): { regular: string; bold: string } {
  const texts = { regular: '', bold: '' }
  const add = (inlines: readonly Inline[], isBold = false) => {
    for (const { text, bold } of inlines) texts[isBold || bold ? 'bold' : 'regular'] += text
  }
  for (const block of blocks) {
    if (block.type === 'heading') add(block.inlines, true)
    else if (block.type === 'table') block.rows.forEach((row, index) => row.forEach((cell) => add(cell, index === 0)))
    else if (block.type === 'speech') {
      texts.bold += block.speaker
      texts.regular += block.time + block.text
    } else if (block.type === 'code') texts.regular += block.text
    else if (block.type !== 'rule') add([...block.inlines, ...(block.type === 'item' ? [{ text: toMarker(block.marker) }] : [])])
  }
  return texts
}
