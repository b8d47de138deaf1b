import bidiFactory, { type Bidi } from 'bidi-js'
import type { Inline } from '../../../document/Block.ts'
import type { Font } from '../../../fonts/FontFace.ts'
import { type FontSet, type ShapedRun, cleanText } from '../../../fonts/FontSet.ts'
import { type Cluster, joinClusters } from '../../../fonts/shapeText.ts'
import { breakableParts } from '../../subtitles/lines.ts'

/** The types of the package describe its source, which default-exports the factory; at run time the module is the factory. */
const bidi = (bidiFactory as unknown as () => Bidi)()

/** A run in one font, direction and style. Its clusters are in order from left to right. */
export type Run = {
  /** Undefined for a character missing from all fonts. */
  readonly font: Font | undefined
  readonly clusters: readonly Cluster[]
  /** Whether PDF readers reverse the text, because it is right-to-left. */
  readonly isTurned: boolean
  /** Distance from the start of the line, in points. */
  readonly x: number
  readonly width: number
  readonly style: Inline
}

/** The runs are in text order. */
export type Line = { readonly runs: readonly Run[]; readonly width: number }
export type Paragraph = { readonly lines: readonly Line[]; readonly isRtl: boolean }

export type LayoutOptions = {
  /** In points. */
  readonly width: number
  /** Of the font, in points. */
  readonly size: number
  readonly fonts: FontSet
  readonly language: string
  /** Makes everything bold, for headings. */
  readonly isBold?: boolean
}

type StyledRun = ShapedRun & { readonly style: Inline }
type Piece = { readonly runs: readonly StyledRun[]; readonly width: number }

/** Right-to-left letters and marks, and characters that change the direction. */
const NEEDS_BIDI = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Breaks a text into lines and places the runs of each with the Unicode bidirectional algorithm. The first letter decides the
 * direction of the paragraph.
 */
export function layoutText(inlines: readonly Inline[], options: LayoutOptions): Paragraph {
  const styled = inlines.map((style) => ({ style, text: cleanText(style.text) }))
  const text = styled.map((part) => part.text).join('')
  const levels = NEEDS_BIDI.test(text) ? bidi.getEmbeddingLevels(text) : undefined
  const isRtl = (levels?.paragraphs[0]?.level ?? 0) % 2 === 1
  const shaper = new StyledText(styled, text, levels?.levels, options)
  const lines: Line[] = []
  let start = 0
  for (const paragraph of text.split('\n')) {
    for (const line of breakLines(paragraph, start, shaper, options)) lines.push(placeRuns(line, isRtl, options.size))
    start += paragraph.length + 1
  }
  return { lines, isRtl }
}

/** A text with the styles of its parts, which shapes its words. */
class StyledText {
  readonly #parts: readonly { readonly style: Inline; readonly from: number; readonly to: number }[]
  readonly #text: string
  readonly #levels: Uint8Array | undefined
  readonly #options: LayoutOptions

  constructor(
    styled: readonly { style: Inline; text: string }[],
    text: string,
    levels: Uint8Array | undefined,
    options: LayoutOptions,
  ) {
    let at = 0
    this.#parts = styled.map(({ style, text: part }) => ({ style, from: at, to: (at += part.length) }))
    this.#text = text
    this.#levels = levels
    this.#options = options
  }

  /** Returns part of the text, such as a word, in text order. */
  shape(from: number, to: number): Piece {
    const { fonts, isBold = false } = this.#options
    const text = this.#text.slice(from, to)
    const levels = this.#levels?.subarray(from, to)
    const runs: StyledRun[] = []
    for (const { style, from: start, to: end } of this.#parts) {
      if (end <= from || start >= to) continue
      const weight = isBold || style.bold ? 'bold' : 'regular'
      const range = { from: Math.max(start, from) - from, to: Math.min(end, to) - from }
      for (const run of fonts.shape(text, weight, levels, range)) runs.push({ ...run, style })
    }
    return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) }
  }
}

