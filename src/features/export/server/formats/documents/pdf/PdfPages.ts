import PDFDocument from 'pdfkit'
import { mendShaping } from '../../../fonts/mendShaping.ts'
import type { FontSet } from '../../../fonts/FontSet.ts'
import type { Line, Paragraph } from './layoutText.ts'

/** A4, in points. */
const PAGE = { width: 595, height: 842, margin: 64, bottom: 72 } as const
export const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin
/** Distance of base lines, in parts of the size of the font. */
const LINE_HEIGHT = 1.5

export type TextStyle = { readonly size: number; readonly color: string; readonly indent?: number; readonly bar?: boolean }

type Properties = { readonly title: string; readonly language: string; readonly createdAt: Date }

type ShapingFont = { layout: (...parameters: unknown[]) => { glyphs: { codePoints: number[] }[] } }

/** A dot as a mark, which searches without marks leave out. Invisible characters would hide the part itself. */
const DOT_MARK = 0x06_5c

/**
 * Gives a character to the parts into which a font splits a letter, such as the dots of Arabic ones. Without it a program that reads the
 * text back would find the number of the part in the middle of the word.
 */
function nameMarks(font: ShapingFont): void {
  const layout = font.layout.bind(font)
  font.layout = (...parameters) => {
    const run = layout(...parameters)
    for (const glyph of run.glyphs) if (glyph.codePoints.length === 0) glyph.codePoints = [DOT_MARK]
    return run
  }
}

/** Writes lines of text on pages, from top to bottom. */
export class PdfPages {
  readonly #pdf: PDFKit.PDFDocument
  readonly #chunks: Buffer[] = []
  readonly #widths = new Map<string, number>()
  #y: number = PAGE.margin

  constructor(fonts: FontSet, { title, language, createdAt }: Properties) {
    this.#pdf = new PDFDocument({
      ...{ size: [PAGE.width, PAGE.height], margin: 0, bufferPages: true, displayTitle: true, autoFirstPage: true },
      ...(language && { lang: language }),
      info: { Title: title, Producer: 'Earshot', Creator: 'Earshot', CreationDate: createdAt },
    })
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    for (const { name, bytes } of fonts.fonts) {
      this.#pdf.registerFont(name, Buffer.from(bytes)).font(name)
      const { font } = (this.#pdf as unknown as { _font: { font: ShapingFont } })._font
      mendShaping(font)
      nameMarks(font)
    }
  }

  /** Returns the width of a text in points. Words repeat, so widths are kept. */
  measure(text: string, font: string, size: number): number {
    const key = `${font} ${text}`
    let width = this.#widths.get(key)
    if (width === undefined) {
      width = this.#pdf.font(font).fontSize(1000).widthOfString(text, { features: [] })
      this.#widths.set(key, width)
    }
    return (width * size) / 1000
  }

  get left(): number {
    return PAGE.margin
  }

  space(height: number): void {
    if (this.#y > PAGE.margin) this.#y += height
  }

  /** Begins a page when less than this height is left on the present one. */
  keepTogether(height: number): void {
    if (this.#y + height > PAGE.height - PAGE.bottom) this.#newPage()
  }

  addBookmark(title: string): void {
    this.#pdf.outline.addItem(title)
  }

  /** Writes a paragraph at the start of the line: left, or right for a text that is read from there. */
  write(paragraph: Paragraph, style: TextStyle, width: number = TEXT_WIDTH): void {
    const { size, indent = 0, bar = false } = style
    for (const line of paragraph.lines) {
      const height = size * LINE_HEIGHT
      this.keepTogether(height)
      const start = PAGE.margin + (paragraph.isRtl ? 0 : indent)
      const x = paragraph.isRtl ? start + width - line.width : start
      if (bar) {
        const barX = paragraph.isRtl ? PAGE.margin + TEXT_WIDTH - 2 : PAGE.margin
        this.#pdf.rect(barX, this.#y, 2, height).fill('#c9c2b8')
      }
      this.drawLine(line, x, this.#y, style)
      this.#y += height
    }
  }

  /** Writes the cells of a row side by side. */
  writeRow(cells: readonly Paragraph[], style: TextStyle): void {
    const cellWidth = TEXT_WIDTH / Math.max(1, cells.length)
    const height = style.size * LINE_HEIGHT
    const lineCount = Math.max(1, ...cells.map(({ lines }) => lines.length))
    for (let index = 0; index < lineCount; index++) {
      this.keepTogether(height)
      cells.forEach(({ lines, isRtl }, column) => {
        const line = lines[index]
        if (!line) return
        const x = PAGE.margin + column * cellWidth
        this.drawLine(line, isRtl ? x + cellWidth - 8 - line.width : x, this.#y, style)
      })
      this.#y += height
    }
    this.rule()
  }

  rule(): void {
    this.#pdf.rect(PAGE.margin, this.#y + 3, TEXT_WIDTH, 0.5).fill('#c9c2b8')
    this.#y += 8
  }

  drawLine(line: Line, x: number, y: number, { size, color }: TextStyle): void {
    let at = x
    for (const { text, font, width, isOblique, isStruck, href } of line.runs) {
      this.#pdf
        .font(font)
        .fontSize(size)
        .fillColor(color)
        .text(text, at, y, {
          ...{ lineBreak: false, features: [], oblique: isOblique, strike: isStruck, baseline: -size * 1.05 },
          ...(href && { link: href, underline: true }),
        })
      at += width
    }
  }

  /** Returns the file, with numbers on its pages. */
  async finish(font: string): Promise<Buffer> {
    const { count } = this.#pdf.bufferedPageRange()
    for (let page = 0; page < count && count > 1; page++) {
      this.#pdf.switchToPage(page)
      const text = `${page + 1}`
      const x = (PAGE.width - this.measure(text, font, 9)) / 2
      this.#pdf
        .font(font)
        .fontSize(9)
        .fillColor('#68625a')
        .text(text, x, PAGE.height - 44, { lineBreak: false })
    }
    const ended = new Promise<void>((resolve, reject) => this.#pdf.once('end', resolve).once('error', reject))
    this.#pdf.end()
    await ended
    return Buffer.concat(this.#chunks)
  }

  #newPage(): void {
    this.#pdf.addPage()
    this.#y = PAGE.margin
  }
}
