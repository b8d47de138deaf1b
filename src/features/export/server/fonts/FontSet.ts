import { normalizeText } from '#shared/normalizeText.ts'
import { EMOJI, familiesFor, filesWith } from './families.ts'
import { type Font, type FontFace, type Weight, openFace } from './FontFace.ts'
import { MISSING_WIDTH } from './missingGlyph.ts'
import { type Cluster, joinClusters, shapeText } from './shapeText.ts'

/** A shaped run of text in one font and direction. Its clusters are in visual order. */
export type ShapedRun = {
  /** Undefined for characters missing from all fonts. */
  readonly font: Font | undefined
  readonly clusters: readonly Cluster[]
  readonly level: number
  /** In em. */
  readonly width: number
}

/** Part of a grapheme. `draw` is what the font shapes: a joiner between two emoji that are drawn separately remains text only. */
type Part = { readonly text: string; readonly draw: string; readonly face: FontFace | undefined; readonly isOverlay: boolean }

export type Texts = Readonly<Record<Weight, string>>

/** Characters that are not visible. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Emoji_Modifier}]+$/u
/** Characters that are expected as a picture, not as a text symbol. */
const PICTURE = /\p{Emoji_Presentation}|[\ufe0f\u20e3]|\p{Extended_Pictographic}\u200d/u
const FRACTION_SLASH = '\u2044'
const MARK = /^\p{M}/u
const ASCII = /^[\x20-\x7e]*$/
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Splits a text into graphemes. */
export function splitGraphemes(text: string): string[] {
  return ASCII.test(text) ? text.split('') : Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/** Replaces control characters other than line breaks with spaces. */
export const cleanText = (text: string): string => text.toWellFormed().replaceAll(/[^\P{Cc}\n]/gu, ' ')

/** The fonts of a document, and its shaped words. */
export class FontSet {
  readonly #parts: ReadonlyMap<string, readonly Part[]>
  readonly #language: string
  readonly #shaped = new Map<string, readonly ShapedRun[]>()

  constructor(parts: ReadonlyMap<string, readonly Part[]>, language: string) {
    this.#parts = parts
    this.#language = language
  }

  /**
   * Returns the runs of part of a text, in text order. `levels` are the embedding levels of the bidirectional algorithm, one per
   * UTF-16 unit, or undefined for left-to-right text. Runs are cached, because words repeat.
   */
  shape(
    text: string,
    weight: Weight,
    levels: Uint8Array | undefined,
    { from, to }: { readonly from: number; readonly to: number },
  ): readonly ShapedRun[] {
    const key = `${weight} ${levels?.join('') ?? ''} ${from} ${to} ${text}`
    let runs = this.#shaped.get(key)
    if (!runs) {
      const shaped: ShapedRun[] = []
      for (const item of this.#itemize(text, levels, from, to)) shaped.push(this.#shapeItem(text, item, weight, shaped.at(-1)))
      runs = shaped
      this.#shaped.set(key, runs)
    }
    return runs
  }

  /** Splits a text at changes of font or direction. */
  #itemize(text: string, levels: Uint8Array | undefined, from: number, to: number): Item[] {
    const items: Item[] = []
    let at = from
    for (const grapheme of splitGraphemes(text.slice(from, to))) {
      const level = levels?.[at] ?? 0
      const last = items.at(-1)
      const parts = this.#parts.get(grapheme) ?? [{ text: grapheme, draw: grapheme, face: undefined, isOverlay: false }]
      const [first] = parts
      const isPlain = parts.length === 1 && first?.draw === grapheme
      const face = first?.face
      if (isPlain && face && last?.face === face && last.level === level && last.part === undefined) last.to += grapheme.length
      else if (isPlain && face) items.push({ face, level, from: at, to: at + grapheme.length, part: undefined })
      else for (const part of parts) items.push({ face: part.face, level, from: at, to: at + grapheme.length, part })
      at += grapheme.length
    }
    return items
  }

  #shapeItem(text: string, { face, level, from, to, part }: Item, weight: Weight, before?: ShapedRun): ShapedRun {
    const isRtl = level % 2 === 1
    const font = face?.fonts[weight]
    if (!font) return missingRun(part?.text ?? '', level)
    const options = { isRtl, language: this.#language }
    const clusters = part ? [drawPart(font, part, options, before)] : shapeText(font, text, { ...options, from, to })
    return { font, level, clusters, width: clusters.reduce((sum, { advance }) => sum + advance, 0) / font.unitsPerEm }
  }
}

/**
 * Returns one cluster for a part that is drawn differently than it is written. A mark from another font is placed over the
 * preceding letter.
 */
function drawPart(
  font: Font,
  { text, draw, isOverlay }: Part,
  options: { isRtl: boolean; language: string },
  before?: ShapedRun,
): Cluster {
  const cluster = joinClusters(shapeText(font, draw, { ...options, from: 0, to: draw.length }), text)
  if (!isOverlay) return cluster
  const letter = options.isRtl ? before?.clusters.at(0) : before?.clusters.at(-1)
  const width = ((letter?.advance ?? 0) * font.unitsPerEm) / (before?.font?.unitsPerEm ?? 1)
  const middle = options.isRtl ? width / 2 : -width / 2
  const glyphs = cluster.glyphs.map((glyph) => {
    const { xBearing = 0, width: markWidth = 0 } = font.shaper.glyphExtents(glyph.id) ?? {}
    return { ...glyph, x: Math.round(middle - xBearing - markWidth / 2) }
  })
  return { text, glyphs, advance: 0 }
}

/** A box. Its advance is in em, because it has no font. */
const missingRun = (text: string, level: number): ShapedRun => {
  const advance = MISSING_WIDTH / 1000
  return { font: undefined, level, clusters: [{ text, glyphs: [], advance }], width: advance }
}

type Item = { face: FontFace | undefined; level: number; from: number; to: number; part: Part | undefined }

/** Opens the fonts for all characters of a text. */
export async function openFonts(text: string, language: string): Promise<FontSet> {
  const families = familiesFor(language)
  const parts = new Map<string, readonly Part[]>()
  for (const grapheme of new Set(splitGraphemes(`${cleanText(text)} 0123456789`)))
    parts.set(grapheme, await findParts(grapheme, families))
  return new FontSet(parts, language)
}

/** Returns the font of a grapheme: the first one that has all its characters, otherwise one for each part. */
async function findParts(grapheme: string, families: readonly string[]): Promise<Part[]> {
  const order = PICTURE.test(grapheme) ? [EMOJI, ...families] : families
  // The font itself composes or decomposes letters.
  for (const form of new Set([grapheme, normalizeText(grapheme, 'NFC'), normalizeText(grapheme, 'NFD')])) {
    const face = await findFace(
      [...form].filter((character) => !INVISIBLE.test(character)),
      order,
    )
    if (face) return [{ text: grapheme, draw: grapheme, face, isOverlay: false }]
  }
  // A fraction is drawn from its figures, for which the font has small variants.
  const fraction = normalizeText(grapheme, 'NFKC')
  if (fraction !== grapheme && fraction.includes(FRACTION_SLASH)) {
    const face = await findFace([...fraction], order)
    if (face) return [{ text: grapheme, draw: fraction, face, isOverlay: false }]
  }
  const parts: Part[] = []
  for (const character of grapheme) {
    const last = parts.at(-1)
    const isInvisible = INVISIBLE.test(character)
    if (last && (isInvisible || (MARK.test(character) && last.face?.characters.has(character.codePointAt(0) ?? 0)))) {
      parts[parts.length - 1] = { ...last, text: last.text + character, draw: isInvisible ? last.draw : last.draw + character }
      continue
    }
    const face = await findFace([isInvisible ? ' ' : character], order)
    parts.push({
      text: character,
      draw: isInvisible ? '' : character,
      face,
      isOverlay: last !== undefined && MARK.test(character),
    })
  }
  return parts
}

/** Returns the first face that has all of the characters. */
async function findFace(characters: readonly string[], families: readonly string[]): Promise<FontFace | undefined> {
  const [first = 0x20, ...others] = characters.map((character) => character.codePointAt(0) ?? 0)
  for (const family of families) {
    for (const file of filesWith(family, first)) {
      // A package may list a character that the file lacks.
      const opening = openFace(file)
      // Awaiting available faces would take most of the time for a text with many characters.
      const face = opening instanceof Promise ? await opening : opening
      if (face.characters.has(first) && others.every((other) => face.characters.has(other))) return face
    }
  }
  return undefined
}
