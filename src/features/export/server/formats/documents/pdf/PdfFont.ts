import type PDFDocument from 'pdfkit'
import { addCompositeGlyphs, countGlyphs } from '../../../fonts/addCompositeGlyphs.ts'
import type { Font } from '../../../fonts/FontFace.ts'
import type { Cluster } from '../../../fonts/shapeText.ts'
import { subsetGlyphs } from '../../../fonts/subsetGlyphs.ts'

export type Pdf = InstanceType<typeof PDFDocument>
export type PdfReference = ReturnType<Pdf['ref']>

/** A character code of the font. */
type Code = { readonly text: string; readonly cluster: Cluster; readonly width: number }

type Encoded = { readonly isTurned: boolean; readonly code: number; readonly excess: number }

/** In thousandths of an em. Programs use it to choose a substitute font. */
const CAP_HEIGHT = 714
/** Codes have two bytes. A text with more distinct clusters gets another font with the same glyphs. */
const MAX_CODES = 30_000

/**
 * A font in a PDF. Each code is a cluster, so that extracted text equals the original. Codes are in visual order, and programs
 * reverse the text of right-to-left scripts, so the text of such a code is stored reversed.
 */
export class PdfFont {
  readonly name: string
  readonly reference: PdfReference
  readonly #font: Font
  readonly #codes: Code[] = []
  readonly #codeOf = new Map<string, number>()
  readonly #encoded = new Map<Cluster, Encoded>()

  constructor(pdf: Pdf, name: string, font: Font) {
    this.name = name
    this.reference = pdf.ref({})
    this.#font = font
  }

  /**
   * Returns the 1-based code of a cluster, and by how much its width in the PDF exceeds the wanted one, in thousandths of an em;
   * undefined when the font is full.
   */
  encode(cluster: Cluster, isTurned: boolean): Encoded | undefined {
    const known = this.#encoded.get(cluster)
    if (known?.isTurned === isTurned) return known
    const { glyphs, advance } = cluster
    const text = isTurned ? [...cluster.text].toReversed().join('') : cluster.text
    const key = `${text} ${glyphs.map(({ id, x, y }) => `${id},${x},${y}`).join(' ')}`
    let code = this.#codeOf.get(key)
    const width = this.#toThousandths(advance)
    if (code === undefined) {
      if (this.#codes.length >= MAX_CODES) return undefined
      code = this.#codes.push({ text, cluster, width })
      this.#codeOf.set(key, code)
    }
    const encoded = { isTurned, code, excess: this.#codes[code - 1]!.width - width }
    this.#encoded.set(cluster, encoded)
    return encoded
  }

  #toThousandths(units: number): number {
    return Math.round((units * 1000) / this.#font.unitsPerEm)
  }

  /** Writes the font into the PDF. */
  embed(pdf: Pdf): void {
    const { face, shaper, weight } = this.#font
    const name = `${this.name}+${face.family.replaceAll(/[^a-z]+(\w)/g, (_, letter: string) => letter.toUpperCase())}-${weight}`
    const { bytes, glyphOf } = this.#reduce()
    const { ascender, descender } = shaper.hExtents()
    const descriptor = addObject(pdf, {
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4,
      ItalicAngle: 0,
      StemV: weight === 'bold' ? 120 : 80,
      FontBBox: [-1000, this.#toThousandths(descender), 3000, this.#toThousandths(ascender)],
      CapHeight: CAP_HEIGHT,
      Ascent: this.#toThousandths(ascender),
      Descent: this.#toThousandths(descender),
      FontFile2: addObject(pdf, { Length1: bytes.length }, bytes),
    })
    const descendant = addObject(pdf, {
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      FontDescriptor: descriptor,
      CIDToGIDMap: addObject(pdf, {}, toBytes([0, ...glyphOf])),
      CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
      DW: 0,
      W: [1, this.#codes.map(({ width }) => width)],
    })
    const texts = this.#codes.map(({ text }) => text)
    Object.assign(this.reference.data, {
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: addObject(pdf, {}, Buffer.from(writeToUnicode(texts, 2))),
    })
    this.reference.end(undefined)
  }

  /** Returns the font file with one glyph per code. */
  #reduce(): { bytes: Buffer; glyphOf: number[] } {
    const used = new Set(this.#codes.flatMap(({ cluster }) => cluster.glyphs.map(({ id }) => id)))
    const subset = subsetGlyphs(this.#font, used)
    const composites = this.#codes.filter(({ cluster }) => !isSingle(cluster))
    let next = countGlyphs(subset)
    const glyphOf = this.#codes.map(({ cluster }) => (isSingle(cluster) ? cluster.glyphs[0]!.id : next++))
    const bytes = addCompositeGlyphs(
      subset,
      composites.map(({ cluster }) => cluster.glyphs),
      composites.map(({ cluster }) => cluster.advance),
    )
    return { bytes, glyphOf }
  }
}

/** Adds an object to a PDF, as a stream if there are bytes. */
export function addObject(pdf: Pdf, data: object, bytes?: Buffer): PdfReference {
  const reference = pdf.ref(data)
  reference.end(bytes)
  return reference
}

const isSingle = ({ glyphs }: Cluster): boolean => glyphs.length === 1 && glyphs[0]!.x === 0 && glyphs[0]!.y === 0

function toBytes(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [index, number] of numbers.entries()) bytes.writeUInt16BE(number, index * 2)
  return bytes
}

/** Formats a number as the hex digits of a code or of a UTF-16 unit. */
export const toHex = (n: number, bytes = 2): string => n.toString(16).padStart(bytes * 2, '0')

const utf16Hex = (text: string): string =>
  text
    .split('')
    .map((unit) => toHex(unit.charCodeAt(0)))
    .join('')

/** A list has at most 100 entries (PDF 32000, 9.10.3). */
const ENTRIES = 100

/** Returns the ToUnicode table, from which programs read the text of each code, counted from 1. */
export function writeToUnicode(texts: readonly string[], bytes: 1 | 2): string {
  const entries = texts.map((text, index) => `<${toHex(index + 1, bytes)}> <${utf16Hex(text)}>`)
  const lists: string[] = []
  for (let at = 0; at < entries.length; at += ENTRIES) {
    const list = entries.slice(at, at + ENTRIES)
    lists.push(`${list.length} beginbfchar\n${list.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<${toHex(0, bytes)}> <${'ff'.repeat(bytes)}>
endcodespacerange
${lists.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}
