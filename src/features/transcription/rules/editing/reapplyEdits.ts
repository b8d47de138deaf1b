import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'
import type { Edit, EditOperation } from '../../contract.ts'
import { EditedSegments, type StoredOperation } from './applyEdits.ts'
import { shortChange } from './describeEdit.ts'
import { diffTokens } from './diffTokens.ts'
import { joinTexts, normalizeWord, splitIntoUnits, type TextUnit } from './textUnits.ts'

/** How far from its old time a changed text is searched. */
const WINDOW: Millis = 5_000

/** A text with more differences counts as rewritten. */
const MAX_DIFFERENCES = 200

type Unapplied = Edit['unapplied'][number]
/** The operations of an edit converted to another text, and its changes that this text does not contain. */
export type ReappliedEdit = { readonly operations: readonly StoredOperation[]; readonly unapplied: Unapplied[] }

/**
 * Converts edits to a new transcription of the same recording: each change is repeated where the new text has the changed words at
 * about the same time. If the new transcription already has the result, no operation is needed. Renamed speakers are identified by
 * what they say. `edits` are in the order in which they apply. Operations that would make the JSON of the new text longer than
 * `maxSize` are left out.
 */
export function reapplyEdits(
  oldMachine: readonly Segment[],
  newMachine: readonly Segment[],
  edits: readonly (readonly StoredOperation[])[],
  maxSize: number = Infinity,
): ReappliedEdit[] {
  const [old, next] = [new EditedSegments(oldMachine), new EditedSegments(newMachine, maxSize)]
  return edits.map((operations) => {
    const converted = operations.map((operation) => {
      const result = convert(operation, { old, next }, oldMachine)
      old.apply(operation, oldMachine)
      const applied = result.operations.map((each) => next.apply(each, newMachine)).filter((each) => each !== 'too-long')
      if (applied.length === result.operations.length || operation.kind !== 'replace_all')
        return { ...result, operations: applied }
      return { operations: [], unapplied: [{ start_time: 0, before: operation.find, after: operation.replace }] }
    })
    return { operations: converted.flatMap((item) => item.operations), unapplied: converted.flatMap((item) => item.unapplied) }
  })
}

/** The old and the new text before the operation that is converted. */
type Both = { readonly old: EditedSegments; readonly next: EditedSegments }

