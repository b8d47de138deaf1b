import { MISSING_WIDTH, drawMissing } from '../../../fonts/missingGlyph.ts'
import { type Pdf, type PdfReference, addObject, writeToUnicode } from './PdfFont.ts'

/** Codes have one byte. */
const MAX_CODES = 255

/** A font for characters missing from all fonts: each is a box with its code point, and keeps its text. */
export class PdfMissingFont {
  readonly name: string
  readonly reference: PdfReference
  readonly #characters: string[] = []

  constructor(pdf: Pdf, name: string) {
    this.name = name
    this.reference = pdf.ref({})
  }

  /** Adds a character and returns its 1-based code; undefined when the font is full. */
  add(character: string): number | undefined {
    return this.#characters.length < MAX_CODES ? this.#characters.push(character) : undefined
  }

  /** Writes the font into the PDF. */
  embed(pdf: Pdf): void {
    const names = this.#characters.map((_, index) => `c${index + 1}`)
    const procedures = this.#characters.map((character, index) => {
      const rectangles = drawMissing(character).map((rectangle) => `${rectangle.join(' ')} re`)
      const picture = `${MISSING_WIDTH} 0 0 -200 ${MISSING_WIDTH} 820 d1\n${rectangles.join('\n')}\nf`
      return [names[index]!, addObject(pdf, {}, Buffer.from(picture))] as const
    })
    Object.assign(this.reference.data, {
      Type: 'Font',
      Subtype: 'Type3',
      FontBBox: [0, -200, MISSING_WIDTH, 820],
      FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      CharProcs: Object.fromEntries(procedures),
      Encoding: { Type: 'Encoding', Differences: [1, ...names] },
      FirstChar: 1,
      LastChar: names.length,
      Widths: names.map(() => MISSING_WIDTH),
      Resources: {},
      ToUnicode: addObject(pdf, {}, Buffer.from(writeToUnicode(this.#characters, 1))),
    })
    this.reference.end(undefined)
  }
}
