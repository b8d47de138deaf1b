import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'
import type { Cue } from './cue.ts'
import { ImportReport } from './ImportReport.ts'
import { parseJsonTranscript } from './json/parseJsonTranscript.ts'
import { readJson } from './json/splitJson.ts'
import { parseAss } from './parseAss.ts'
import { isLrc, parseLrc } from './parseLrc.ts'
import { parseCtm, parseTextGrid } from './parseResearch.ts'
import { parseSubtitles } from './parseSubtitles.ts'
import { parseTable } from './parseTable.ts'
import { parseTimedText } from './parseTimedText.ts'
import { parseXml } from './parseXml.ts'
import { toSegments } from './toSegments.ts'

/** The replacement character, which stands for lost bytes or characters. */
const LOST = '\ufffd'

/** Ten times more letters than can be spoken in the longest recording. */
const MAX_LETTERS = 6_000_000

/**
 * Returns the transcript in a file of another program, as paragraphs within `duration` and with times of words; null when it has no
 * times or an unknown format. Formats are detected by their content. Omissions are added to `report` with their line or row, and so
 * is the reason why nothing could be imported.
 */
export function importTranscript(text: string, duration: Millis, report = new ImportReport()): Segment[] | null {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
  if (plain.trim() === '') {
    report.refuse('empty')
    return null
  }
  const cues = parseCues(plain, duration, report)
  if (cues.reduce((sum, cue) => sum + cue.text.length, 0) > MAX_LETTERS) {
    report.refuse('tooLong')
    return null
  }
  const segments = cues.length === 0 ? [] : toSegments(cues, duration, report)
  if (segments.length === 0) {
    report.refuse(cues.length > 0 ? 'afterEnd' : 'noTimes', cues[0]?.place ?? null)
    return null
  }
  noteLostCharacters(plain, report)
  return segments
}

type Parser = (text: string, report: ImportReport, duration: Millis) => Cue[]

function parseCues(text: string, duration: Millis, report: ImportReport): Cue[] {
  for (const parse of parsersFor(text)) {
    const cues = parse(text, report, duration)
    if (cues.length > 0) return cues
    const { refusal } = report
    report.clear()
    if (refusal) report.refuse(refusal.reason, refusal.place)
  }
  return []
}

/** Returns the parsers that may support a text, the most specific first. */
function parsersFor(text: string): Parser[] {
  const head = text.slice(0, 4000).trimStart()
  if (/^\{\s*["}]|^\[\s*[[{\]"]/.test(head)) return [parseJsonText, parseSubtitles, parseTimedText]
  if (head.startsWith('<')) return [parseXml, parseSubtitles, parseTimedText]
  if (/ooTextFile|^Object class = "TextGrid"/m.test(head)) return [parseTextGrid]
  if (/^Dialogue\s*:/im.test(text) && /^\[(?:Script Info|Events|V4\+? Styles)\]/im.test(head)) return [parseAss]
  const byTable: Parser = (content, found, duration) => parseTable(content, duration, found)
  return [parseSubtitles, ...(isLrc(text) ? [parseLrc] : []), parseCtm, byTable, parseTimedText]
}

function parseJsonText(text: string, report: ImportReport, duration: Millis): Cue[] {
  const read = readJson(text)
  if (!read) return []
  const cues = parseJsonTranscript(read.parts, duration, report)
  for (const line of read.damaged) report.leaveOut('badRow', line)
  if (cues.length > 0) return cues
  const [damaged] = read.damaged
  if (damaged !== undefined) report.refuse('damaged', damaged)
  else if (read.parts.length > 0) report.refuse('unknownJson')
  return []
}

function noteLostCharacters(text: string, report: ImportReport): void {
  if (!text.includes(LOST)) return
  for (const [n, line] of text.split('\n').entries())
    for (let at = line.indexOf(LOST); at >= 0; at = line.indexOf(LOST, at + 1)) report.leaveOut('badCharacters', n + 1)
}