/** Returns the runs of each line. Words are only broken if they are wider than a line. Spaces at the end of a line are dropped. */
function breakLines(text: string, start: number, shaper: StyledText, options: LayoutOptions): StyledRun[][] {
  const room = options.width / options.size
  const lines: StyledRun[][] = []
  let line: StyledRun[] = []
  let width = 0
  let spaces: Piece = { runs: [], width: 0 }
  let at = start
  for (const part of breakableParts(text, options.language)) {
    const end = at + part.trimEnd().length
    for (const piece of fitWord(at, end, shaper, room)) {
      if (line.length > 0 && width + spaces.width + piece.width > room) {
        lines.push(line)
        ;[line, width, spaces] = [[], 0, { runs: [], width: 0 }]
      }
      line.push(...spaces.runs, ...piece.runs)
      width += spaces.width + piece.width
      spaces = { runs: [], width: 0 }
    }
    if (end < at + part.length) {
      const more = shaper.shape(end, at + part.length)
      spaces = { runs: [...spaces.runs, ...more.runs], width: spaces.width + more.width }
    }
    at += part.length
  }
  return [...lines, line]
}

/** Returns a word, in several pieces if it is wider than a line. */
function fitWord(from: number, to: number, shaper: StyledText, room: number): Piece[] {
  if (from === to) return []
  const word = shaper.shape(from, to)
  if (word.width <= room) return [word]
  const pieces: Piece[] = []
  let [start, at, width] = [from, from, 0]
  for (const run of word.runs) {
    const unitsPerEm = run.font?.unitsPerEm ?? 1
    for (const { text, advance } of isRtl(run) ? run.clusters.toReversed() : run.clusters) {
      if (at > start && width + advance / unitsPerEm > room) {
        pieces.push(shaper.shape(start, at))
        ;[start, width] = [at, 0]
      }
      at += text.length
      width += advance / unitsPerEm
    }
  }
  return [...pieces, shaper.shape(start, to)]
}

const isRtl = ({ level }: { level: number }): boolean => level % 2 === 1

/** Places the runs of a line from left to right, and merges those that can be drawn together. */
function placeRuns(lineRuns: readonly StyledRun[], isRtlLine: boolean, size: number): Line {
  const hasRtl = lineRuns.some(isRtl)
  const runs = hasRtl ? separateSigns(adoptSpaces(lineRuns)) : adoptSpaces(lineRuns)
  const starts = new Map<StyledRun, number>()
  let width = 0
  for (const run of orderForEye(runs, isRtlLine ? 1 : 0)) {
    starts.set(run, width)
    width += run.width * size
  }
  const placed = groupRuns(hasRtl ? nameSpaces(runs, starts) : runs).map((group): Run => {
    const ordered = isRtl(group[0]!) ? group.toReversed() : group
    const { font, style } = ordered[0]!
    const clusters = ordered.flatMap((run) => run.clusters)
    return {
      font,
      style,
      isTurned: isRtl(group[0]!) && !isSigns({ clusters }),
      clusters: hasRtl ? joinOuterSpaces(clusters, isRtl(group[0]!)) : clusters,
      x: starts.get(ordered[0]!) ?? 0,
      width: ordered.reduce((sum, run) => sum + run.width * size, 0),
    }
  })
  return { runs: placed, width }
}

/**
 * Removes spaces with a separate direction, such as between a number and a Latin word in a right-to-left line. PDF readers lose
 * them, so their text is assigned to the preceding character. The positions of the runs do not change.
 */
function nameSpaces(runs: readonly StyledRun[], starts: Map<StyledRun, number>): StyledRun[] {
  const named: StyledRun[] = []
  for (const [index, run] of runs.entries()) {
    const [before, after] = [named.at(-1), runs[index + 1]]
    const isLone = isSpaces(run) && before && after && before.level !== run.level && after.level !== run.level
    const last = isLone && (isRtl(before) ? before.clusters[0] : before.clusters.at(-1))
    if (!last) {
      named.push(run)
      continue
    }
    const text = last.text + run.clusters.map((cluster) => cluster.text).join('')
    const withSpace = {
      ...before,
      clusters: before.clusters.map((cluster) => (cluster === last ? { ...cluster, text } : cluster)),
    }
    named[named.length - 1] = withSpace
    starts.set(withSpace, starts.get(before) ?? 0)
  }
  return named
}

