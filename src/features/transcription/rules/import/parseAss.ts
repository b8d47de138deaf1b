import { type Cue, oneLine } from './cue.ts'
import type { ImportReport } from './ImportReport.ts'
import { splitSpeakers } from './speakerNames.ts'
import { parseClock } from './times.ts'

const EVENT = /^(?<kind>Dialogue|Comment)\s*:\s*(?<fields>.*)$/i
const FORMAT = /^Format\s*:\s*(?<fields>.*)$/i
const DEFAULT_FIELDS = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text']

/** Returns the cues of an Advanced SubStation Alpha file (ASS, SSA), which has a field for the speaker. */
export function parseAss(text: string, report: ImportReport): Cue[] {
  let fields = DEFAULT_FIELDS
  let section = ''
  const cues = text.split('\n').flatMap((line, index) => {
    section = /^\s*\[(?<name>[^\]]{1,40})\]\s*$/.exec(line)?.groups?.['name']?.toLowerCase() ?? section
    const format = FORMAT.exec(line.trim())?.groups?.['fields']
    if (format && section === 'events')
      fields = format.split(',').map((name) => name.trim().toLowerCase().replace('actor', 'name'))
    const event = EVENT.exec(line.trim())?.groups
    if (!event) return []
    const values = splitFields(event['fields'] ?? '', fields.length)
    const value = (name: string) => values[fields.indexOf(name)]?.trim() ?? ''
    const content = plainText(value('text'))
    if (event['kind']?.toLowerCase() === 'comment' || isDrawing(value('text'))) {
      report.leaveOut('notSpeech', index + 1, isDrawing(value('text')) ? '' : content)
      return []
    }
    const start = parseClock(value('start'))
    if (start === null) {
      report.leaveOut('badTime', index + 1, content)
      return []
    }
    return [
      { start, end: parseClock(value('end')), lines: content.split('\n'), speaker: oneLine(value('name')), place: index + 1 },
    ]
  })
  return splitSpeakers(cues)
}

/** Splits a line into fields. The last one may contain commas. */
function splitFields(text: string, count: number): string[] {
  const values: string[] = []
  let at = 0
  while (values.length < count - 1) {
    const comma = text.indexOf(',', at)
    if (comma < 0) break
    values.push(text.slice(at, comma))
    at = comma + 1
  }
  return [...values, text.slice(at)]
}

/** The command `\p1` draws shapes. */
const isDrawing = (text: string): boolean => /\{[^{}]{0,200}\\p[1-9][^{}]{0,200}\}/.test(text)

/** Removes commands and comments in braces. */
const plainText = (text: string): string =>
  text
    .replaceAll(/\{[^{}]{0,2000}\}/g, '')
    .replaceAll(/\\[Nn]/g, '\n')
    .replaceAll('\\h', ' ')
