import bidiFactory, { type Bidi } from 'bidi-js'
import type { Inline } from '../../../document/Block.ts'
import type { FontSet, Weight } from '../../../fonts/FontSet.ts'
import { breakableParts } from '../../subtitles/lines.ts'

/** The types of the package describe its source, where the factory is the default export; a program gets the factory itself. */
const bidi = (bidiFactory as unknown as () => Bidi)()

/** A piece of a line in one font, in the order from left to right. `text` is as it is given to the font. */
export type Run = {
  readonly text: string
  readonly width: number
  readonly font: string
  readonly isOblique: boolean
  readonly isStruck: boolean
  readonly href: string | undefined
}

export type Line = { readonly runs: readonly Run[]; readonly width: number }
export type Paragraph = { readonly lines: readonly Line[]; readonly isRtl: boolean }

/** Measures a text in a font that was registered, in points. */
export type Measure = (text: string, font: string) => number

export type LayoutOptions = {
  readonly width: number
  readonly fonts: FontSet
  readonly measure: Measure
  readonly language: string
  /** Makes everything bold, for headings. */
  readonly isBold?: boolean
}

type Character = { text: string; units: number; level: number; font: string; style: Inline; isRtlScript: boolean }

/**
 * Breaks a text into lines and orders each for the eye by the Unicode bidirectional algorithm. The direction of the paragraph is
 * that of its first letter.
 */
export function layoutText(inlines: readonly Inline[], options: LayoutOptions): Paragraph {
  const text = inlines.map((inline) => clean(inline.text)).join('')
  const levels = bidi.getEmbeddingLevels(text)
  const isRtl = ((levels.paragraphs[0]?.level ?? 0) & 1) === 1
  const characters = toCharacters(inlines, levels.levels, options)
  const lines = breakLines(text, characters, options)
  return { lines: lines.map((line) => toLine(line, isRtl ? 1 : 0, options)), isRtl }
}

/** Line breaks stay; other control characters become spaces. */
const clean = (text: string): string => text.toWellFormed().replaceAll(/[^\P{Cc}\n]/gu, ' ')

const RTL_LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

function toCharacters(inlines: readonly Inline[], levels: Uint8Array, { fonts, isBold = false }: LayoutOptions): Character[] {
  const characters: Character[] = []
  let offset = 0
  for (const inline of inlines) {
    const weight: Weight = isBold || inline.bold ? 'bold' : 'regular'
    for (const { segment } of graphemes.segment(clean(inline.text))) {
      // The font of emoji has one colour of skin.
      const parts = fonts.split(segment.replaceAll(SKIN_AFTER, ''), weight)
      const isRtlScript = RTL_LETTER.test(segment)
      const level = levels[offset] ?? 0
      for (const [index, { text, font }] of parts.entries())
        // What was left out counts as part of the first.
        characters.push({
          text,
          units: index === 0 ? segment.length : 0,
          level,
          font: font?.name ?? '',
          style: inline,
          isRtlScript,
        })
      offset += segment.length
    }
  }
  return characters
}

/** Colours of skin and variants after a character. */
const SKIN_AFTER = /(?<=.)(?:\p{Emoji_Modifier}|\ufe0f)/gu
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Returns the characters of each line. Words stay whole unless one is wider than the line. */
function breakLines(text: string, characters: readonly Character[], options: LayoutOptions): Character[][] {
  const lines: Character[][] = []
  let at = 0
  for (const paragraph of text.split('\n')) {
    let line: Character[] = []
    let width = 0
    for (const part of breakableParts(paragraph, options.language)) {
      for (const piece of fitPart(takeCharacters(characters, at, part.length), options)) {
        const pieceWidth = measureCharacters(piece, options)
        if (line.length > 0 && width + measureCharacters(trimEnd(piece), options) > options.width) {
          lines.push(trimEnd(line))
          ;[line, width] = [[], 0]
        }
        line = [...line, ...piece]
        width += pieceWidth
      }
      at += takeCharacters(characters, at, part.length).length
    }
    lines.push(trimEnd(line))
    at += 1 // the line break
  }
  return lines
}

/** Returns the characters from a place on that make up this many UTF-16 units. */
function takeCharacters(characters: readonly Character[], at: number, length: number): Character[] {
  const taken: Character[] = []
  for (let units = 0; units < length && at + taken.length < characters.length;) {
    const character = characters[at + taken.length]!
    taken.push(character)
    units += character.units
  }
  return taken
}

function fitPart(part: Character[], options: LayoutOptions): Character[][] {
  if (measureCharacters(trimEnd(part), options) <= options.width) return [part]
  const pieces: Character[][] = [[]]
  for (const character of part) {
    const piece = pieces.at(-1)!
    if (piece.length > 0 && measureCharacters([...piece, character], options) > options.width) pieces.push([character])
    else piece.push(character)
  }
  return pieces
}

function trimEnd(characters: readonly Character[]): Character[] {
  const last = characters.findLastIndex(({ text }) => text.trim() !== '')
  return characters.slice(0, last + 1)
}

const measureCharacters = (characters: readonly Character[], { measure }: LayoutOptions): number =>
  groupRuns(characters).reduce((sum, run) => sum + measure(textOf(run), run[0]!.font), 0)

/** Groups neighbours of one level, font, style and direction. */
function groupRuns(characters: readonly Character[]): Character[][] {
  const runs: Character[][] = []
  for (const character of characters) {
    const last = runs.at(-1)?.at(-1)
    const joins =
      last &&
      last.font === character.font &&
      last.level === character.level &&
      last.style === character.style &&
      (last.isRtlScript === character.isRtlScript || character.level % 2 === 0)
    if (joins) runs.at(-1)!.push(character)
    else runs.push([character])
  }
  return runs
}

/**
 * Returns the text of a run as the font gets it. Fonts reverse letters of right-to-left scripts themselves; signs between them are
 * reversed here, and brackets mirrored.
 */
function textOf(run: readonly Character[]): string {
  const isRtl = (run[0]?.level ?? 0) % 2 === 1
  if (!isRtl) return run.map(({ text }) => text).join('')
  const mirrored = run.map(({ text }) => bidi.getMirroredCharacter(text) ?? text)
  return (run[0]?.isRtlScript ? mirrored : mirrored.toReversed()).join('')
}

/** Orders the runs of a line for the eye: from the highest level down, runs of at least that level are reversed (rule L2). */
function toLine(characters: readonly Character[], baseLevel: number, options: LayoutOptions): Line {
  // Spaces at the end of a line have the level of the paragraph, and were removed.
  const runs = groupRuns(characters)
  const highest = Math.max(baseLevel, ...runs.map((run) => run[0]!.level))
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < runs.length; from++) {
      if (runs[from]![0]!.level < level) continue
      let to = from
      while (to < runs.length && runs[to]![0]!.level >= level) to++
      runs.splice(from, to - from, ...runs.slice(from, to).reverse())
      from = to
    }
  }
  const placed = runs.map((run): Run => {
    const { font, style } = run[0]!
    const text = textOf(run)
    return {
      ...{ text, font, width: options.measure(text, font), href: style.href },
      ...{ isOblique: style.italic ?? false, isStruck: style.strike ?? false },
    }
  })
  return { runs: placed, width: placed.reduce((sum, { width }) => sum + width, 0) }
}