/** Groups adjacent runs that can be drawn together. */
function groupRuns(runs: readonly StyledRun[]): StyledRun[][] {
  const groups: StyledRun[][] = []
  for (const run of runs) {
    const last = groups.at(-1)?.at(-1)
    const joins = last?.font && last.font === run.font && last.level === run.level && last.style === run.style
    if (joins && (!standsAlone(run) || groups.at(-1)!.every(isSpaces))) groups.at(-1)!.push(run)
    else groups.push([run])
  }
  return groups
}

const SPACES = /^ +$/
const isSpaces = (run: StyledRun): boolean => run.clusters.every(({ text }) => SPACES.test(text))

/** Takes spaces from the font of the surrounding words, with the same width, so that the font changes less often within a line. */
function adoptSpaces(runs: readonly StyledRun[]): StyledRun[] {
  const adopted: StyledRun[] = []
  for (const [index, run] of runs.entries()) {
    const neighbour = [adopted.at(-1), runs[index + 1]].find((other) => other?.level === run.level && canAdopt(other))
    adopted.push(neighbour && isSpaces(run) ? withFontOf(run, neighbour) : run)
  }
  return adopted
}

const SPACE = 0x20
const canAdopt = ({ font }: StyledRun): boolean => font?.face.characters.has(SPACE) === true

function withFontOf(spaces: StyledRun, { font, style }: StyledRun): StyledRun {
  if (!font || !spaces.font || (font === spaces.font && style === spaces.style)) return spaces
  const scale = font.unitsPerEm / spaces.font.unitsPerEm
  const id = font.shaper.nominalGlyph(SPACE) ?? 0
  const clusters = spaces.clusters.map(({ text, advance }) => ({ text, glyphs: [{ id, x: 0, y: 0 }], advance: advance * scale }))
  return { ...spaces, font, style, clusters }
}

/** Letters by which PDF readers recognise right-to-left text. */
const RTL_LETTER = /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
const isSigns = ({ clusters }: { clusters: readonly Cluster[] }): boolean => !clusters.some(({ text }) => RTL_LETTER.test(text))
const standsAlone = (run: StyledRun): boolean => isRtl(run) && isSigns(run) && !isSpaces(run)

/** Splits right-to-left symbols: PDF readers reverse them only next to a letter, so each is drawn separately. */
const separateSigns = (runs: readonly StyledRun[]): StyledRun[] =>
  runs.flatMap((run) =>
    standsAlone(run)
      ? run.clusters
          .toReversed()
          .map((cluster) => ({ ...run, clusters: [cluster], width: cluster.advance / (run.font?.unitsPerEm ?? 1) }))
      : [run],
  )

/**
 * Merges spaces at both ends with the adjacent letter. PDF readers lose a space when the next run is not drawn directly after it,
 * as in a bidirectional line.
 */
function joinOuterSpaces(clusters: readonly Cluster[], isRtlRun: boolean): Cluster[] {
  const isWord = ({ text }: Cluster) => !SPACES.test(text)
  const first = clusters.findIndex(isWord)
  const last = clusters.findLastIndex(isWord)
  if (first < 0 || (first === 0 && last === clusters.length - 1)) return [...clusters]
  const join = (part: readonly Cluster[]) => {
    const texts = part.map(({ text }) => text)
    return joinClusters(part, (isRtlRun ? texts.toReversed() : texts).join(''))
  }
  if (first === last) return [join(clusters)]
  return [join(clusters.slice(0, first + 1)), ...clusters.slice(first + 1, last), join(clusters.slice(last))]
}

/** Reorders runs visually: from the highest level down, reverses sequences of at least that level (rule L2). */
function orderForEye(runs: readonly StyledRun[], baseLevel: number): StyledRun[] {
  const ordered = [...runs]
  const highest = ordered.reduce((level, run) => Math.max(level, run.level), baseLevel)
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < ordered.length; from++) {
      if (ordered[from]!.level < level) continue
      let to = from
      while (to < ordered.length && ordered[to]!.level >= level) to++
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = to
    }
  }
  return ordered
}
