import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'
import type { TextPart } from '../../rules.ts'
import { segmentIndexAt, splitIntoWords } from '../segmentText.ts'
import type { Passage } from './highlighting.ts'

/** Returns the passage of a whole segment. */
export const passageOfSegment = ({ start_time, end_time, content, not_understood }: Segment): Passage => ({
  start: start_time,
  end: end_time,
  text: not_understood ? '' : content,
})

/** Returns the passage of the words from the one that starts at `first` to the one that starts at `last`. */
export function passageBetween(segments: readonly Segment[], first: Millis, last: Millis): Passage | undefined {
  const [from, to] = [segmentIndexAt(segments, first), segmentIndexAt(segments, last)]
  const lastWord = segments[to]?.words?.findLast(([start]) => start === last)
  if (from < 0 || !lastWord) return undefined
  const texts = segments.slice(from, to + 1).map((segment) => textBetween(segment, first, last))
  return { start: first, end: lastWord[1], text: texts.filter((text) => text !== '').join('\n') }
}

function textBetween(segment: Segment, first: Millis, last: Millis): string {
  const part = partBetween(segment, first, last)
  return part ? segment.content.slice(part.from, part.to) : ''
}

function partBetween(segment: Segment, first: Millis, last: Millis): TextPart | undefined {
  if (segment.not_understood) return undefined
  const words = splitIntoWords(segment).filter(({ word }) => word && word.start >= first && word.start <= last)
  const [begin, end] = [words[0], words.at(-1)]
  return begin && end && { id: segment.id, from: begin.from, to: end.from + end.text.length }
}

/** Returns the parts of the segments that a passage contains. */
export const partsOfPassage = (segments: readonly Segment[], { start, end }: Pick<Passage, 'start' | 'end'>): TextPart[] =>
  segments
    .filter(({ start_time, end_time }) => start_time <= end && end_time >= start)
    .flatMap((segment) => partBetween(segment, start, Math.max(start, end - 1)) ?? [])

/** Returns the passage that is selected on the page within the transcript, or undefined. Words are selected as a whole. */
export function selectedPassage(container: HTMLElement, segments: readonly Segment[]): Passage | undefined {
  const selection = container.ownerDocument.getSelection()
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return undefined
  const range = selection.getRangeAt(0)
  if (!container.contains(range.commonAncestorContainer)) return undefined
  const words = [...container.querySelectorAll<HTMLElement>('[data-at]')].filter((word) => selectsText(range, word))
  const [first, last] = [words[0], words.at(-1)]
  return first && last ? passageBetween(segments, Number(first.dataset['at']), Number(last.dataset['at'])) : undefined
}

/** Returns whether at least one character of the word is selected. */
function selectsText(range: Range, word: HTMLElement): boolean {
  const wordRange = range.cloneRange()
  wordRange.selectNodeContents(word)
  const endsBefore = range.compareBoundaryPoints(Range.END_TO_START, wordRange) >= 0
  const startsAfter = range.compareBoundaryPoints(Range.START_TO_END, wordRange) <= 0
  return !endsBefore && !startsAfter
}
