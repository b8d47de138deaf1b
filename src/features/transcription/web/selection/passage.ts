import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'
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
  if (segment.not_understood) return ''
  const words = splitIntoWords(segment).filter(({ word }) => word && word.start >= first && word.start <= last)
  const [begin, end] = [words[0], words.at(-1)]
  return begin && end ? segment.content.slice(begin.from, end.from + end.text.length) : ''
}

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
