import type { Segment } from '#features/files/contract.ts'

/** A place where the words looked for stand: which segment, and the letters from and to. */
export type Found = { segment: number; from: number; to: number }

/** Every place of some words in what was said, in order, without regard to capitals. */
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

/** Cuts a text at the ranges that lie in it; `from` is where the text begins in the whole. */
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
