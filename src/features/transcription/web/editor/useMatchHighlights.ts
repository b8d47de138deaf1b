import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import { findPosition } from './caret.ts'

type Match = { readonly from: number; readonly to: number }
type Matches = { content: string; matches: readonly Match[]; selectedMatch: Match | undefined }

/** Marks search matches in a text that is edited, without elements of their own. Browsers without custom highlights show none. */
export function useMatchHighlights(element: RefObject<HTMLElement | null>, { content, matches, selectedMatch }: Matches): void {
  // The highlights of the browser are the external system.
  useLayoutEffect(() => {
    const text = element.current
    if (!text || matches.length === 0 || !('highlights' in (globalThis.CSS ?? {}))) return undefined
    const marked = matches.flatMap((match) => {
      const range = rangeBetween(text, match.from, match.to)
      return range ? [{ range, highlight: highlightOf(match === selectedMatch ? 'selected-match' : 'match') }] : []
    })
    for (const { range, highlight } of marked) highlight.add(range)
    return () => {
      for (const { range, highlight } of marked) highlight.delete(range)
    }
  }, [element, content, matches, selectedMatch])
}

function highlightOf(name: string): Highlight {
  const highlight = CSS.highlights.get(name) ?? new Highlight()
  CSS.highlights.set(name, highlight)
  return highlight
}

/** Returns the range between two characters of the text of an element. */
function rangeBetween(element: HTMLElement, from: number, to: number): Range | undefined {
  const [start, end] = [findPosition(element, from), findPosition(element, to)]
  if (!start || !end) return undefined
  const range = element.ownerDocument.createRange()
  range.setStart(...start)
  range.setEnd(...end)
  return range
}
