import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'
import type { Edit, EditOperation } from '../../contract.ts'
import { applyEdits, type StoredOperation } from './applyEdits.ts'
import { shortChange } from './describeEdit.ts'
import { diffTokens } from './diffTokens.ts'
import { joinTexts, normalizeWord, splitIntoUnits, type TextUnit } from './textUnits.ts'

/** How far from its old place, in time, a changed text is looked for. */
const WINDOW: Millis = 5_000

type Unapplied = Edit['unapplied'][number]
/** The operations of an edit for another text, and its changes that this text does not contain. */
export type ReappliedEdit = { readonly operations: readonly StoredOperation[]; readonly unapplied: Unapplied[] }

/**
 * Returns the operations of each edit for a new transcription of the same recording: the same change where the new text has the
 * words that were changed, at about the same time. A text that the new transcription already has needs no operation. Renamed
 * speakers keep their name by what they say. `edits` are in the order in which they apply.
 */
export function reapplyEdits(
  oldMachine: readonly Segment[],
  newMachine: readonly Segment[],
  edits: readonly (readonly StoredOperation[])[],
): ReappliedEdit[] {
  const both = { old: oldMachine, next: newMachine }
  return edits.map((operations) => {
    const converted = operations.map((operation) => {
      const result = convert(operation, both, oldMachine)
      both.old = applyEdits(both.old, [operation], oldMachine).segments
      const applied = applyEdits(both.next, result.operations, newMachine)
      both.next = applied.segments
      return { ...result, operations: applied.operations }
    })
    return { operations: converted.flatMap((item) => item.operations), unapplied: converted.flatMap((item) => item.unapplied) }
  })
}

type Both = { old: readonly Segment[]; next: readonly Segment[] }

function convert(operation: StoredOperation, both: Both, oldMachine: readonly Segment[]): ReappliedEdit {
  switch (operation.kind) {
    case 'replace_all':
    case 'restore':
      return { operations: [operation], unapplied: [] }
    case 'rename_speaker':
      return convertRename(operation, both)
    case 'set_text':
    case 'revert': {
      const [old] = both.old.filter(({ id }) => id === operation.segment)
      const after = applyEdits(both.old, [operation], oldMachine).segments.find(({ id }) => id === operation.segment)
      return old ? convertText(old, after?.content ?? '', both.next) : NOTHING
    }
    case 'split':
      return convertSplit(operation, both)
    case 'merge':
      return convertMerge(operation.segment, both)
    case 'delete':
    case 'set_speaker':
      return convertSegments(operation, both)
    case 'replace_transcript':
      return convertTranscript(operation, both)
  }
}

const NOTHING: ReappliedEdit = { operations: [], unapplied: [] }
const unapplied = (segment: Segment, change: { before: string; after: string }): ReappliedEdit => ({
  operations: [],
  unapplied: [{ start_time: segment.start_time, ...change }],
})

/** Returns the new segment with the same words as an old one, at about the same time. */
function findSame(old: Segment, next: readonly Segment[]): Segment | undefined {
  const isNear = (segment: Segment) => segment.start_time < old.end_time + WINDOW && segment.end_time > old.start_time - WINDOW
  if (old.not_understood) return next.find((segment) => segment.not_understood && overlap(segment, old) > 0)
  const text = normalizeText(old.content)
  const same = next.filter((segment) => !segment.not_understood && isNear(segment) && normalizeText(segment.content) === text)
  return same.toSorted((a, b) => Math.abs(a.start_time - old.start_time) - Math.abs(b.start_time - old.start_time))[0]
}

const overlap = (a: Segment, b: Segment): Millis => Math.min(a.end_time, b.end_time) - Math.max(a.start_time, b.start_time)
const normalizeText = (text: string): string =>
  splitIntoUnits(text)
    .map((unit) => normalizeWord(unit.text))
    .join(' ')

/** Changes the same words of the new text, part by part; each part is looked for with the words beside it. */
function convertText(old: Segment, content: string, next: readonly Segment[]): ReappliedEdit {
  const same = findSame(old, next)
  if (content === '')
    return same
      ? { operations: [{ kind: 'delete', segments: [same.id] }], unapplied: [] }
      : unapplied(old, { before: old.content, after: '' })
  if (same)
    return { operations: same.content === content ? [] : [{ kind: 'set_text', segment: same.id, content }], unapplied: [] }
  if (normalizeText(old.content) === normalizeText(content)) return NOTHING
  const texts = new Map<string, Segment>()
  const missing: Unapplied[] = []
  const [before, after] = [splitIntoUnits(old.content), splitIntoUnits(content)]
  for (const part of diffTokens(before.map(unitText), after.map(unitText))) {
    const [removed, added] = [before.slice(part.fromBefore, part.toBefore), after.slice(part.fromAfter, part.toAfter)]
    const context = { left: before[part.fromBefore - 1], right: before[part.toBefore] }
    const candidates = nearSegments(old, next).map((segment) => texts.get(segment.id) ?? segment)
    const replaced = replaceIn(candidates, { removed, added, ...context })
    if (replaced) texts.set(replaced.id, replaced)
    else if (!containsWords(candidates, added)) missing.push({ start_time: old.start_time, ...shortChange(old.content, content) })
  }
  const operations = [...texts.values()].map(({ id, content: text }) => ({
    kind: 'set_text' as const,
    segment: id,
    content: text,
  }))
  return { operations, unapplied: missing.slice(0, 1) }
}

