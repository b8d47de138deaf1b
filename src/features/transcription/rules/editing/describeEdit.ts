import type { Segment } from '#features/files/contract.ts'
import type { Edit } from '../../contract.ts'
import type { AppliedEdits } from './applyEdits.ts'
import { diffTokens } from './diffTokens.ts'
import { normalizeWord, splitIntoUnits } from './textUnits.ts'

/** Maximum length of the texts before and after in the history, in characters. */
const MAX_TEXT = 300
/** Maximum number of changed segments whose texts are compared. */
const MAX_SEGMENTS = 20

type Description = Pick<Edit, 'kind' | 'count' | 'segment' | 'change'>

/** Describes an edit for the history. */
export function describeEdit(before: readonly Segment[], { segments: after, touched, operations }: AppliedEdits): Description {
  const kinds = new Set(operations.map(({ kind }) => (kind === 'replace_terms' ? 'replace_all' : kind)))
  const [kind = 'mixed'] = kinds
  const isTouched = ({ id }: Segment) => touched.has(id)
  const textOf = (segments: readonly Segment[]) =>
    segments
      .filter(isTouched)
      .slice(0, MAX_SEGMENTS)
      .map(({ content }) => content)
      .join(' ')
  const first = before.find(isTouched) ?? after.find(isTouched)
  const [rename] = operations
  const now = after.find(({ id }) => id === first?.id)
  const change =
    rename?.kind === 'rename_speaker'
      ? { before: rename.from, after: rename.to }
      : first && now && first.speaker !== now.speaker && first.content === now.content
        ? { before: first.speaker, after: now.speaker }
        : shortChange(textOf(before), textOf(after))
  return {
    kind: kinds.size > 1 ? 'mixed' : kind,
    count: before.filter(isTouched).length,
    segment: first?.id ?? '',
    change: { start_time: first?.start_time ?? 0, ...change },
  }
}

/** Returns the words that differ between two texts. A text that was removed is returned in full. */
export function shortChange(before: string, after: string): { before: string; after: string } {
  const changes = wordChanges(before, after)
  const join = (texts: readonly string[]) =>
    texts
      .filter((text) => text !== '')
      .join(' … ')
      .slice(0, MAX_TEXT)
  return { before: join(changes.map((change) => change.before)), after: join(changes.map((change) => change.after)) }
}

/** Returns each range in which two texts differ. */
export function wordChanges(before: string, after: string): { before: string; after: string }[] {
  const [unitsBefore, unitsAfter] = [splitIntoUnits(before), splitIntoUnits(after)]
  const textOf = (text: string, units: readonly { text: string; from: number }[], from: number, to: number) => {
    const [first, last] = [units[from], units[to - 1]]
    return first && last && to > from ? text.slice(first.from, last.from + last.text.length) : ''
  }
  const differences = diffTokens(
    unitsBefore.map(({ text }) => text),
    unitsAfter.map(({ text }) => text),
  )
  return differences.map(({ fromBefore, toBefore, fromAfter, toAfter }) => ({
    before: textOf(before, unitsBefore, fromBefore, toBefore),
    after: textOf(after, unitsAfter, fromAfter, toAfter),
  }))
}

/** Returns the ranges of a text that differ from the previous text: whole words, as character indexes. */
export function changedRanges(before: string, after: string): { from: number; to: number }[] {
  const units = splitIntoUnits(after)
  const differences = diffTokens(
    splitIntoUnits(before).map(({ text }) => text),
    units.map(({ text }) => text),
  )
  return differences.flatMap(({ fromAfter, toAfter }) => {
    const [first, last] = [units[fromAfter], units[toAfter - 1]]
    return first && last && toAfter > fromAfter ? [{ from: first.from, to: last.from + last.text.length }] : []
  })
}

/**
 * Returns the words that the user replaced with another word of at least three letters, if it is a name or the same correction was
 * made twice. Changes of case or punctuation, and restored recognised text, do not count.
 */
export function findCorrections(before: readonly Segment[], after: readonly Segment[], touched: ReadonlySet<string>) {
  const known = new Map(before.map((segment) => [segment.id, segment]))
  const counts = new Map<string, { term: string; sounds_like: string; count: number }>()
  for (const segment of after) {
    const old = touched.has(segment.id) ? known.get(segment.id) : undefined
    if (!old || old.not_understood || segment.original_content === undefined) continue
    for (const change of wordChanges(old.content, segment.content)) {
      const [recognized, term] = [trimPunctuation(change.before), trimPunctuation(change.after)]
      if (!isCorrection(recognized, term)) continue
      const key = JSON.stringify([recognized.toLowerCase(), term])
      counts.set(key, { term, sounds_like: recognized, count: (counts.get(key)?.count ?? 0) + 1 })
    }
  }
  return [...counts.values()]
    .filter(({ term, count }) => count > 1 || isName(term))
    .map(({ term, sounds_like }) => ({ term, sounds_like }))
}

const trimPunctuation = (text: string): string => text.replaceAll(/^[\p{P}\s]+|[\p{P}\s]+$/gu, '')

const isCorrection = (recognized: string, term: string): boolean =>
  normalizeWord(recognized) !== normalizeWord(term) &&
  [...normalizeWord(term)].length >= 3 &&
  [...normalizeWord(recognized)].length >= 3 &&
  recognized.split(/\s+/).length <= 3 &&
  term.split(/\s+/).length <= 3

/** Returns whether a term looks like a name: with a capital or a digit, in scripts that have them. */
const isName = (term: string): boolean => /\p{Lu}|\p{N}/u.test(term)
