import { diffArrays } from 'diff'
import { escapeMarkdown } from '#shared/markdown/escapeMarkdown.ts'
import { formatTimeLink, inlineText, linkedTimes, withoutTimes } from '#shared/markdown/inlineText.ts'
import { type MarkdownLine, readLines } from '#shared/markdown/markdownLines.ts'
import type { Millis } from '#shared/units.ts'
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
  const pairs = alignLists(before, after, { keyOf: keyOfSection, similarity: sectionSimilarity })
  return pairs.map(([left, right]) => ({
    heading: { before: left?.heading, after: right?.heading },
    lines: alignLists(left?.lines ?? [], right?.lines ?? [], { keyOf: keyOfLine, similarity: lineSimilarity }).map(([from, to]) =>
      compareLine(from, to),
    ),
  }))
}

export function countChanges(sections: readonly ComparedSection[]): Record<Change, number> {
  const counts = { same: 0, reworded: 0, added: 0, 'left-out': 0 }
  for (const { lines } of sections) for (const { change } of lines) counts[change]++
  return counts
}

function compareLine(before: VersionLine | undefined, after: VersionLine | undefined): ComparedLine {
  if (before && after) return { change: keyOfLine(before) === keyOfLine(after) ? 'same' : 'reworded', before, after }
  if (before) return { change: 'left-out', before, after: undefined }
  return { change: 'added', before: undefined, after: after! }
}

type Pair<Item> = readonly [Item | undefined, Item | undefined]

/** A part with more pairs is shown as left out and added, so that a rewritten text of thousands of lines does not stop the page. */
const MAX_PAIRS = 40_000
/** The most words of both texts that are compared for a difference. */
const MAX_EDITS = 2000

type Likeness<Item> = {
  /** Equal items have equal keys. */
  readonly keyOf: (item: Item) => string
  /** 0 for items that are not shown side by side. */
  readonly similarity: (a: Item, b: Item) => number
}

/**
 * Returns pairs in the order of both lists: first those that are equal, then in each part between them those that are alike, so that the
 * similarity of all pairs of the part is as large as possible.
 */
function alignLists<Item>(before: readonly Item[], after: readonly Item[], { keyOf, similarity }: Likeness<Item>): Pair<Item>[] {
  const changes = diffArrays(before.map(keyOf), after.map(keyOf), { maxEditLength: MAX_EDITS })
  if (!changes) return alignPart(before, after, similarity)
  const pairs: Pair<Item>[] = []
  let [fromBefore, fromAfter, toBefore, toAfter] = [0, 0, 0, 0]
  const alignChanged = () =>
    pairs.push(...alignPart(before.slice(fromBefore, toBefore), after.slice(fromAfter, toAfter), similarity))
  for (const { added, removed, count } of changes) {
    if (removed) toBefore += count
    else if (added) toAfter += count
    else {
      alignChanged()
      for (let n = 0; n < count; n++) pairs.push([before[toBefore + n], after[toAfter + n]])
      fromBefore = toBefore += count
      fromAfter = toAfter += count
    }
  }
  alignChanged()
  return pairs
}

function alignPart<Item>(
  before: readonly Item[],
  after: readonly Item[],
  similarity: (a: Item, b: Item) => number,
): Pair<Item>[] {
  const pairs: Pair<Item>[] = []
  const isTooLarge = before.length * after.length > MAX_PAIRS
  const scores = before.map((a) => (isTooLarge ? [] : after.map((b) => similarity(a, b))))
  const best = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0))
  for (let i = before.length - 1; i >= 0 && !isTooLarge; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const score = scores[i]![j]!
      best[i]![j] = Math.max(best[i + 1]![j]!, best[i]![j + 1]!, score > 0 ? best[i + 1]![j + 1]! + score : 0)
    }
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

/** A section without a heading is equal to one with the same lines. */
const keyOfSection = ({ heading, lines }: VersionSection): string => normalize(heading) || lines.map(keyOfLine).join('\n')

