import type { Millis } from '#shared/units.ts'
import { oneLine } from '../cue.ts'
import { parseNumber, parseTime } from '../times.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A time in milliseconds, a number with an unknown unit, or neither. */
export type RawTime = { readonly ms: Millis } | { readonly number: number } | null

/** A passage or a word of a list, independent of the field names of its tool. */
export type Row = {
  readonly start: RawTime
  readonly end: RawTime
  /** The duration: start plus length is the end. */
  readonly length: RawTime
  /** The text including surrounding spaces; null for none. */
  readonly text: string | null
  readonly speaker: string
  /** Each channel has its own speakers; empty for none. */
  readonly channel: string
  readonly words: readonly Row[]
  readonly confidence: number
  /** A punctuation mark that belongs to the previous word. */
  readonly isPunctuation: boolean
  /** A punctuation mark that belongs to the next word, such as `¿`. */
  readonly isOpening: boolean
  /** A space between words, a sound that is not speech, or speech without words. */
  readonly isSpacing: boolean
}

const names = (list: string): readonly string[] => list.split(' ')
/** Field names with the same meaning in different tools, in lower case and without underscores. */
const START = names(
  'starttime start begintime begin startdatetime starttimestamp startts ts timestamp time startoffset offset startsec startseconds datastart audiostart from bg',
)
const START_MS = names(
  'offsetmilliseconds startms startmillis starttimems tstartms begintimems starttimeinmilliseconds offsetstartms toffsetms beginoffsetmillis',
)
const END = names(
  'endtime end enddatetime endtimestamp endts stop endoffset endsec endseconds dataend audioend resultendtime resultendoffset to ed',
)
const END_MS = names('endms endmillis endtimems endtimeinmilliseconds offsetendms endoffsetmillis')
const LENGTH = names('duration dur length')
const LENGTH_MS = names('durationmilliseconds ddurationms durationms')
const TEXT = names(
  'content punctuatedword displaytext text transcript sentence finalsentence spokentext body display utterance caption value word segment onebest phrase utf8 line message lexical',
)
const SPEAKER = names(
  'speakername speakerdisplayname speaker speakerlabel speakertag speakerid spk spkid participantid participant participantrole channellabel channeltag',
)
/** These also occur next to texts that are not speech, so they name a speaker only in a row with a time. */
const AUTHOR = names('author name displayname user')
const CONFIDENCE = names('confidence probability conf score p')
const BEST = names('alternatives nbest')
const WORD_LISTS = names('words tokens elements timestamps displaywords wordtimestamps wordtimings wordsresult segs alignment ws')
const TICKS_PER_MS = 10_000
const SAMPLES_PER_MS = 16
/** Special tokens of a model: `[_BEG_]`, `<|0.00|>`. */
const SPECIAL_TOKEN = /^\s*(?:\[_[A-Z]+_?\d*_?\]|<\|[^|]*\|>)\s*$/

/** Returns the fields of an object by name, in lower case and without underscores. */
function fieldsOf(row: JsonObject): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const key in row) {
    const value = row[key]
    if (value === null || value === undefined) continue
    const name = /[A-Z_-]/.test(key) ? key.replaceAll(/[_-]/g, '').toLowerCase() : key
    if (!fields.has(name)) fields.set(name, value)
  }
  return fields
}

type Fields = ReadonlyMap<string, unknown>

function firstOf(fields: Fields, list: readonly string[]): unknown {
  for (const name of list) if (fields.has(name)) return fields.get(name)
  return undefined
}

/** Returns the first field with a time: a number, `"1.5"`, `"1.200s"`, `PT1S`, a clock time, a date, or `{ seconds, nanos }`. */
function timeOf(fields: Fields, list: readonly string[]): RawTime {
  for (const name of list) {
    const time = fields.has(name) ? readTime(fields.get(name)) : null
    if (time) return time
  }
  return null
}

