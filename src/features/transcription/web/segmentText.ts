import type { Millis } from '#shared/units.ts'
import type { Segment } from '#features/files/contract.ts'
import type { TextSearch } from '../contract.ts'
import { type SearchedText, findFolded, foldForSearch, prepareSearch } from '#shared/foldForSearch.ts'
import { UNSPACED_CHARACTER, DOUBT_THRESHOLD, locateWords, searchPattern } from '../rules.ts'

/** A piece of a segment's text that starts at the index `from`: a word with its start time, or the text between two words. */
export type Piece = { text: string; from: number; word?: { index: number; start: Millis; doubtful: boolean } }

/**
 * Splits the text of a segment into its words and the text between them. Skips a word that was edited out of the text. Returns
 * a single piece when there are no word times.
 */
export function splitIntoWords({ content, words = [] }: Pick<Segment, 'content' | 'words'>): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  locateWords(content, words).forEach((from, index) => {
    if (from < 0) return
    const [start, , rawText, confidence] = words[index]!
    const text = rawText.trim()
    if (from > end) pieces.push({ text: content.slice(end, from), from: end })
    pieces.push({ text, from, word: { index, start, doubtful: confidence < DOUBT_THRESHOLD } })
    end = from + text.length
  })
  if (end < content.length) pieces.push({ text: content.slice(end), from: end })
  return pieces
}

/** A search match: the index of the segment, and the first and the end index of its characters. */
export type SearchMatch = { segment: number; from: number; to: number }

/**
 * Returns all matches of a search in the segments, in order, however the words are written: "cafe" finds "Café", and "1234" finds
 * "1,234". With `match_case`, they are found as they are written.
 */
export function findWords(segments: readonly Segment[], search: TextSearch): SearchMatch[] {
  const query = foldForSearch(search.find).trim().replaceAll(/\s+/g, ' ')
  if (search.match_case || query === '') return findMatches(segments, search)
  return segments.flatMap((segment, index) => {
    if (segment.not_understood) return []
    const found = findFolded(foldedSegment(segment), query)
    const whole = search.whole_word ? found.filter(([from, to]) => isWholeWord(segment.content, from, to)) : found
    return whole.map(([from, to]) => ({ segment: index, from, to }))
  })
}

/** Folding a long transcript takes longer than a keystroke may take. */
const folded = new WeakMap<Segment, SearchedText>()

function foldedSegment(segment: Segment): SearchedText {
  const known = folded.get(segment)
  if (known) return known
  const text = prepareSearch(segment.content)
  folded.set(segment, text)
  return text
}

/** Whether no letter or digit is beside a match, in scripts that have spaces. */
const isWholeWord = (text: string, from: number, to: number): boolean =>
  UNSPACED_CHARACTER.test(text.slice(from, to)) ||
  !(/[\p{L}\p{N}]$/u.test(text.slice(0, from)) || /^[\p{L}\p{N}]/u.test(text.slice(to)))

/** Returns the matches of a search as replacing finds them too, in order. */
export function findMatches(segments: readonly Segment[], search: TextSearch): SearchMatch[] {
  if (search.find.trim() === '') return []
  const pattern = searchPattern(search)
  return segments.flatMap(({ content, not_understood }, segment) =>
    [...(not_understood ? '' : content).matchAll(pattern)].map((match) => ({
      segment,
      from: match.index,
      to: match.index + match[0].length,
    })),
  )
}

/** Splits a text at the matches within it. `from` is the index of the text in its segment. */
export function splitAtMatches(
  text: string,
  from: number,
  found: readonly SearchMatch[],
): { text: string; found?: SearchMatch }[] {
  const parts: { text: string; found?: SearchMatch }[] = []
  let end = 0
  for (const range of found) {
    const [start, matchEnd] = [Math.max(end, range.from - from), Math.min(text.length, range.to - from)]
    if (start >= matchEnd) continue
    if (start > end) parts.push({ text: text.slice(end, start) })
    parts.push({ text: text.slice(start, matchEnd), found: range })
    end = matchEnd
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Returns the index of the last segment that starts at or before a time, or -1. The segments must be sorted by time. */
export function segmentIndexAt(segments: readonly Segment[], time: Millis): number {
  return findLastIndexAtOrBefore(segments.length, (index) => segments[index]?.start_time ?? 0, time)
}

/** Returns the index of the word spoken at a time, or -1 outside the segment and long after the last word has ended. */
export function wordIndexAt({ words = [], start_time, end_time }: Segment, time: Millis): number {
  if (time < start_time || time >= end_time) return -1
  const index = findLastIndexAtOrBefore(words.length, (wordIndex) => words[wordIndex]?.[0] ?? 0, time)
  const end = words[index]?.[1] ?? 0
  return time < end + HIGHLIGHT_LINGER ? index : -1
}

/** How long a word stays highlighted after its end, so that the highlight does not flicker between words. */
const HIGHLIGHT_LINGER: Millis = 300

function findLastIndexAtOrBefore(length: number, startOf: (index: number) => Millis, time: Millis): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (startOf(middle) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}
