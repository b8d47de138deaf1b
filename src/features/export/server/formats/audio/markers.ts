import type { Millis } from '#shared/units.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { oneLine } from '../escaping.ts'

type Marker = { start: Millis; end: Millis; name: string; comment: string; color: 'GREEN' | 'YELLOW' | 'BLUE' }

/** Editors only show short marker names. */
const MAX_NAME = 80

/** Returns chapters and highlights in the order of their times; without both, the paragraphs of the transcript. */
export function markersOf({ chapters, highlights, paragraphs }: ExportDocument): Marker[] {
  const marked: Marker[] = [
    ...chapters.map(({ start, end, title }) => ({ start, end, name: nameOf(title), comment: '', color: 'GREEN' as const })),
    ...highlights.map(({ start, end, text, comment }) => ({
      start,
      end,
      name: nameOf(text),
      comment: oneLine(comment),
      color: 'YELLOW' as const,
    })),
  ]
  if (marked.length > 0) return marked.sort((a, b) => a.start - b.start)
  return paragraphs.map(({ start, end, speaker, text }) => ({
    start,
    end,
    name: nameOf(speaker ? `${speaker}: ${text}` : text),
    comment: '',
    color: 'BLUE' as const,
  }))
}

function nameOf(text: string): string {
  const characters = [...oneLine(text)]
  return characters.length <= MAX_NAME
    ? characters.join('')
    : `${characters
        .slice(0, MAX_NAME - 1)
        .join('')
        .trimEnd()}…`
}
