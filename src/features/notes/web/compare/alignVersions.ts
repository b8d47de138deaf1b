import type { Millis } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { SectionKind, SummaryResult } from '../../contract.ts'

/** A line of a version. */
export type VersionLine = {
  readonly text: string
  /** The times it rests on, in ms. */
  readonly times: readonly Millis[]
  readonly isSupported: boolean
  /** Undefined for a line that is no task. */
  readonly isDone: boolean | undefined
  /** The line as Markdown. */
  readonly markdown: string
}

export type VersionSection = { readonly heading: string; readonly kind: SectionKind; readonly lines: readonly VersionLine[] }

export type Change = 'same' | 'reworded' | 'added' | 'left-out'

/** A line of the earlier and of the new version that say the same, side by side. */
export type ComparedLine =
  | { readonly change: 'same' | 'reworded'; readonly before: VersionLine; readonly after: VersionLine }
  | { readonly change: 'added'; readonly before: undefined; readonly after: VersionLine }
  | { readonly change: 'left-out'; readonly before: VersionLine; readonly after: undefined }

export type ComparedSection = {
  readonly heading: { readonly before: string | undefined; readonly after: string | undefined }
  readonly lines: readonly ComparedLine[]
}

/** Two lines with fewer common words than this share are different lines. */
const MIN_SIMILARITY = 0.4

/** Returns the sections of two versions side by side. Sections belong together by heading, kind or lines. */
export function alignVersions(before: readonly VersionSection[], after: readonly VersionSection[]): readonly ComparedSection[] {
  const pairs = alignLists(before, after, sectionSimilarity)
  return pairs.map(([left, right]) => ({
    heading: { before: left?.heading, after: right?.heading },
    lines: alignLists(left?.lines ?? [], right?.lines ?? [], lineSimilarity).map(([from, to]) => compareLine(from, to)),
  }))
}

export function countChanges(sections: readonly ComparedSection[]): Record<Change, number> {
  const counts = { same: 0, reworded: 0, added: 0, 'left-out': 0 }
  for (const { lines } of sections) for (const { change } of lines) counts[change]++
  return counts
}

function compareLine(before: VersionLine | undefined, after: VersionLine | undefined): ComparedLine {
  if (before && after) return { change: normalize(before.text) === normalize(after.text) ? 'same' : 'reworded', before, after }
  if (before) return { change: 'left-out', before, after: undefined }
  return { change: 'added', before: undefined, after: after! }
}

type Pair<Item> = readonly [Item | undefined, Item | undefined]

/** Returns pairs in the order of both lists, so that the similarity of all pairs is as large as possible. 0 pairs nothing. */
function alignLists<Item>(
  before: readonly Item[],
  after: readonly Item[],
  similarity: (a: Item, b: Item) => number,
): Pair<Item>[] {
  const scores = before.map((a) => after.map((b) => similarity(a, b)))
  const best = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0))
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const score = scores[i]![j]!
      best[i]![j] = Math.max(best[i + 1]![j]!, best[i]![j + 1]!, score > 0 ? best[i + 1]![j + 1]! + score : 0)
    }
  const pairs: Pair<Item>[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const score = scores[i]?.[j] ?? 0
    if (score > 0 && best[i]![j] === best[i + 1]![j + 1]! + score) pairs.push([before[i++], after[j++]])
    // Left-out lines come before added ones.
    else if (i < before.length && (j === after.length || best[i]![j] === best[i + 1]![j])) pairs.push([before[i++], undefined])
    else pairs.push([undefined, after[j++]])
  }
  return pairs
}

function sectionSimilarity(a: VersionSection, b: VersionSection): number {
  if (a.heading !== '' && normalize(a.heading) === normalize(b.heading)) return 2
  if (a.kind === b.kind && a.kind !== 'text') return 1
  // A section with another heading and the same lines.
  const texts = new Set(b.lines.map(({ text }) => normalize(text)))
  const common = a.lines.filter(({ text }) => texts.has(normalize(text))).length
  return common / Math.max(1, a.lines.length, b.lines.length)
}

/** Returns the share of common words; lines that cite the same time need fewer of them. */
function lineSimilarity(a: VersionLine, b: VersionLine): number {
  const [left, right] = [wordsOf(a.text), wordsOf(b.text)]
  const rest = [...right]
  let common = 0
  for (const word of left) {
    const index = rest.indexOf(word)
    if (index === -1) continue
    rest.splice(index, 1)
    common++
  }
  const share = (2 * common) / Math.max(1, left.length + right.length)
  const citesSame = a.times.some((time) => b.times.includes(time))
  return share >= (citesSame ? MIN_SIMILARITY / 2 : MIN_SIMILARITY) ? share : 0
}

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' })

const wordsOf = (text: string): string[] =>
  [...SEGMENTER.segment(text.toLowerCase())].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)

const normalize = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

export type WordPiece = { readonly text: string; readonly isChanged: boolean }

/** Returns both texts in pieces of words that both have and words that only one has. */
export function diffWords(before: string, after: string): { before: readonly WordPiece[]; after: readonly WordPiece[] } {
  const [left, right] = [tokensOf(before), tokensOf(after)]
  const pairs = alignLists(left, right, (a, b) => (a === b ? a.length : 0))
  const isCommon = ([a, b]: Pair<string>) => a !== undefined && b !== undefined
  const piecesOf = (side: 0 | 1) =>
    joinPieces(pairs.flatMap((pair) => (pair[side] === undefined ? [] : [{ text: pair[side], isChanged: !isCommon(pair) }])))
  return { before: piecesOf(0), after: piecesOf(1) }
}

