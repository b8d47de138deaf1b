import type { Segment } from '#features/files/contract.ts'

/** A search match: the index of the segment, and the first and the end index of its characters. */
export type Found = { segment: number; from: number; to: number }

/** Returns all matches of a query in the segments, in order. Ignores case and the amount of white space between words. */
export function findInText(segments: readonly Segment[], wanted: string): Found[] {
  const query = wanted.trim()
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
export function cutAtFound(text: string, from: number, found: readonly Found[]): { text: string; found?: Found }[] {
  const parts: { text: string; found?: Found }[] = []
  let end = 0
  for (const range of found) {
    const [start, stop] = [Math.max(end, range.from - from), Math.min(text.length, range.to - from)]
    if (start >= stop) continue
    if (start > end) parts.push({ text: text.slice(end, start) })
    parts.push({ text: text.slice(start, stop), found: range })
    end = stop
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
