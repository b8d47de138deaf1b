import { ImportReport, type LeftOut } from '#features/transcription/rules.ts'
import type { Segment } from '#features/files/contract.ts'
import { type Millis, minutes, seconds } from '#shared/units.ts'
import { MAX_DURATION } from '../../rules.ts'
import { parseWrittenDate } from './writtenDate.ts'

/** Reads the transcript in a text, as `importTranscript` of the feature transcription does. It is loaded when it is needed. */
export type ParseTranscript = (text: string, duration: Millis, report?: ImportReport) => Segment[] | null

/** What one text of an export says about its recording. */
export type TextFacts = {
  readonly title?: string
  readonly startTime?: Millis
  readonly duration?: Millis
  readonly segments?: readonly Segment[]
  /** What the transcript has not, or not as it was in the text. */
  readonly leftOut?: readonly LeftOut[]
  readonly placeKind?: 'line' | 'row'
  /** Markdown. */
  readonly summary?: string
  /** Folders of a copy from Earshot. */
  readonly folderIds?: readonly string[]
  readonly isTrash?: boolean
  /** The document has everything: other texts of the recording are left alone. */
  readonly isComplete?: boolean
}

const MAX_SECONDS = 1e11
const EARLIEST: Millis = Date.UTC(1990, 0, 1)
const LATEST: Millis = Date.UTC(2100, 0, 1)

/** Returns a time from unix seconds, unix milliseconds or a date as text; undefined for anything else. */
function timeOf(value: unknown): Millis | undefined {
  const number = typeof value === 'string' && /^\d{9,13}$/.test(value) ? Number(value) : value
  const time =
    typeof number === 'number'
      ? Math.abs(number) < MAX_SECONDS
        ? seconds(number)
        : number
      : typeof number === 'string'
        ? Date.parse(number)
        : Number.NaN
  return time > EARLIEST && time < LATEST ? Math.round(time) : undefined
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const firstText = (document: Json, keys: readonly string[]): string | undefined =>
  keys.map((key) => document[key]).find((value): value is string => typeof value === 'string' && value.trim() !== '')

/** What an API or an exporter wraps around the recording. */
const WRAPPERS = ['data', 'transcript', 'data_file', 'meeting', 'recording', 'file']

function unwrap(document: unknown): unknown {
  let inner = document
  for (let depth = 0; depth < 3 && isObject(inner) && !('sentences' in inner) && !('trans_result' in inner); depth++) {
    const outer: Json = inner
    const key = WRAPPERS.find((each) => isObject(outer[each]))
    if (key === undefined) break
    inner = outer[key]
  }
  return inner
}

/** Reads a JSON document: of Earshot and Plaud (`trans_result`), Fireflies (`sentences`), or a transcript of another tool. */
export function readJsonFile(text: string, parseTranscript: ParseTranscript): TextFacts {
  let document: unknown
  try {
    document = unwrap(JSON.parse(text))
  } catch {
    // Several documents behind one another, or JSON as Python writes it.
    return readTranscript(text, parseTranscript)
  }
  if (!isObject(document)) return readTranscript(text, parseTranscript)
  const isOwn = 'trans_result' in document && 'filename' in document
  const own = isOwn ? readOwnSegments(document['trans_result']) : undefined
  const transcript = own ? { segments: own } : readTranscript(text, parseTranscript)
  const title = firstText(document, ['title', 'filename', 'name', 'file_name', 'meeting_title'])
  const startTime = ['start_time', 'date', 'dateString', 'created_at', 'createdAt', 'start_at', 'recorded_at']
    .map((key) => timeOf(isObject(document) ? document[key] : undefined))
    .find((time) => time !== undefined)
  const duration = durationOf(document, isOwn)
  const summary = summaryOf(document)
  return {
    ...(title !== undefined && { title: title.trim() }),
    ...(startTime !== undefined && { startTime }),
    ...(duration !== undefined && { duration }),
    ...transcript,
    ...(summary !== '' && { summary }),
    ...(isOwn && readOwnFacts(document)),
  }
}

/** Returns the transcript in a text, and what it has not of it. */
function readTranscript(text: string, parseTranscript: ParseTranscript): TextFacts {
  const report = new ImportReport()
  const segments = parseTranscript(text, MAX_DURATION, report)
  if (!segments) return {}
  const { leftOut, placeKind } = report
  return { segments, ...(leftOut.length > 0 && { leftOut, placeKind }) }
}

/** A list with more is of another program. */
const MAX_SEGMENTS = 100_000

/** Returns the segments of Earshot as they are: with ids, words and edits. Undefined when one is incomplete. */
function readOwnSegments(list: unknown): Segment[] | undefined {
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_SEGMENTS) return undefined
  const segments = list.flatMap((each) => readOwnSegment(each) ?? [])
  return segments.length === list.length ? segments : undefined
}