const tokensOf = (text: string): string[] => [...SEGMENTER.segment(text)].map(({ segment }) => segment)

/** Joins neighbours of the same kind. A space between two changed words is changed too, and none at the edge of a change is. */
function joinPieces(pieces: readonly WordPiece[]): readonly WordPiece[] {
  const isSpace = (piece: WordPiece | undefined) => piece !== undefined && piece.text.trim() === ''
  const joined: WordPiece[] = []
  pieces.forEach((piece, index) => {
    const isBetweenChanges = Boolean(pieces[index - 1]?.isChanged && pieces[index + 1]?.isChanged)
    const isChanged = isSpace(piece) ? isBetweenChanges : piece.isChanged
    const last = joined.at(-1)
    if (last && last.isChanged === isChanged) joined[joined.length - 1] = { text: last.text + piece.text, isChanged }
    else joined.push({ text: piece.text, isChanged })
  })
  return joined
}

/** The title of a summary and the line below it that says how it was made: no lines of its own. */
const TITLE_AND_ORIGIN = /^# [^\n]*\n+\*[^\n]*\*\n+/

type Version = Pick<SummaryResult, 'form' | 'markdown'>

/**
 * Returns two versions side by side. When one was edited, both are read from their Markdown, which also has lines that are no points,
 * such as that a section is empty.
 */
export function compareResults(before: Version, after: Version): readonly ComparedSection[] {
  const [left, right] = before.form && after.form ? [before, after] : [withoutForm(before), withoutForm(after)]
  return alignVersions(toVersionSections(left), toVersionSections(right))
}

const withoutForm = ({ markdown }: Version): Version => ({ markdown, form: null })

/** Returns the sections of a version: from its form, or from the headings and lines of an edited text. */
export function toVersionSections(result: Version): readonly VersionSection[] {
  if (!result.form) return parseSections(result.markdown.replace(TITLE_AND_ORIGIN, ''))
  return result.form.sections.map(({ kind, heading, points }) => ({
    kind,
    heading,
    lines: points.map(({ text, start_time, supported, done }) => ({
      text,
      times: start_time === null ? [] : [start_time],
      isSupported: supported && start_time !== null,
      isDone: kind === 'actions' ? done : undefined,
      markdown: toMarkdownLine({ text, time: start_time, isDone: kind === 'actions' ? done : undefined }),
    })),
  }))
}

type MarkdownLine = { text: string; time: Millis | null; isDone: boolean | undefined }

function toMarkdownLine({ text, time, isDone }: MarkdownLine): string {
  const box = isDone === undefined ? '' : isDone ? '[x] ' : '[ ] '
  const link = time === null ? '' : ` [${formatTimestamp(time)}](#t=${Math.round(time)})`
  return `- ${box}${text.replaceAll(/[\\`*_[\]<>~|]/g, '\\$&')}${link}`
}

function parseSections(markdown: string): readonly VersionSection[] {
  const sections: { heading: string; kind: SectionKind; lines: VersionLine[] }[] = []
  for (const source of markdown.split('\n')) {
    const heading = /^#{1,6}\s+(.*)$/.exec(source)?.[1]
    if (heading !== undefined) sections.push({ heading: plain(heading), kind: 'text', lines: [] })
    else if (source.trim() !== '') {
      if (sections.length === 0) sections.push({ heading: '', kind: 'text', lines: [] })
      sections.at(-1)!.lines.push(parseLine(source))
    }
  }
  return sections.filter(({ lines }) => lines.length > 0)
}

function parseLine(source: string): VersionLine {
  const box = /^\s*[-*]\s+\[([ x])\]\s/i.exec(source)?.[1]
  const times = [...source.matchAll(/\]\(#t=(\d{1,12})\)/g)].map(([, digits]) => Number(digits))
  return {
    text: plain(source.replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?/i, '').replaceAll(/\[[^[\]]*\]\(#t=\d+\)/g, '')),
    times,
    isSupported: true,
    isDone: box === undefined ? undefined : box !== ' ',
    markdown: source,
  }
}

/** Returns a line of Markdown without its marks. */
const plain = (text: string): string =>
  text
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/(\*\*|__|\*|_|`)(.+?)\1/g, '$2')
    .replaceAll(/\\([\\`*_[\]<>~|&#+\-=.)])/g, '$1')
    .trim()

/** Adds a line of an earlier version to the Markdown, at the end of the section with this heading, otherwise at the end. */
export function bringOver(markdown: string, heading: string | undefined, line: string): string {
  const lines = markdown.trimEnd().split('\n')
  const start = heading
    ? lines.findIndex((source) => /^#{1,6}\s/.test(source) && plain(source.replace(/^#+\s+/, '')) === heading)
    : -1
  const next = start === -1 ? -1 : lines.findIndex((source, index) => index > start && /^#{1,6}\s/.test(source))
  let end = next === -1 ? lines.length : next
  while (end > 0 && lines[end - 1]!.trim() === '') end--
  const isList = /^\s*(?:[-*+]|\d+[.)])\s/.test(lines[end - 1] ?? '')
  lines.splice(end, 0, ...(isList ? [] : ['']), line)
  return `${lines.join('\n')}\n`
}
