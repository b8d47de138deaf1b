import PDFDocument from 'pdfkit'
import type { Font } from '../../../fonts/FontFace.ts'
import type { Cluster } from '../../../fonts/shapeText.ts'
import type { Line, Paragraph, Run } from './layoutText.ts'
import { PdfFont, toHex } from './PdfFont.ts'
import { PdfMissingFont } from './PdfMissingFont.ts'

/** A4, in points. */
const PAGE = { width: 595, height: 842, margin: 64, bottom: 72 } as const
export const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin
/** Distance of baselines, in em. */
const LINE_HEIGHT = 1.5
/** Distance from the top of a line to its baseline, in em. */
const BASE_LINE = 1.05
/** The tangent of the angle of italics. */
const SLANT = 0.21

export type TextStyle = { readonly size: number; readonly color: string; readonly indent?: number; readonly bar?: boolean }

type Properties = { readonly title: string; readonly language: string; readonly createdAt: Date }

type Box = { readonly font: PdfMissingFont; readonly code: number }

/** Writes lines of text on pages, from top to bottom. */
export class PdfPages {
  readonly #pdf: PDFKit.PDFDocument
  readonly #chunks: Buffer[] = []
  readonly #fonts = new Map<Font, PdfFont[]>()
  readonly #missingFonts: PdfMissingFont[] = []
  readonly #missing = new Map<string, number>()
  readonly #boxes = new Map<string, Box>()
  #y: number = PAGE.margin

  constructor({ title, language, createdAt }: Properties) {
    this.#pdf = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      bufferPages: true,
      displayTitle: true,
      autoFirstPage: true,
      // Prevents loading a standard font: texts are drawn with our own.
      font: null as unknown as string,
      ...(language && { lang: language }),
      info: { Title: title, Producer: 'Earshot', Creator: 'Earshot', CreationDate: createdAt },
    })
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
  }

  /** The number of occurrences of each character missing from all fonts. */
  get missing(): ReadonlyMap<string, number> {
    return this.#missing
  }

  space(height: number): void {
    if (this.#y > PAGE.margin) this.#y += height
  }

  /** Begins a new page when less than this height is left. */
  keepTogether(height: number): void {
    if (this.#y + height > PAGE.height - PAGE.bottom) this.#newPage()
  }

  addBookmark(title: string): void {
    this.#pdf.outline.addItem(title)
  }

  /** Writes a paragraph at the start of the line: left, or right for right-to-left text. */
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
      this.#drawLine(line, x, this.#y, style)
      this.#y += height
    }
  }

  /** Writes the cells of a row next to each other. */
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
        this.#drawLine(line, isRtl ? x + cellWidth - 8 - line.width : x, this.#y, style)
      })
      this.#y += height
    }
    this.rule()
  }

  rule(): void {
    this.#pdf.rect(PAGE.margin, this.#y + 3, TEXT_WIDTH, 0.5).fill('#c9c2b8')
    this.#y += 8
  }

  /** Returns the file with page numbers. `layoutNumber` lays out a page number. */
  async finish(layoutNumber: (text: string, size: number) => Paragraph): Promise<Buffer> {
    const { count } = this.#pdf.bufferedPageRange()
    const style = { size: 9, color: '#68625a' }
    for (let page = 0; page < count && count > 1; page++) {
      this.#pdf.switchToPage(page)
      const [line] = layoutNumber(`${page + 1}`, style.size).lines
      if (line) this.#drawLine(line, (PAGE.width - line.width) / 2, PAGE.height - 44, style)
    }
    for (const font of [...[...this.#fonts.values()].flat(), ...this.#missingFonts]) font.embed(this.#pdf)
    const ended = new Promise<void>((resolve, reject) => this.#pdf.once('end', resolve).once('error', reject))
    this.#pdf.end()
    await ended
    return Buffer.concat(this.#chunks)
  }

  #newPage(): void {
    this.#pdf.addPage()
    this.#y = PAGE.margin
  }

  #drawLine(line: Line, x: number, y: number, style: TextStyle): void {
    if (line.runs.length === 0) return
    const base = y + style.size * BASE_LINE
    const texts = line.runs.map((run) => this.#drawRun(run, x + run.x, base, style.size))
    this.#pdf.fillColor(style.color)
    this.#pdf.addContent(`BT\n${texts.join('\n')}\nET`)
    for (const { x: start, width, style: inline } of line.runs) {
      const left = x + start
      if (inline.strike) this.#pdf.rect(left, base - style.size * 0.3, width, style.size * 0.06).fill(style.color)
      if (inline.href) {
        this.#pdf.rect(left, base + style.size * 0.12, width, style.size * 0.05).fill(style.color)
        this.#pdf.link(left, y, width, style.size * LINE_HEIGHT, inline.href)
      }
    }
  }

  /** Returns the instructions that draw a run. */
  #drawRun({ font, clusters, isTurned, style }: Run, x: number, y: number, size: number): string {
    const place = `1 0 ${style.italic ? SLANT : 0} -1 ${round(x)} ${round(y)} Tm`
    if (!font) return `${place} ${clusters.map(({ text }) => this.#drawMissing(text, size)).join(' ')}`
    const parts: string[] = []
    let last: PdfFont | undefined
    let codes = ''
    const finishPart = () => {
      if (last) parts.push(`/${last.name} ${size} Tf [<${codes}>] TJ`)
      codes = ''
    }
    for (const cluster of clusters) {
      const { font: pdfFont, code, excess } = this.#encode(font, cluster, isTurned)
      if (pdfFont !== last) finishPart()
      last = pdfFont
      codes += toHex(code) + (excess === 0 ? '' : `>${excess}<`)
    }
    finishPart()
    return `${place} ${parts.join(' ')}`
  }

  #encode(font: Font, cluster: Cluster, isTurned: boolean): { font: PdfFont; code: number; excess: number } {
    let fonts = this.#fonts.get(font)
    if (!fonts) this.#fonts.set(font, (fonts = []))
    for (const known of fonts) {
      const encoded = known.encode(cluster, isTurned)
      if (encoded) return { font: this.#use(known), ...encoded }
    }
    const added = new PdfFont(this.#pdf, `F${this.#fonts.size}-${fonts.length}`, font)
    fonts.push(added)
    return this.#encode(font, cluster, isTurned)
  }

  #drawMissing(character: string, size: number): string {
    this.#missing.set(character, (this.#missing.get(character) ?? 0) + 1)
    let box = this.#boxes.get(character)
    if (!box) this.#boxes.set(character, (box = this.#addBox(character)))
    return `/${this.#use(box.font).name} ${size} Tf <${toHex(box.code, 1)}> Tj`
  }

  #addBox(character: string): Box {
    const last = this.#missingFonts.at(-1)
    const code = last?.add(character)
    if (last && code !== undefined) return { font: last, code }
    this.#missingFonts.push(new PdfMissingFont(this.#pdf, `M${this.#missingFonts.length}`))
    return this.#addBox(character)
  }

  /** Adds a font to the resources of the current page. */
  #use<T extends PdfFont | PdfMissingFont>(font: T): T {
    this.#pdf.page.fonts[font.name] = font.reference
    return font
  }
}

const round = (n: number): number => Math.round(n * 1000) / 1000