function readTime(value: unknown): RawTime {
  if (typeof value === 'number') return Number.isFinite(value) ? { number: value } : null
  if (typeof value === 'string') {
    if (value.length > 60) return null
    const number = parseNumber(value)
    if (number !== null) return { number }
    const ms = parseTime(value) ?? (/^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : null)
    return ms === null || Number.isNaN(ms) ? null : { ms }
  }
  if (!isObject(value) || !('seconds' in value || 'nanos' in value)) return null
  const ms = Number(value['seconds'] ?? 0) * 1000 + Number(value['nanos'] ?? 0) / 1e6
  return Number.isFinite(ms) ? { ms: Math.round(ms) } : null
}

const asMs = (time: RawTime): RawTime => (time && 'number' in time ? { ms: Math.round(time.number) } : time)
const ticksOf = (fields: Fields, list: readonly string[]): RawTime => {
  const value = firstOf(fields, list)
  return typeof value === 'number' ? { ms: Math.round(value / TICKS_PER_MS) } : null
}

/** Reads a row with any of the known field names. Returns null when it is not an object, or has neither a text nor a time. */
export function readRow(value: unknown, isWord = false): Row | null {
  if (!isObject(value)) return null
  const fields = fieldsOf(value)
  const best = fieldsOf((BEST.map((name) => listOf(fields.get(name))[0]).find(isObject) ?? {}) as JsonObject)
  // Azure counts ticks of 100 ns; other tools use the same field name for seconds.
  const isTicks = fields.has('offsetinticks') || typeof value['Offset'] === 'number'
  const span = listOf(fields.get('timestamp') ?? fields.get('interval'))
  const offsets = isObject(fields.get('offsets')) ? fieldsOf(fields.get('offsets') as JsonObject) : new Map<string, unknown>()
  // Otter uses 16 kHz samples for passages, and seconds for their words.
  const isSamples = fields.has('alignment') && typeof fields.get('startoffset') === 'number'
  const samplesOf = (name: string): RawTime => (isSamples ? { ms: Math.round(Number(fields.get(name)) / SAMPLES_PER_MS) } : null)
  const start =
    samplesOf('startoffset') ??
    asMs(timeOf(fields, START_MS) ?? timeOf(offsets, ['from'])) ??
    (isTicks ? ticksOf(fields, ['offsetinticks', 'offset']) : null) ??
    readTime(span[0]) ??
    timeOf(fields, START)
  const end =
    samplesOf('endoffset') ?? asMs(timeOf(fields, END_MS) ?? timeOf(offsets, ['to'])) ?? readTime(span[1]) ?? timeOf(fields, END)
  const length =
    asMs(timeOf(fields, LENGTH_MS)) ??
    (isTicks ? ticksOf(fields, ['durationinticks', 'duration']) : null) ??
    timeOf(fields, LENGTH)
  const words = isWord ? [] : wordsOf(fields, best)
  const text = textOf(fields) ?? textOf(best)
  if (text === null && start === null && words.length === 0) return null
  const type = String(fields.get('type') ?? '')
  const attachesTo = fields.get('attachesto')
  return {
    start,
    end,
    length,
    words,
    text: text !== null && SPECIAL_TOKEN.test(text) ? null : text,
    speaker: speakerOf(fields, SPEAKER) || speakerOf(best, SPEAKER) || (start === null ? '' : speakerOf(fields, AUTHOR)),
    channel: channelOf(fields),
    confidence: Number(firstOf(fields, CONFIDENCE) ?? firstOf(best, CONFIDENCE) ?? 1),
    isPunctuation: attachesTo === 'previous' || (attachesTo !== 'next' && /^punct/i.test(type)),
    isOpening: attachesTo === 'next',
    isSpacing: type === 'spacing' || type === 'audio_event' || fields.get('notunderstood') === true,
  }
}

function channelOf(fields: Fields): string {
  const channel = fields.get('channel')
  return typeof channel === 'number' || typeof channel === 'string' ? String(channel).slice(0, 20) : ''
}

