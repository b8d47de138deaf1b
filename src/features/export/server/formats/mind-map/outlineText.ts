import { type OpenFont, create } from 'fontkit'
import type { FontSet } from '../../fonts/FontSet.ts'
import { mendShaping } from '../../fonts/mendShaping.ts'
import { layoutText } from '../documents/pdf/layoutText.ts'
import type { PlacedText } from './svg.ts'

/** Returns a function that draws a line of text as the outlines of its letters, in the order of the eye. */
export function createOutliner(fonts: FontSet, language: string): (text: PlacedText) => string {
  const opened = new Map<string, OpenFont>(fonts.fonts.map(({ name, bytes }) => [name, openFont(bytes)]))
  return ({ text, x, y, size, color, isBold, anchor }) => {
    const measure = (part: string, name: string) => {
      const font = opened.get(name)
      return font ? (font.layout(part).advanceWidth * size) / font.unitsPerEm : 0
    }
    const [line] = layoutText([{ text }], { width: Infinity, fonts, measure, language, isBold }).lines
    if (!line) return ''
    let at = anchor === 'end' ? x - line.width : x
    const paths = line.runs.map(({ text: part, font: name, width }) => {
      const start = at
      at += width
      const font = opened.get(name)
      return font ? outline(font, part, { x: start, y, size }) : ''
    })
    return `<g fill="${color}">${paths.join('')}</g>`
  }
}

function openFont(bytes: Uint8Array): OpenFont {
  const font = create(bytes)
  mendShaping(font)
  return font
}

function outline(font: OpenFont, text: string, { x, y, size }: { x: number; y: number; size: number }): string {
  const { glyphs, positions } = font.layout(text)
  const scale = size / font.unitsPerEm
  let at = 0
  return glyphs
    .map((glyph, index) => {
      const { xAdvance, xOffset, yOffset } = positions[index]!
      const [left, top] = [x + (at + xOffset) * scale, y - yOffset * scale]
      at += xAdvance
      const path = glyph.path.toSVG()
      return path && `<path transform="translate(${left} ${top}) scale(${scale} ${-scale})" d="${path}"/>`
    })
    .join('')
}