function sectionSimilarity(a: VersionSection, b: VersionSection): number {
  if (a.kind === b.kind && a.kind !== 'text') return 1
  // A section with another heading and the same lines.
  const texts = new Set(b.lines.map(({ text }) => normalize(text)))
  const common = a.lines.filter(({ text }) => texts.has(normalize(text))).length
  return common / Math.max(1, a.lines.length, b.lines.length)
}

const keyOfLine = ({ text }: VersionLine): string => normalize(text)

/** Returns the share of common words; lines that cite the same time need fewer of them. */
function lineSimilarity(a: VersionLine, b: VersionLine): number {
  const [left, right] = [wordsOf(a.text), wordsOf(b.text)]
  const rest = new Map<string, number>()
  for (const word of right) rest.set(word, (rest.get(word) ?? 0) + 1)
  let common = 0
  for (const word of left) {
    const count = rest.get(word) ?? 0
    if (count === 0) continue
    rest.set(word, count - 1)
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

/** Returns both texts in pieces of words that both have and words that only one has. Texts without common parts are one piece each. */
export function diffWords(before: string, after: string): { before: readonly WordPiece[]; after: readonly WordPiece[] } {
  const changes = diffArrays(tokensOf(before), tokensOf(after), { maxEditLength: MAX_EDITS }) ?? [
    { value: [before], removed: true, added: false },
    { value: [after], removed: false, added: true },
  ]
  const piecesOf = (change: 'removed' | 'added') =>
    joinPieces(
      changes
        .filter(({ added, removed }) => (!added && !removed) || (change === 'added' ? added : removed))
        .flatMap(({ value, [change]: isChanged }) => value.map((text) => ({ text, isChanged }))),
    )
  return { before: piecesOf('removed'), after: piecesOf('added') }
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

type PointLine = { text: string; time: Millis | null; isDone: boolean | undefined }

function toMarkdownLine({ text, time, isDone }: PointLine): string {
  const box = isDone === undefined ? '' : isDone ? '[x] ' : '[ ] '
  return `- ${box}${escapeMarkdown(text)}${time === null ? '' : ` ${formatTimeLink(time)}`}`
}

function parseSections(markdown: string): readonly VersionSection[] {
  const sections: { heading: string; kind: SectionKind; lines: VersionLine[] }[] = []
  for (const line of readLines(markdown)) {
    if (line.kind === 'heading') sections.push({ heading: inlineText(line.content), kind: 'text', lines: [] })
    else if (line.content !== '') {
      if (sections.length === 0) sections.push({ heading: '', kind: 'text', lines: [] })
      sections.at(-1)!.lines.push(toVersionLine(line))
    }
  }
  return sections.filter(({ lines }) => lines.length > 0)
}

const toVersionLine = ({ kind, source, content, isDone }: MarkdownLine): VersionLine => ({
  text: kind === 'code' ? content : inlineText(withoutTimes(content)).trim(),
  times: linkedTimes(content),
  isSupported: true,
  isDone,
  markdown: source,
})

/** Adds a line of an earlier version to the Markdown, at the end of the section with this heading, otherwise at the end. */
export function bringOver(markdown: string, heading: string | undefined, line: string): string {
  const lines = readLines(markdown.trimEnd())
  const isHeading = ({ kind }: MarkdownLine) => kind === 'heading'
  const start = heading ? lines.findIndex((each) => isHeading(each) && inlineText(each.content) === heading) : -1
  const next = start === -1 ? -1 : lines.findIndex((each, index) => index > start && isHeading(each))
  let end = next === -1 ? lines.length : next
  while (end > 0 && lines[end - 1]!.kind === 'blank') end--
  const sources = lines.map(({ source }) => source)
  sources.splice(end, 0, ...(lines[end - 1]?.kind === 'item' ? [] : ['']), line)
  return `${sources.join('\n')}\n`
}