function textOf(fields: Fields): string | null {
  for (const name of TEXT) {
    const value = fields.get(name)
    if (typeof value === 'string') return value
  }
  return null
}

function wordsOf(fields: Fields, best: Fields): readonly Row[] {
  for (const source of [best, fields]) {
    for (const name of WORD_LISTS) {
      const list = listOf(source.get(name))
      if (!isObject(list[0]) && !Array.isArray(list[0])) continue
      const rows = list.flatMap((each) => (Array.isArray(each) ? readTuple(each) : readRow(each, true)) ?? [])
      if (rows.some(({ text, start }) => text !== null && start !== null)) return withOffsets(rows, fields, name)
    }
  }
  return []
}

/** Earshot and faster-whisper write words as [start, end, text, confidence], and Watson as [text, start, end]. */
function readTuple([first, second, third, confidence]: readonly unknown[]): Row | null {
  if (typeof third === 'string') return readRow({ start: first, end: second, text: third, confidence }, true)
  return typeof first === 'string' ? readRow({ text: first, start: second, end: third }, true) : null
}

/** YouTube counts times within a caption from its start. */
function withOffsets(rows: readonly Row[], fields: Fields, name: string): readonly Row[] {
  const base = Number(fields.get('tstartms') ?? 0)
  if (name !== 'segs') return rows
  return rows.map((row) => ({ ...row, start: { ms: base + (row.start && 'ms' in row.start ? row.start.ms : 0) } }))
}

function speakerOf(fields: Fields, list: readonly string[]): string {
  const value = firstOf(fields, list)
  const named = isObject(value) ? firstOf(fieldsOf(value), ['name', 'displayname', 'label', 'id']) : value
  return typeof named === 'string' || typeof named === 'number' ? oneLine(String(named)).slice(0, 200) : ''
}

/** Returns the speaker that an object names for its nested rows. */
export const speakerOfRows = (value: JsonObject): string => speakerOf(fieldsOf(value), SPEAKER)

export type ToMillis = (time: RawTime) => Millis | null

/** Minimum speech rate in letters per ms, even in a file with long silences. */
const SLOWEST = 0.04

/**
 * Decides whether numbers without a unit are seconds or milliseconds, by their fractions and by the resulting speech rate. Without
 * ends, the length of the recording decides.
 */
export function unitOf(rows: readonly Row[], duration: Millis): ToMillis {
  const factor = factorOf(rows, duration)
  return (time) => (time === null ? null : 'ms' in time ? time.ms : Math.round(time.number * factor))
}

function factorOf(rows: readonly Row[], duration: Millis): 1 | 1000 {
  let [letters, spoken, fractions, numbers, latest, earliest, all] = [0, 0, 0, 0, 0, Infinity, 0]
  for (const { start, end, length, text, words } of rows) {
    const said = text?.length ?? words.length * 5
    all += said
    for (const time of [start, end, length]) {
      if (!time || !('number' in time)) continue
      numbers++
      if (!Number.isInteger(time.number)) fractions++
    }
    if (!start || !('number' in start)) continue
    latest = Math.max(latest, start.number)
    earliest = Math.min(earliest, start.number)
    const until = end ?? length
    if (!until || !('number' in until)) continue
    letters += said
    spoken += Math.max(0, end ? until.number - start.number : until.number)
  }
  if (numbers === 0 || fractions > numbers * 0.1) return 1000
  if (spoken > 0) return letters / spoken < SLOWEST ? 1 : 1000
  if (latest > earliest) return all / (latest - earliest) < SLOWEST ? 1 : 1000
  return latest > duration / 1000 ? 1 : 1000
}

/** Converts the confidence of a word to 0..1. Some tools use percentages or logarithms. */
export function confidenceOf(value: number): number {
  if (!Number.isFinite(value)) return 1
  if (value < 0) return Math.exp(Math.max(value, -20))
  return value > 1 ? Math.min(1, value / 100) : value
}
