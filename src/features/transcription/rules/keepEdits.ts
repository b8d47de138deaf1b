import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'
import type { TextChange } from '../contract/edits.ts'
import { keepSpeakerNames } from './assignSpeakers.ts'
import { applyOperations, editedEntries, type StoredOperation } from './edits.ts'
import { matchWords } from './retimeWords.ts'

type Word = NonNullable<Segment['words']>[number]

/** Words that a person has replaced, removed (`after` is empty) or inserted (`before` is empty), with the words around them. */
type Correction = {
  readonly start: Millis
  readonly end: Millis
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly previous: string | undefined
  readonly next: string | undefined
}

/** A correction fits where the new transcript has the same words within this time. */
const MAX_DISTANCE: Millis = 2_000

/** What becomes of edits when a recording is transcribed again. */
export type KeptEdits = { readonly operations: StoredOperation[]; readonly unapplied: TextChange[] }

/**
 * Returns operations on a new transcript that do what the operations did on the old one: corrections where the text is the same,
 * and the names of speakers. Corrections that fit nowhere are returned as they are.
 */
export function keepEdits(
  old: { machine: readonly Segment[]; operations: readonly StoredOperation[] },
  fresh: readonly Segment[],
): KeptEdits {
  const contents = new Map<string, string>()
  const unapplied: TextChange[] = []
  const corrections = findCorrections(old.machine, old.operations)
  // From the end, so that the words before keep their places in the text.
  for (const correction of corrections.toReversed()) {
    const place = findPlace(correction, fresh, contents)
    if (place === 'there already') continue
    if (place) contents.set(place.segment, place.content)
    else unapplied.unshift({ time: correction.start, before: correction.before.join(' '), after: correction.after.join(' ') })
  }
  const texts = [...contents].map(([segment, content]): StoredOperation => ({ kind: 'setText', segment, content }))
  const edited = applyOperations(old.machine, old.operations)
  return { operations: [...texts, ...renameOperations(edited, fresh)], unapplied }
}

function findCorrections(machine: readonly Segment[], operations: readonly StoredOperation[]): Correction[] {
  const byId = new Map(machine.map((segment) => [segment.id, segment]))
  const entries = editedEntries(machine, operations)
  return groupByRoots(machine, entries).flatMap(({ roots, segments }) => {
    const before = roots.flatMap((root) => byId.get(root)?.words ?? [])
    const after = segments.flatMap(({ words = [] }) => words)
    return compareWords(before, after)
  })
}

/** Groups the segments of the machine with all segments made from them. Whole deleted segments have no group. */
function groupByRoots(machine: readonly Segment[], entries: ReturnType<typeof editedEntries>) {
  const groupOf = new Map<string, { roots: Set<string>; segments: Segment[] }>()
  for (const { segment, roots } of entries) {
    const joined = [...new Set(roots.flatMap((root) => groupOf.get(root) ?? []))]
    const group = {
      roots: new Set([...joined.flatMap((other) => [...other.roots]), ...roots]),
      segments: [...joined.flatMap((other) => other.segments), segment],
    }
    for (const root of group.roots) groupOf.set(root, group)
  }
  const order = new Map(machine.map(({ id }, index) => [id, index]))
  return [...new Set(groupOf.values())].map(({ roots, segments }) => ({
    roots: [...roots].toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
    segments,
  }))
}

function compareWords(before: readonly Word[], after: readonly Word[]): Correction[] {
  const [oldTexts, newTexts] = [before, after].map((words) => words.map(([, , text]) => text.trim())) as [string[], string[]]
  const corrections: Correction[] = []
  let [a, b] = [0, 0]
  for (const [keptA, keptB] of [...matchWords(oldTexts, newTexts), [oldTexts.length, newTexts.length] as const]) {
    if (keptA > a || keptB > b) {
      const [first, last] = [before[Math.min(a, before.length - 1)], before[Math.max(0, keptA - 1)]]
      corrections.push({
        start: first?.[0] ?? after[b]?.[0] ?? 0,
        end: last?.[1] ?? first?.[1] ?? 0,
        before: oldTexts.slice(a, keptA),
        after: newTexts.slice(b, keptB),
        previous: oldTexts[a - 1],
        next: oldTexts[keptA],
      })
    }
    ;[a, b] = [keptA + 1, keptB + 1]
  }
  return corrections
}

type Place = { segment: string; content: string } | 'there already' | undefined

function findPlace(correction: Correction, fresh: readonly Segment[], contents: ReadonlyMap<string, string>): Place {
  const { start, end, before, after, previous, next } = correction
  const nearby = fresh.filter(
    (row) => !row.not_understood && row.start_time <= end + MAX_DISTANCE && row.end_time >= start - MAX_DISTANCE,
  )
  let [best, bestDistance]: [Place, Millis] = [undefined, MAX_DISTANCE]
  for (const segment of nearby) {
    const places = locateWords(segment)
    for (let index = 0; index + before.length <= places.length; index++) {
      const distance = Math.abs((places[index]?.start ?? segment.end_time) - start)
      if (distance > bestDistance) continue
      const texts = (count: number) => places.slice(index, index + count).map(({ text }) => text)
      const fitsAround = before.length > 0 || (places[index - 1]?.text === previous && places[index]?.text === next)
      const isThere = after.length > 0 && isEqual(texts(after.length), after) && places[index - 1]?.text === previous
      if (isThere) [best, bestDistance] = ['there already', distance]
      else if (fitsAround && isEqual(texts(before.length), before)) {
        const content = contents.get(segment.id) ?? segment.content
        const from = places[index]?.from ?? content.length
        const to = before.length === 0 ? from : places[index + before.length - 1]!.to
        const text = after.join(' ') + (before.length === 0 ? ' ' : '')
        ;[best, bestDistance] = [{ segment: segment.id, content: content.slice(0, from) + text + content.slice(to) }, distance]
      }
    }
  }
  return best
}

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, index) => text === b[index])

/** Returns the words of a segment with their places in its text. */
function locateWords({ content, words = [] }: Segment) {
  let at = 0
  return words.flatMap(([start, , rawText]) => {
    const text = rawText.trim()
    const from = content.indexOf(text, at)
    if (text === '' || from < 0) return []
    at = from + text.length
    return [{ text, start, from, to: at }]
  })
}

/** Returns the operations that give speakers of the new transcript the names that people gave to the old ones. */
function renameOperations(edited: readonly Segment[], fresh: readonly Segment[]): StoredOperation[] {
  const named = keepSpeakerNames(edited, fresh)
  const names = new Map(named.map(({ speaker }, index) => [fresh[index]!.speaker, speaker]))
  return [...names].flatMap(([from, to]): StoredOperation[] =>
    from === to || from === '' ? [] : [{ kind: 'renameSpeaker', from, to }],
  )
}
