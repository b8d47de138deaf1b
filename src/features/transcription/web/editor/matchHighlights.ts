import type { SearchMatch } from '../segmentText.ts'
import { findPosition } from './caret.ts'

/** Highlights matches in the text of an element without changing its nodes. Returns a function that ends it. */
export function showMatches(
  element: HTMLElement,
  matches: readonly SearchMatch[],
  selected: SearchMatch | undefined,
): () => void {
  // Safari before 17.2 and Firefox before 140 have no highlights; they still scroll to the match.
  if (matches.length === 0 || typeof Highlight === 'undefined') return () => undefined
  const added = matches.flatMap((match) => {
    const [start, end] = [findPosition(element, match.from), findPosition(element, match.to)]
    if (!start || !end) return []
    const range = element.ownerDocument.createRange()
    range.setStart(...start)
    range.setEnd(...end)
    return [{ range, highlight: highlightNamed(match === selected ? 'selected-match' : 'match') }]
  })
  for (const { range, highlight } of added) highlight.add(range)
  return () => {
    for (const { range, highlight } of added) highlight.delete(range)
  }
}

/** The styles of both names are in styles.css. */
function highlightNamed(name: 'match' | 'selected-match'): Highlight {
  const highlight = CSS.highlights.get(name) ?? new Highlight()
  CSS.highlights.set(name, highlight)
  return highlight
}
