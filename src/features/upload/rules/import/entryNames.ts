import type { Bytes, Millis } from '#shared/units.ts'
import { isHidden, isMediaFile } from '../../rules.ts'

/** A file of an export: in a ZIP archive or in a folder. */
export type ImportEntry = {
  readonly path: string
  readonly size: Bytes
  /** When the file was last changed; null when the archive does not say. */
  readonly modifiedAt: Millis | null
}

/** The texts that are read, the most exact first. */
export const TEXT_SUFFIXES = ['json', 'vtt', 'srt', 'docx', 'txt', 'md'] as const
export type TextSuffix = (typeof TEXT_SUFFIXES)[number]
export type TextRole = 'transcript' | 'summary' | null

/** No file system has longer names, and the patterns below take longer with the square of the length. */
const MAX_NAME = 500
const MAX_PATH = 4000

/**
 * Returns the folders and the name of a path; null for one that leaves the archive, is absolute, is too long, or belongs to a hidden file of an
 * operating system. Programs of Windows write backslashes.
 */
export function splitPath(path: string): { folders: readonly string[]; name: string } | null {
  if (path.length > MAX_PATH) return null
  const parts = path.replaceAll('\\', '/').split('/')
  if (/^[a-z]:/i.test(path) || parts[0] === '' || parts.includes('..') || path.includes('\0')) return null
  const names = parts.filter((part) => part !== '' && part !== '.')
  const name = names.pop()
  return name === undefined || [...names, name].some((part) => part.length > MAX_NAME || isHidden(part))
    ? null
    : { folders: names, name }
}

/** Splits a name into its stem and its suffix in lower case. */
export function splitSuffix(name: string): { stem: string; suffix: string } {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? { stem: name.slice(0, dot), suffix: name.slice(dot + 1).toLowerCase() } : { stem: name, suffix: '' }
}

/** Whether a file of an export holds sound, a text to read, or something else. */
export function kindOf(name: string): 'sound' | 'text' | 'other' {
  if ((TEXT_SUFFIXES as readonly string[]).includes(splitSuffix(name).suffix)) return 'text'
  return isMediaFile({ name, type: '' }) ? 'sound' : 'other'
}

const TRANSCRIPT = 'transcripts?|transcription|transcriptions|transkript|subtitles?|captions?'
const SUMMARY = 'summary|summaries|notes?|outline|zusammenfassung'
const SOUND = 'audio|sound|recordings?|media'
/** What a file is, at the end of its name: `Plan-transcript`, `Plan_summary`, `Plan (audio)`, or nothing else. */
const ROLE = new RegExp(`(?:^|[\\s_.–-]+\\(?)(?:(?<transcript>${TRANSCRIPT})|(?<summary>${SUMMARY})|(?:${SOUND}))\\)?$`, 'i')
/** Fireflies ends names with the time in UTC: `Plan-transcript-2026-06-18T13-00-00.000Z`. */
const UTC_TIME = /[\s_-]*(?<day>\d{4}-\d\d-\d\d)T(?<hour>\d\d)[-_:](?<minute>\d\d)[-_:](?<second>\d\d)(?:[.-]\d{1,6})?Z$/
/** Otter ends names with its own: `Plan_otter_ai` or `Plan_otter.ai`. */
const OTTER = /[\s_-]+otter[._]ai$/i
/** Folders that hold one kind of file, beside others: `audio/Plan.mp3` and `transcripts/Plan.txt` belong together. */
const ROLE_FOLDER = new RegExp(`^(?:${TRANSCRIPT}|${SUMMARY}|${SOUND})$`, 'i')

export const isRoleFolder = (name: string): boolean => ROLE_FOLDER.test(name)

/** What a name says: which recording it belongs to (empty when it names only the kind of file), what it is, and its time in UTC. */
export type StemFacts = { readonly base: string; readonly role: TextRole; readonly utcTime: Millis | null }

/** Reads the stem of a name. */
export function readStem(stem: string): StemFacts {
  let [base, role, utcTime] = [stem.trim(), null as TextRole, null as Millis | null]
  for (let before = ''; before !== base;) {
    before = base
    const time = UTC_TIME.exec(base)?.groups
    if (time) utcTime = Date.parse(`${time['day']}T${time['hour']}:${time['minute']}:${time['second']}Z`)
    base = base.replace(UTC_TIME, '').replace(OTTER, '')
    const found = role === null ? ROLE.exec(base)?.groups : undefined
    if (found) role = found['transcript'] ? 'transcript' : found['summary'] ? 'summary' : null
    if (found) base = base.replace(ROLE, '')
    base = base.trim()
  }
  return { base, role, utcTime: Number.isNaN(utcTime) ? null : utcTime }
}

const SOUND_END = new RegExp(`[_-](?:${SOUND})$`, 'i')

/** A title without what services add to the names of files. Words such as "notes" stay when they may be part of the title. */
export const titleOf = (stem: string): string =>
  stem.trim().replace(UTC_TIME, '').replace(OTTER, '').replace(SOUND_END, '').trim()

const NAME_DATE =
  /(?<!\d)(?<year>(?:19|20)\d\d)[-_.]?(?<month>[01]\d)[-_.]?(?<day>[0-3]\d)(?:[\sT_-]+(?:at\s+)?(?<hour>[0-2]\d)[-_.:h]?(?<minute>[0-5]\d)(?:[-_.:m]?(?<second>[0-5]\d))?)?(?!\d)/i

/**
 * Returns the local time that a name begins with or contains: `2026-03-02 14_22_33`, `20260302_142233` or only the day. A day
 * without a time gets the time of `modifiedAt` when that is the same day, else noon, so that it is the same day in every time zone.
 */
export function timeInName(name: string, modifiedAt: Millis | null): Millis | null {
  const found = NAME_DATE.exec(name)?.groups
  if (!found) return null
  const [year, month, day] = [found['year'], found['month'], found['day']].map(Number) as [number, number, number]
  const start = new Date(year, month - 1, day)
  if (start.getMonth() !== month - 1 || start.getDate() !== day) return null
  if (found['hour'] === undefined) {
    const isSameDay = modifiedAt !== null && new Date(modifiedAt).toDateString() === start.toDateString()
    return isSameDay ? modifiedAt : start.setHours(12)
  }
  return start.setHours(Number(found['hour']), Number(found['minute']), Number(found['second'] ?? 0))
}
