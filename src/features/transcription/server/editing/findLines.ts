import type { Segment } from '#features/files/contract.ts'
import type { FoundFile, TextSearch } from '../../contract.ts'
import { searchPattern } from '../../rules.ts'

/** Maximum number of lines shown of a recording, and of characters on each side of a match. */
const MAX_LINES = 3
const MAX_CONTEXT = 60

export type FoundLines = Pick<FoundFile, 'count' | 'lines'>

/** Returns how often a text is in a transcript, and the first lines with it. */
export function findLines({ segments, search }: { segments: readonly Segment[]; search: TextSearch }): FoundLines {
  const pattern = searchPattern(search)
  const lines: FoundFile['lines'] = []
  let count = 0
  for (const { content, start_time, not_understood } of segments) {
    if (not_understood) continue
    for (const match of content.matchAll(pattern)) {
      count++
      if (lines.length === MAX_LINES) continue
      const [from, to] = [match.index, match.index + match[0].length]
      const before = content.slice(Math.max(0, from - MAX_CONTEXT), from)
      lines.push({ start_time, before, match: match[0], after: content.slice(to, to + MAX_CONTEXT) })
    }
  }
  return { count, lines }
}