const unitText = ({ text }: TextUnit): string => text

const nearSegments = (old: Segment, next: readonly Segment[]): Segment[] =>
  next.filter(
    (segment) =>
      !segment.not_understood && segment.start_time < old.end_time + WINDOW && segment.end_time > old.start_time - WINDOW,
  )

type Part = { removed: readonly TextUnit[]; added: readonly TextUnit[]; left: TextUnit | undefined; right: TextUnit | undefined }

/** Returns the first segment that contains the removed words, with the added ones instead. Added words alone need both neighbours. */
function replaceIn(segments: readonly Segment[], { removed, added, left, right }: Part): Segment | undefined {
  const isAddition = removed.length === 0
  const words = (isAddition ? [left, right].filter((unit) => unit !== undefined) : removed).map((unit) =>
    normalizeWord(unit.text),
  )
  if (words.every((word) => word === '')) return undefined
  const matches = segments.flatMap((segment) => {
    const units = splitIntoUnits(segment.content)
    return findRuns(units, words).map((at) => {
      const hasLeft = left !== undefined && normalizeWord(units[at - 1]?.text ?? '') === normalizeWord(left.text)
      const hasRight = right !== undefined && normalizeWord(units[at + words.length]?.text ?? '') === normalizeWord(right.text)
      return { segment, units, at, score: Number(hasLeft) + Number(hasRight) }
    })
  })
  const [best] = matches.toSorted((a, b) => b.score - a.score)
  if (!best) return undefined
  const { segment, units, at } = best
  const from = isAddition ? (left ? at + 1 : at) : at
  const to = isAddition ? from : at + words.length
  const [start, end] = [units[from]?.from ?? segment.content.length, units[to]?.from ?? segment.content.length]
  const text = added.map(unitText).reduce(joinTexts, '')
  const content = joinTexts(joinTexts(segment.content.slice(0, start), text), segment.content.slice(end))
  return { ...segment, content }
}

/** Returns where a sequence of normalised words begins in the units. */
function findRuns(units: readonly TextUnit[], words: readonly string[]): number[] {
  const texts = units.map((unit) => normalizeWord(unit.text))
  return texts.flatMap((_, at) => (words.every((word, index) => texts[at + index] === word) ? [at] : []))
}

const containsWords = (segments: readonly Segment[], words: readonly TextUnit[]): boolean =>
  words.length > 0 &&
  segments.some(
    ({ content }) =>
      findRuns(
        splitIntoUnits(content),
        words.map((unit) => normalizeWord(unit.text)),
      ).length > 0,
  )

function convertSplit(operation: Extract<EditOperation, { kind: 'split' }>, { old, next }: Both): ReappliedEdit {
  const segment = old.find(({ id }) => id === operation.segment)
  if (!segment) return NOTHING
  const same = findSame(segment, next)
  if (same?.content === segment.content) return { operations: [{ ...withoutId(operation), segment: same.id }], unapplied: [] }
  const [left, right] = [segment.content.slice(0, operation.at), segment.content.slice(operation.at)]
  const found = findBoundary(segment, nearSegments(segment, next), left, right)
  if (found) return { operations: [{ kind: 'split', segment: found.segment.id, at: found.at }], unapplied: [] }
  return endsWith(nearSegments(segment, next), left) ? NOTHING : unapplied(segment, { before: segment.content, after: '' })
}

/** The id of the second part is chosen again, because the new text may use it. */
const withoutId = ({ kind, segment, at }: Extract<EditOperation, { kind: 'split' }>) => ({ kind, segment, at })

function convertMerge(id: string, { old, next }: Both): ReappliedEdit {
  const index = old.findIndex((segment) => segment.id === id)
  const [first, second] = [old[index], old[index + 1]]
  if (!first || !second) return NOTHING
  const [same, sameSecond] = [findSame(first, next), findSame(second, next)]
  if (same && sameSecond && next[next.indexOf(same) + 1] === sameSecond)
    return { operations: [{ kind: 'merge', segment: same.id }], unapplied: [] }
  const near = nearSegments(first, next)
  if (findBoundary(first, near, first.content, second.content)) return NOTHING
  const end = endsWith(near, first.content)
  return end
    ? { operations: [{ kind: 'merge', segment: end.id }], unapplied: [] }
    : unapplied(first, { before: first.content, after: '' })
}

