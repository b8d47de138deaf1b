import type { Segment } from '#features/files/contract.ts'

/** A search match: the index of the segment, and the first and the end index of its characters. */
export type SearchMatch = { segment: number; from: number; to: number }

/** Returns all matches of a query in the segments, in order. Ignores case and the amount of white space between words. */
export function findMatches(segments: readonly Segment[], searchText: string): SearchMatch[] {
  const query = searchText.trim()
  if (query === '') return []
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'), 'giu')
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