/** @NOTE Written by hand, because it runs in a worker, which has no zod. The server checks what is saved. */
function readOwnSegment(value: unknown): Segment | null {
  if (!isObject(value)) return null
  const {
    id,
    start_time,
    end_time,
    content,
    speaker = '',
    original_speaker = '',
    original_content,
    language,
    words,
    not_understood,
  } = value
  const isWhole =
    [id, content, speaker, original_speaker].every((text) => typeof text === 'string') &&
    [start_time, end_time].every(Number.isSafeInteger) &&
    [original_content, language].every((text) => text === undefined || typeof text === 'string') &&
    (not_understood === undefined || typeof not_understood === 'boolean') &&
    (words === undefined || (Array.isArray(words) && words.every(isWord)))
  if (!isWhole) return null
  const optional = { original_content, language, words, not_understood }
  const present = Object.fromEntries(Object.entries(optional).filter(([, field]) => field !== undefined))
  return { id, start_time, end_time, content, speaker, original_speaker, ...present } as Segment
}

const isWord = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 4 &&
  value.every((part, n) => (n === 2 ? typeof part === 'string' : typeof part === 'number'))

function readOwnFacts(document: Json): TextFacts {
  const list = document['filetag_id_list']
  const folderIds = Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  return { folderIds, isTrash: document['is_trash'] === true, isComplete: true }
}

/** Earshot and Plaud have milliseconds, Fireflies minutes, and tools that recognize speech seconds. */
function durationOf(document: Json, isOwn: boolean): Millis | undefined {
  const { metadata } = document
  const unit = isOwn ? 1 : 'sentences' in document ? minutes(1) : seconds(1)
  const lengths: readonly (readonly [unknown, number])[] = [
    [document['durationMilliseconds'] ?? document['duration_ms'], 1],
    [document['duration'], unit],
    [document['audio_duration'] ?? (isObject(metadata) ? metadata['duration'] : undefined), seconds(1)],
  ]
  for (const [value, factor] of lengths) {
    if (typeof value !== 'number' || !(value > 0)) continue
    const duration = Math.round(value * factor)
    return duration <= MAX_DURATION ? duration : undefined
  }
  return undefined
}

/** Headings of the parts of a summary that Fireflies and others write. Keys without one are left out. */
const SUMMARY_PARTS = {
  overview: 'Overview',
  short_summary: 'Summary',
  gist: 'Gist',
  shorthand_bullet: 'Notes',
  bullet_gist: 'Notes',
  outline: 'Outline',
  action_items: 'Action items',
  keywords: 'Keywords',
} as const

/** Returns the summary of a document as Markdown; empty when it has none. */
function summaryOf(document: Json): string {
  const text = firstText(document, ['ai_content', 'summary', 'notes'])
  if (text !== undefined) return markdownOf(text)
  const { summary } = document
  if (!isObject(summary)) return ''
  const parts = Object.entries(SUMMARY_PARTS).map(([key, heading]) => {
    const value = summary[key]
    const content = Array.isArray(value) ? value.map((line) => `- ${String(line)}`).join('\n') : value
    return typeof content === 'string' && content.trim() !== '' ? `## ${heading}\n\n${content.trim()}` : ''
  })
  return parts.filter(Boolean).join('\n\n')
}

/** A summary may be JSON that holds its Markdown, as Plaud sends it. */
function markdownOf(text: string): string {
  if (!text.trimStart().startsWith('{')) return text.trim()
  try {
    const parsed: unknown = JSON.parse(text)
    return isObject(parsed) ? (firstText(parsed, ['markdown', 'ai_content', 'summary']) ?? '').trim() : ''
  } catch {
    return text.trim()
  }
}

/** The header is among these lines. */
const HEADER_LINES = 6
const OTTER_HEADING = /^(?:SUMMARY KEYWORDS|SPEAKERS)$/

/** Reads a text with times, subtitles or plain text. `segments` is missing when it has no times. */
export function readTimedFile(text: string, parseTranscript: ParseTranscript): TextFacts {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)
  const header = readOtterHeader(lines)
  // The header stays as empty lines, so that reports name the lines of the file.
  const transcript = readTranscript(
    header ? '\n'.repeat(header.lines) + lines.slice(header.lines).join('\n') : text,
    parseTranscript,
  )
  const { title, startTime, duration } = header ?? {}
  return {
    ...(title && { title }),
    ...(startTime !== undefined && { startTime }),
    ...(duration !== undefined && { duration }),
    ...transcript,
  }
}

type OtterHeader = { lines: number; title?: string; startTime?: Millis; duration?: Millis }

/** Returns what the header of a text of Otter says, and how many lines it has; null when there is none. */
function readOtterHeader(lines: readonly string[]): OtterHeader | null {
  const at = lines.slice(0, HEADER_LINES).findIndex((line) => parseWrittenDate(line.trim()) !== null)
  const found = at < 0 ? null : parseWrittenDate(lines[at]!.trim())
  if (!found) return null
  const title = lines.slice(0, at).find((line) => line.trim() !== '')
  let end = at + 1
  // Keywords and speakers follow, each below its heading, and then an empty line.
  for (let n = end; n < Math.min(lines.length, end + 12); n++) if (OTTER_HEADING.test(lines[n]?.trim() ?? '')) end = n + 2
  return {
    lines: end,
    ...(title !== undefined && { title: title.trim() }),
    ...(timeOf(found.time) !== undefined && { startTime: found.time }),
    ...(found.length > 0 && { duration: found.length }),
  }
}
