import type { FontSet } from '../../fonts/FontSet.ts'
import { drawMissing } from '../../fonts/missingGlyph.ts'
import type { Cluster } from '../../fonts/shapeText.ts'
import { type Run, layoutText } from '../documents/pdf/layoutText.ts'
import type { PlacedText } from './svg.ts'

/** Returns a function that draws a line of text as the outlines of its letters, in visual order. */
export function createOutliner(fonts: FontSet, language: string): (text: PlacedText) => string {
  return ({ text, x, y, size, color, isBold, anchor }) => {
    const [line] = layoutText([{ text }], { width: Infinity, size, fonts, language, isBold }).lines
    if (!line) return ''
    const start = anchor === 'end' ? x - line.width : x
    return `<g fill="${color}">${line.runs.map((run) => outline(run, { x: start + run.x, y, size })).join('')}</g>`
  }
}

type Place = { readonly x: number; readonly y: number; readonly size: number }

function outline({ font, clusters }: Run, { x, y, size }: Place): string {
  if (!font) return clusters.map(({ text }) => outlineMissing(text, { x, y, size })).join('')
  const scale = size / font.unitsPerEm
  let at = 0
  const drawCluster = ({ glyphs, advance }: Cluster): string => {
    const start = at
    at += advance
    return glyphs
      .map((glyph) => {
        const path = font.shaper.glyphToPath(glyph.id)
        const [left, top] = [x + (start + glyph.x) * scale, y - glyph.y * scale]
        return path && `<path transform="translate(${left} ${top}) scale(${scale} ${-scale})" d="${path}"/>`
      })
      .join('')
  }
  return clusters.map(drawCluster).join('')
}

function outlineMissing(character: string, { x, y, size }: Place): string {
  const path = drawMissing(character).map(([left, bottom, width, height]) => `M${left} ${bottom}h${width}v${height}h${-width}z`)
  return `<path transform="translate(${x} ${y}) scale(${size / 1000} ${-size / 1000})" d="${path.join('')}"/>`
}
