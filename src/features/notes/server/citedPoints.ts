import type { SummaryForm, SummaryPoint } from '../contract.ts'
import { toPlainText } from './summary/plainText.ts'

/** A line of Markdown: its words, the times it links to, and whether its box is ticked (undefined without a box). */
export type TextLine = { readonly text: string; readonly times: ReadonlySet<number>; readonly isDone: boolean | undefined }

const LINE_START = /^\s*(?:(?:[-*+]|\d+[.)])\s+)?(?:\[([ xX])\]\s+)?/
const TIME_LINK = /\[[^\]]*\]\(#t=(\d{1,12})\)/g
/** The mark of a point that was not found in the recording. */
const UNSUPPORTED_MARK = /\*\([^*]*\)\*\s*$/
const ESCAPED = /\\([!-/:-@[-`{-~])/g

export function readLine(source: string): TextLine {
  const [start, mark] = LINE_START.exec(source) ?? ['']
  const text = source.slice(start.length).replaceAll(TIME_LINK, '').replace(UNSUPPORTED_MARK, '').replaceAll(ESCAPED, '$1')
  return {
    text: withoutExtraSpaces(text),
    times: new Set([...source.matchAll(TIME_LINK)].map(([, digits]) => Number(digits))),
    isDone: mark === undefined ? undefined : mark !== ' ',
  }
}

/** Returns whether a line says a point in the same words and links to the same time. */
export function isLineOf({ text, times }: TextLine, point: SummaryPoint): boolean {
  if (point.start_time !== null && !times.has(Math.round(point.start_time))) return false
  const words = toPlainText(point.text)
  if (text === words) return true
  const task = [point.owner, point.due].flatMap((part) => (part ? [toPlainText(part)] : []))
  if (task.length === 0 || !text.startsWith(`${words} (`) || !text.endsWith(')')) return false
  const rest = text.slice(words.length)
  return task.every((part) => rest.includes(part))
}

/**
 * Returns the part of a structured summary that an edited text still says: the points whose lines were not changed, with their
 * passages, ticked as in the text. Null when there is none.
 */
export function findCitedPoints(form: SummaryForm, markdown: string): SummaryForm | null {
  const lines = markdown.split('\n').map(readLine)
  const sections = form.sections
    .map((section) => ({
      ...section,
      points: section.points.flatMap((point) => {
        const line = lines.find((candidate) => isLineOf(candidate, point))
        return line ? [{ ...point, done: line.isDone ?? point.done }] : []
      }),
    }))
    .filter(({ points }) => points.length > 0)
  return sections.length > 0 ? { ...form, sections } : null
}

const withoutExtraSpaces = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
