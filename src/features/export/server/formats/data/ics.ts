import type { DocumentTodo, ExportDocument } from '../../document/ExportDocument.ts'
import { oneLine } from '../escaping.ts'
import { readDueDate } from './dueDate.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/**
 * The to-dos of a recording as tasks of a calendar (RFC 5545). An exact date becomes the due date of a task. Other due dates, such
 * as "Friday", are kept as text.
 */
export const writeIcs = (document: ExportDocument): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Earshot//Earshot//EN',
    ...document.todos.flatMap((todo) => renderTodo(todo, document)),
    'END:VCALENDAR',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('')

function renderTodo({ id, text, owner, due, start, isDone }: DocumentTodo, document: ExportDocument): string[] {
  const facts = [owner, due, start === null ? null : formatTimestamp(start)].filter((fact) => fact !== null && fact !== '')
  const date = due === null ? undefined : readDueDate(due, document.recorded)
  return [
    'BEGIN:VTODO',
    `UID:${escapeText(`${document.id || 'recording'}-${id}`)}@earshot`,
    `DTSTAMP:${formatStamp(document.createdAt)}`,
    ...(document.recorded ? [`CREATED:${formatStamp(document.recorded.at)}`] : []),
    ...(date === undefined ? [] : [`DUE;VALUE=DATE:${date}`]),
    `SUMMARY:${escapeText(text)}`,
    `DESCRIPTION:${escapeText([document.title, ...facts].join(' · '))}`,
    `STATUS:${isDone ? 'COMPLETED' : 'NEEDS-ACTION'}`,
    'END:VTODO',
  ]
}

const formatStamp = (date: Date): string => `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
const escapeText = (text: string): string => oneLine(text).replaceAll(/[\\;,]/g, '\\$&')

/** Lines have at most 75 bytes; continuation lines begin with a space. Never splits a character. */
function fold(line: string): string {
  const lines = ['']
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 74) {
      lines.push(' ')
      bytes = 1
    }
    lines[lines.length - 1] += character
    bytes += size
  }
  return lines.join('\r\n')
}
