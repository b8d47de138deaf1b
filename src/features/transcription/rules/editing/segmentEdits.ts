import type { Segment } from '#features/files/contract.ts'
import { diffTokens } from './diffTokens.ts'
import { joinTexts, splitIntoUnits } from './textUnits.ts'
import { locateWords, redistributeWords } from './wordTimes.ts'

/** Returns the segment with another text. Unchanged words keep their times, and the recognised text is kept. */
export function withText(segment: Segment, content: string): Segment {
  const { original_content: original = segment.content, not_understood: _, ...rest } = segment
  const { words } = segment
  return {
    ...rest,
    content,
    ...(original !== content && { original_content: original }),
    ...(words && { words: withinSegment(segment, redistributeWords(words, content)) }),
  }
}

/** If all words of a segment are new, they share its whole time. */
function withinSegment({ start_time, end_time, words }: Segment, timed: NonNullable<Segment['words']>) {
  if ((words?.length ?? 0) > 0 || timed.length === 0) return timed
  const share = (end_time - start_time) / timed.length
  return timed.map(([, , text, confidence], index): (typeof timed)[number] => [
    Math.round(start_time + share * index),
    Math.round(start_time + share * (index + 1)),
    text,
    confidence,
  ])
}

/** Splits a segment before a character. The second part gets `newId`. Returns undefined when a part would be empty. */
export function splitSegment(segment: Segment, at: number, newId: string): [Segment, Segment] | undefined {
  const { content, words, start_time, end_time } = segment
  if (segment.not_understood) return undefined
  const positions = words ? locateWords(content, words) : []
  const cut = moveOutOfWord(segment, positions, at)
  const [left, right] = [content.slice(0, cut).trim(), content.slice(cut).trim()]
  if (left === '' || right === '') return undefined
  const firstRight = positions.findIndex((from) => from >= cut)
  const [leftWords, rightWords] =
    words && firstRight >= 0 ? [words.slice(0, firstRight), words.slice(firstRight)] : [words, undefined]
  const share = Math.round(start_time + ((end_time - start_time) * cut) / content.length)
  const leftEnd = words && firstRight > 0 ? leftWords!.at(-1)![1] : share
  const [leftOriginal, rightOriginal] = splitOriginal(segment, cut)
  const { original_content: _, ...rest } = segment
  const first = {
    ...rest,
    content: left,
    end_time: Math.min(end_time, Math.max(start_time, leftEnd)),
    ...remember(leftOriginal, left),
  }
  const rightStart = rightWords?.[0]?.[0] ?? share
  const second = {
    ...rest,
    id: newId,
    content: right,
    start_time: Math.min(end_time, Math.max(first.end_time, rightStart)),
    ...remember(rightOriginal, right),
  }
  return [
    { ...first, ...(words && { words: leftWords! }) },
    { ...second, ...(words && { words: rightWords ?? [] }) },
  ]
}

const remember = (original: string | undefined, content: string) =>
  original === undefined || original === content ? {} : { original_content: original }

/** Moves a split position inside a word to the nearer end of the word. */
function moveOutOfWord({ words = [] }: Segment, positions: readonly number[], at: number): number {
  for (const [index, from] of positions.entries()) {
    const length = words[index]![2].trim().length
    if (from < 0 || at <= from || at >= from + length) continue
    return at - from <= length / 2 ? from : from + length
  }
  return at
}

/** Splits the recognised text where the current one is split. */
function splitOriginal({ content, original_content: original }: Segment, cut: number): [string | undefined, string | undefined] {
  if (original === undefined) return [undefined, undefined]
  const [before, after] = [splitIntoUnits(original), splitIntoUnits(content)]
  const unit = after.findIndex(({ from }) => from >= cut)
  let position = unit < 0 ? before.length : unit
  let shift = 0
  for (const { fromBefore, toBefore, fromAfter, toAfter } of diffTokens(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  )) {
    if (unit < fromAfter) break
    if (unit < toAfter) {
      position = Math.min(toBefore, fromBefore + (unit - fromAfter))
      shift = 0
      break
    }
    shift = toBefore - toAfter
  }
  position += shift
  const from = before[position]?.from ?? original.length
  return [original.slice(0, from).trim(), original.slice(from).trim()]
}

/** Merges a segment with the next one. The speaker is that of the first. */
export function mergeSegments(first: Segment, second: Segment): Segment {
  const { not_understood: _, original_content: __, ...rest } = first
  const spoken = [first, second].filter((segment) => !segment.not_understood)
  const join = (textOf: (segment: Segment) => string) => (spoken.length > 0 ? spoken : [first]).map(textOf).reduce(joinTexts)
  const content = join((segment) => segment.content)
  const original = join((segment) => segment.original_content ?? segment.content)
  const words = [...(first.words ?? []), ...(second.words ?? [])]
  return {
    ...rest,
    end_time: Math.max(first.end_time, second.end_time),
    content,
    ...remember(original, content),
    ...((first.words ?? second.words) && { words }),
    ...(spoken.length === 0 && { not_understood: true }),
  }
}
