import type { SummaryForm, SummaryPoint } from '../contract.ts'
import { inlineText, linkedTimes, withoutTimes } from '#shared/markdown/inlineText.ts'
import { readLines } from '#shared/markdown/markdownLines.ts'
import { toPlainText } from './summary/plainText.ts'

/** A line of Markdown: its words, the times it links to, and whether its box is ticked (undefined without a box). */
export type TextLine = { readonly text: string; readonly times: ReadonlySet<number>; readonly isDone: boolean | undefined }

/** The mark of a point without support in the recording. */
const UNSUPPORTED_MARK = /\*\([^*]*\)\*\s*$/

/** Reads the content of a line. */
export const readText = (content: string): Omit<TextLine, 'isDone'> => ({
  text: withoutExtraSpaces(inlineText(withoutTimes(content).replace(UNSUPPORTED_MARK, ''))),
  times: new Set(linkedTimes(content)),
})

/**
 * Returns a function that finds the points with the same words and a link to the same time as a line. Points are indexed by their
 * words, because there are many of both.
 */
export function createPointFinder(points: readonly SummaryPoint[]): (line: Omit<TextLine, 'isDone'>) => SummaryPoint[] {
  const byWords = Map.groupBy(points, ({ text }) => toPlainText(text))
  const longest = Math.max(0, ...[...byWords.keys()].map(({ length }) => length))
  return ({ text, times }) => {
    const found = [...(byWords.get(text) ?? [])]
    // Owner and due date follow the words.
    for (let at = text.indexOf(' ('); at >= 0 && at <= longest && text.endsWith(')'); at = text.indexOf(' (', at + 1))
      found.push(...(byWords.get(text.slice(0, at)) ?? []).filter((point) => namesTask(text.slice(at), point)))
    return found.filter(({ start_time }) => start_time === null || times.has(Math.round(start_time)))
  }
}

function namesTask(text: string, { owner, due }: SummaryPoint): boolean {
  const task = [owner, due].flatMap((part) => (part ? [toPlainText(part)] : []))
  return task.length > 0 && task.every((part) => text.includes(part))
}

/**
 * Returns the part of a structured summary that an edited text still contains: the points of unchanged lines, with their passages,
 * ticked as in the text. Null when there is none.
 */
export function findCitedPoints(form: SummaryForm, markdown: string): SummaryForm | null {
  const findPoints = createPointFinder(form.sections.flatMap(({ points }) => points))
  const lines = new Map<SummaryPoint, TextLine>()
  for (const { content, isDone } of readLines(markdown)) {
    const line = { ...readText(content), isDone }
    for (const point of findPoints(line)) if (!lines.has(point)) lines.set(point, line)
  }
  const sections = form.sections
    .map((section) => ({
      ...section,
      points: section.points.flatMap((point) => {
        const line = lines.get(point)
        return line ? [{ ...point, done: line.isDone ?? point.done }] : []
      }),
    }))
    .filter(({ points }) => points.length > 0)
  return sections.length > 0 ? { ...form, sections } : null
}

const withoutExtraSpaces = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