function convert(operation: StoredOperation, both: Both, oldMachine: readonly Segment[]): ReappliedEdit {
  const next = both.next.segments
  switch (operation.kind) {
    case 'replace_all':
    case 'replace_terms':
    case 'restore':
      return { operations: [operation], unapplied: [] }
    case 'rename_speaker':
      return convertRename(operation, both)
    case 'set_text':
    case 'revert': {
      const old = both.old.find(operation.segment)
      if (!old) return NOTHING
      const changed = new EditedSegments([old])
      changed.apply(operation, oldMachine)
      return convertText(old, changed.find(old.id)?.content ?? '', next)
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
  const text = normalizeText(old)
  const same = next.filter((segment) => !segment.not_understood && isNear(segment) && normalizeText(segment) === text)
  return same.toSorted((a, b) => Math.abs(a.start_time - old.start_time) - Math.abs(b.start_time - old.start_time))[0]
}

const overlap = (a: Segment, b: Segment): Millis => Math.min(a.end_time, b.end_time) - Math.max(a.start_time, b.start_time)
const normalizeText = (segment: Segment): string => readSegment(segment).words.join(' ')

type ReadSegment = { readonly units: readonly TextUnit[]; readonly words: readonly string[] }
const readSegments = new WeakMap<Segment, ReadSegment>()

/** Returns the units of a segment and their normalised words. Cached, because a segment is compared with many changes. */
function readSegment(segment: Segment): ReadSegment {
  const known = readSegments.get(segment)
  if (known) return known
  const read = readText(segment.content)
  readSegments.set(segment, read)
  return read
}

function readText(text: string): ReadSegment {
  const units = splitIntoUnits(text)
  return { units, words: units.map((unit) => normalizeWord(unit.text)) }
}

/** Applies a text change to the new text, range by range; each range is searched together with its neighbouring words. */
function convertText(old: Segment, content: string, next: readonly Segment[]): ReappliedEdit {
  const same = findSame(old, next)
  if (content === '')
    return same
      ? { operations: [{ kind: 'delete', segments: [same.id] }], unapplied: [] }
      : unapplied(old, { before: old.content, after: '' })
  if (same)
    return { operations: same.content === content ? [] : [{ kind: 'set_text', segment: same.id, content }], unapplied: [] }
  if (normalizeText(old) === readText(content).words.join(' ')) return NOTHING
  const texts = new Map<string, Segment>()
  const missing: Unapplied[] = []
  const [before, after] = [splitIntoUnits(old.content), splitIntoUnits(content)]
  const differences = diffTokens(before.map(unitText), after.map(unitText))
  if (differences.length > MAX_DIFFERENCES) return unapplied(old, shortChange(old.content, content))
  const near = nearSegments(old, next)
  for (const part of differences) {
    const [removed, added] = [before.slice(part.fromBefore, part.toBefore), after.slice(part.fromAfter, part.toAfter)]
    const context = { left: before[part.fromBefore - 1], right: before[part.toBefore] }
    const candidates = near.map((segment) => texts.get(segment.id) ?? segment)
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

/**
 * Returns the first segment that contains the removed words, with the added ones in their place. An insertion requires both
 * neighbours.
 */
function replaceIn(segments: readonly Segment[], { removed, added, left, right }: Part): Segment | undefined {
  const isAddition = removed.length === 0
  const words = (isAddition ? [left, right].filter((unit) => unit !== undefined) : removed).map((unit) =>
    normalizeWord(unit.text),
  )
  if (words.every((word) => word === '')) return undefined
  const [leftWord, rightWord] = [left && normalizeWord(left.text), right && normalizeWord(right.text)]
  const matches = segments.flatMap((segment) => {
    const { units, words: texts } = readSegment(segment)
    return findRuns(texts, words).map((at) => {
      const hasLeft = leftWord !== undefined && (texts[at - 1] ?? '') === leftWord
      const hasRight = rightWord !== undefined && (texts[at + words.length] ?? '') === rightWord
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

/** Returns the positions at which a sequence of normalised words occurs. */
function findRuns(texts: readonly string[], words: readonly string[]): number[] {
  return texts.flatMap((_, at) => (words.every((word, index) => texts[at + index] === word) ? [at] : []))
}

function containsWords(segments: readonly Segment[], units: readonly TextUnit[]): boolean {
  const words = units.map((unit) => normalizeWord(unit.text))
  return words.length > 0 && segments.some((segment) => findRuns(readSegment(segment).words, words).length > 0)
}

function convertSplit(operation: Extract<EditOperation, { kind: 'split' }>, both: Both): ReappliedEdit {
  const segment = both.old.find(operation.segment)
  if (!segment) return NOTHING
  const next = both.next.segments
  const same = findSame(segment, next)
  if (same?.content === segment.content) return { operations: [{ ...withoutId(operation), segment: same.id }], unapplied: [] }
  const [left, right] = [segment.content.slice(0, operation.at), segment.content.slice(operation.at)]
  const found = findBoundary(segment, nearSegments(segment, next), left, right)
  if (found) return { operations: [{ kind: 'split', segment: found.segment.id, at: found.at }], unapplied: [] }
  return endsWith(nearSegments(segment, next), left) ? NOTHING : unapplied(segment, { before: segment.content, after: '' })
}

/** The id of the second part is generated again, because the new text may already use it. */
const withoutId = ({ kind, segment, at }: Extract<EditOperation, { kind: 'split' }>) => ({ kind, segment, at })

function convertMerge(id: string, both: Both): ReappliedEdit {
  const next = both.next.segments
  const index = both.old.indexOf(id)
  const [first, second] = [both.old.segments[index], both.old.segments[index + 1]]
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

/** Finds the boundary between two texts within one segment, by two words on each side. */
function findBoundary(old: Segment, segments: readonly Segment[], left: string, right: string) {
  const before = splitIntoUnits(left)
    .slice(-2)
    .map((unit) => normalizeWord(unit.text))
  const after = splitIntoUnits(right)
    .slice(0, 2)
    .map((unit) => normalizeWord(unit.text))
  for (const segment of segments) {
    const { units, words } = readSegment(segment)
    const [at] = findRuns(words, [...before, ...after])
    if (at !== undefined && before.length > 0 && after.length > 0) return { segment, at: units[at + before.length]!.from }
  }
  return undefined
}

/** Returns the segment that ends with the last two words of a text. */
const endsWith = (segments: readonly Segment[], text: string): Segment | undefined => {
  const words = splitIntoUnits(text)
    .slice(-2)
    .map((unit) => normalizeWord(unit.text))
  return segments.find((segment) => {
    const last = readSegment(segment).words.slice(-words.length)
    return words.length > 0 && last.join(' ') === words.join(' ')
  })
}

function convertSegments(operation: Extract<EditOperation, { kind: 'delete' | 'set_speaker' }>, both: Both): ReappliedEdit {
  const [old, next] = [both.old.segments, both.next.segments]
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

/** Renames the speaker who says most of what the renamed speaker said before. */
function convertRename(operation: Extract<EditOperation, { kind: 'rename_speaker' }>, both: Both): ReappliedEdit {
  const [old, next] = [both.old.segments, both.next.segments]
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

/** Returns the speaker of the new text who speaks for most of the time of these old segments, or undefined. */
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

/** Compares the transcript of another program with the text it replaced, segment by segment. */
function convertTranscript(operation: Extract<StoredOperation, { kind: 'replace_transcript' }>, both: Both): ReappliedEdit {
  const changed = new EditedSegments(both.old.segments)
  changed.apply(operation, [])
  const current = new EditedSegments(both.next.segments)
  const results = both.old.segments.map((segment): ReappliedEdit => {
    const after = changed.find(segment.id)
    if (after === segment) return NOTHING
    const text = after?.content === segment.content ? NOTHING : convertText(segment, after?.content ?? '', current.segments)
    for (const each of text.operations) current.apply(each, [])
    if (!after || after.speaker === segment.speaker) return text
    const same = findSame({ ...segment, content: after.content }, current.segments)
    const operations = same ? [{ kind: 'set_speaker' as const, segments: [same.id], speaker: after.speaker }] : []
    for (const each of operations) current.apply(each, [])
    return { operations: [...text.operations, ...operations], unapplied: text.unapplied }
  })
  return { operations: results.flatMap((item) => item.operations), unapplied: results.flatMap((item) => item.unapplied) }
}
