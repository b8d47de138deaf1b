import * as hb from 'harfbuzzjs'
import type { Font } from './FontFace.ts'

/** A glyph and its position relative to its cluster, in font units. */
export type PlacedGlyph = { readonly id: number; readonly x: number; readonly y: number }

/** Characters that are drawn together, such as a syllable: their glyphs, and the distance to the next cluster in font units. */
export type Cluster = { readonly text: string; readonly glyphs: readonly PlacedGlyph[]; readonly advance: number }

export type ShapeOptions = { readonly from: number; readonly to: number; readonly isRtl: boolean; readonly language: string }

/** Invisible characters, for which nothing is drawn. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]*$/u

/** Number of UTF-16 units around a part that HarfBuzz takes into account. */
const CONTEXT = 10

const buffer = new hb.Buffer()

/**
 * Returns the clusters of part of a text in visual order, from left to right. The surrounding text decides the forms of joining
 * letters.
 */
export function shapeText(font: Font, whole: string, options: ShapeOptions): Cluster[] {
  const { isRtl, language } = options
  const first = Math.max(0, options.from - CONTEXT)
  const text = whole.slice(first, options.to + CONTEXT)
  const [from, to] = [options.from - first, options.to - first]
  buffer.reset()
  buffer.addText(text, from, to - from)
  buffer.setDirection(isRtl ? hb.Direction.RTL : hb.Direction.LTR)
  if (language) buffer.setLanguage(language)
  buffer.guessSegmentProperties()
  hb.shape(font.shaper, buffer)
  const groups: { at: number; glyphs: PlacedGlyph[]; advance: number }[] = []
  for (const { codepoint: id, cluster: at, xAdvance = 0, xOffset = 0, yOffset = 0 } of buffer.getGlyphInfosAndPositions()) {
    let group = groups.at(-1)
    if (group?.at !== at) groups.push((group = { at, glyphs: [], advance: 0 }))
    group.glyphs.push({ id, x: group.advance + xOffset, y: yOffset })
    group.advance += xAdvance
  }
  return groups.length > 0
    ? nameClusters(groups, text.slice(0, to), from)
    : [{ text: text.slice(from, to), glyphs: [], advance: 0 }]
}

type Group = { readonly at: number; readonly glyphs: readonly PlacedGlyph[]; readonly advance: number }

/** Assigns text to each group. An invisible character belongs to the preceding cluster, so that joiners stay with their letters. */
function nameClusters(groups: readonly Group[], text: string, from: number): Cluster[] {
  const starts = groups.map(({ at }) => at).sort((a, b) => a - b)
  const textAt = new Map<number, string>()
  let shown: number | undefined
  for (const [index, at] of starts.entries()) {
    const own = text.slice(index === 0 ? from : at, starts[index + 1])
    if (shown !== undefined && INVISIBLE.test(own)) textAt.set(shown, textAt.get(shown) + own)
    else textAt.set((shown = at), own)
  }
  return groups.flatMap(({ at, glyphs, advance }) => {
    const own = textAt.get(at)
    return own === undefined ? [] : [{ text: own, glyphs, advance }]
  })
}

/** Merges clusters that are adjacent in visual order into one with this text. */
export function joinClusters(clusters: readonly Cluster[], text: string): Cluster {
  let advance = 0
  const glyphs = clusters.flatMap((cluster) => {
    const start = advance
    advance += cluster.advance
    return cluster.glyphs.map((glyph) => ({ ...glyph, x: glyph.x + start }))
  })
  return { text, glyphs, advance }
}
