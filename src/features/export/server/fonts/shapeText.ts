import * as hb from 'harfbuzzjs'
import type { Font } from './FontFace.ts'

/** A glyph at its place from the start of its cluster, in units of the font. */
export type PlacedGlyph = { readonly id: number; readonly x: number; readonly y: number }

/** The characters that are drawn together, such as a syllable: their glyphs and how far the next cluster is, in units of the font. */
export type Cluster = { readonly text: string; readonly glyphs: readonly PlacedGlyph[]; readonly advance: number }

export type ShapeOptions = { readonly from: number; readonly to: number; readonly isRtl: boolean; readonly language: string }

/** Invisible characters, which are drawn as nothing. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]*$/u

/** How many characters around a part HarfBuzz looks at, in UTF-16 units. */
const CONTEXT = 10

const buffer = new hb.Buffer()

/**
 * Returns the clusters of a part of a text in the order of the eye, from left to right. The text around the part decides the forms of
 * letters that join.
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

/** Gives each group its text. A character that is not shown belongs to the cluster before it, so that joiners stay with their letters. */
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

/** Returns neighbours, in the order of the eye, as one cluster with this text. */
export function joinClusters(clusters: readonly Cluster[], text: string): Cluster {
  let advance = 0
  const glyphs = clusters.flatMap((cluster) => {
    const start = advance
    advance += cluster.advance
    return cluster.glyphs.map((glyph) => ({ ...glyph, x: glyph.x + start }))
  })
  return { text, glyphs, advance }
}