/** Finds the place between two texts within one segment, by the two words on each side. */
function findBoundary(old: Segment, segments: readonly Segment[], left: string, right: string) {
  const before = splitIntoUnits(left)
    .slice(-2)
    .map((unit) => normalizeWord(unit.text))
  const after = splitIntoUnits(right)
    .slice(0, 2)
    .map((unit) => normalizeWord(unit.text))
  for (const segment of segments) {
    const units = splitIntoUnits(segment.content)
    const [at] = findRuns(units, [...before, ...after])
    if (at !== undefined && before.length > 0 && after.length > 0) return { segment, at: units[at + before.length]!.from }
  }
  return undefined
}

/** Returns the segment that ends with the last two words of a text. */
const endsWith = (segments: readonly Segment[], text: string): Segment | undefined => {
  const words = splitIntoUnits(text)
    .slice(-2)
    .map((unit) => normalizeWord(unit.text))
  return segments.find(({ content }) => {
    const last = splitIntoUnits(content)
      .slice(-words.length)
      .map((unit) => normalizeWord(unit.text))
    return words.length > 0 && last.join(' ') === words.join(' ')
  })
}

function convertSegments(
  operation: Extract<EditOperation, { kind: 'delete' | 'set_speaker' }>,
  { old, next }: Both,
): ReappliedEdit {
  const ids = new Set(operation.segments)
  const segments: string[] = []
  const missing: Unapplied[] = []
  for (const segment of old.filter(({ id }) => ids.has(id))) {
    const same = findSame(segment, next)
    if (same) segments.push(same.id)
    else
      missing.push(
        operation.kind === 'delete'
          ? changeOf(segment, segment.content, '')
          : changeOf(segment, segment.speaker, operation.speaker),
      )
  }
  return { operations: segments.length > 0 ? [{ ...operation, segments }] : [], unapplied: missing }
}

const changeOf = (segment: Segment, before: string, after: string): Unapplied => ({
  start_time: segment.start_time,
  before,
  after,
})

/** Renames the speaker who says most of what the renamed one said before. */
function convertRename(operation: Extract<EditOperation, { kind: 'rename_speaker' }>, { old, next }: Both): ReappliedEdit {
  const first = old.find(({ speaker }) => speaker === operation.from)
  if (!first) return NOTHING
  const from = findSpeakerOf(
    old.filter(({ speaker }) => speaker === operation.from),
    next,
  )
  if (from === operation.to) return NOTHING
  if (from !== undefined) return { operations: [{ ...operation, from }], unapplied: [] }
  return unapplied(first, { before: operation.from, after: operation.to })
}

/** Returns the speaker of the new text who speaks most of the time of these old segments, or undefined. */
function findSpeakerOf(old: readonly Segment[], next: readonly Segment[]): string | undefined {
  const times = new Map<string, Millis>()
  let first = 0
  for (const segment of old) {
    while (first < next.length && next[first]!.end_time <= segment.start_time) first++
    for (let at = first; at < next.length && next[at]!.start_time < segment.end_time; at++) {
      const { speaker } = next[at]!
      times.set(speaker, (times.get(speaker) ?? 0) + overlap(segment, next[at]!))
    }
  }
  return [...times].toSorted((a, b) => b[1] - a[1])[0]?.[0]
}

/** The transcript of another program is compared with the text it replaced, segment by segment. */
function convertTranscript(
  operation: Extract<StoredOperation, { kind: 'replace_transcript' }>,
  { old, next }: Both,
): ReappliedEdit {
  const after = new Map(applyEdits(old, [operation]).segments.map((segment) => [segment.id, segment]))
  let current = next
  const results = old.map((segment): ReappliedEdit => {
    const changed = after.get(segment.id)
    if (changed === segment) return NOTHING
    const text = changed?.content === segment.content ? NOTHING : convertText(segment, changed?.content ?? '', current)
    current = applyEdits(current, text.operations).segments
    if (!changed || changed.speaker === segment.speaker) return text
    const same = findSame({ ...segment, content: changed.content }, current)
    const operations = same ? [{ kind: 'set_speaker' as const, segments: [same.id], speaker: changed.speaker }] : []
    current = applyEdits(current, operations).segments
    return { operations: [...text.operations, ...operations], unapplied: text.unapplied }
  })
  return { operations: results.flatMap((item) => item.operations), unapplied: results.flatMap((item) => item.unapplied) }
}
