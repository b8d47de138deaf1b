import { normalizeText } from '#shared/normalizeText.ts'
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
export const TEXT_SUFFIXES = [
  ...(['json', 'jsonl', 'vtt', 'srt', 'ass', 'ssa', 'ttml', 'dfxp', 'sbv', 'lrc', 'smi'] as const),
  ...(['tsv', 'csv', 'textgrid', 'eaf', 'ctm', 'stm', 'docx', 'txt', 'md'] as const),
] as const
export type TextSuffix = (typeof TEXT_SUFFIXES)[number]
/** What people wrote to one another during a meeting is `chat`. */
export type TextRole = 'transcript' | 'summary' | 'chat' | null

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

const TRANSCRIPT =
  'transcripts?|transcription|transcriptions|transkript|transkription|mitschrift|subtitles?|captions?|closed[_ ]?captions?|cc|untertitel|sous-titres|subtítulos|transcripción|trascrizione|sottotitoli|transcrição|legendas|文字起こし|字幕|转写|转录|轉錄|逐字稿|文字稿|전사|대본|녹취록|자막'
const SUMMARY =
  'summary|summaries|notes?|outline|(?:notes|notizen|notas|note)[_ ](?:by|von|de|di|par)[_ ]gemini|gemini[ _]?(?:notes|による メモ|によるメモ)|zusammenfassung|notizen|résumé|compte[ -]rendu|resumen|riassunto|riepilogo|resumo|要約|議事録|メモ|摘要|总结|總結|纪要|紀要|会议纪要|會議紀要|요약|회의록'
const SOUND = 'audio|sound|recordings?|media|aufnahme|enregistrement|grabación|registrazione|gravação|録音|录音|錄音|녹음'
const CHAT = 'chat|newchat|meeting_saved_(?:new_)?chat|messages'
/** Words of other scripts may follow a title without a space. */
const BEFORE_ROLE = String.raw`(?:^|[\s_.–-]+\(?|(?<=[^\s\u0000-\u024f])(?=[^\u0000-\u024f]))`
/** What a file is, at the end of its name: `Plan-transcript`, `Plan_summary`, `Plan (audio)`, or nothing else. */
const ROLE = new RegExp(
  `${BEFORE_ROLE}(?:(?<transcript>${TRANSCRIPT})|(?<summary>${SUMMARY})|(?<chat>${CHAT})|(?:${SOUND}))\\)?$`,
  'iu',
)
/** Zoom adds the view to the name of a recording, and the word for a chat without a space. */
const ZOOM_VIEW = /(?:_(?:gallery|speaker|avo|as|separate))?_\d{3,4}x\d{3,4}$/i
const ZOOM_CHAT = /(?<=_Recording)(?:new)?Chat$/i
/** Teams adds when a meeting was recorded, and what the file is in the language of the person. */
const TEAMS_RECORDING = /-(?<date>\d{8})_(?<time>\d{6})(?<zone>UTC)?-(?<what>[^-]{4,40})$/
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
  let [base, role, utcTime] = [normalizeText(stem, 'NFC').trim(), null as TextRole, null as Millis | null]
  for (let before = ''; before !== base;) {
    before = base
    const time = UTC_TIME.exec(base)?.groups
    if (time) utcTime = Date.parse(`${time['day']}T${time['hour']}:${time['minute']}:${time['second']}Z`)
    base = base.replace(UTC_TIME, '').replace(OTTER, '')
    if (role === null && ZOOM_CHAT.test(base)) role = 'chat'
    base = base.replace(ZOOM_VIEW, '').replace(ZOOM_CHAT, '')
    const found = ROLE.exec(base)?.groups
    const nextRole = found?.['transcript'] ? 'transcript' : found?.['summary'] ? 'summary' : found?.['chat'] ? 'chat' : null
    // A title may end with what another file is: "Meeting notes-transcript".
    if (found && (role === null || nextRole === null)) {
      role ??= nextRole
      base = base.replace(ROLE, '')
    }
    base = base.trim()
  }
  return { base, role, utcTime: Number.isNaN(utcTime) ? null : utcTime }
}

const SOUND_END = new RegExp(`\\s*[_-]\\s*(?:${SOUND})$`, 'iu')

/** A title without what services add to the names of files. Words such as "notes" stay when they may be part of the title. */
export const titleOf = (stem: string): string =>
  normalizeText(stem, 'NFC')
    .trim()
    .replace(UTC_TIME, '')
    .replace(OTTER, '')
    .replace(TEAMS_RECORDING, '')
    .replace(ZOOM_VIEW, '')
    .replace(SOUND_END, '')
    .trim()

/** The language of subtitles, as players and download programs write it: `talk.en.srt`, `talk.pt-BR.vtt`. */
const LANGUAGE = /\.(?:[a-z]{2,3}(?:[-_](?:[A-Z][a-z]{3}|[A-Za-z]{2}|orig|\d{3}))?)(?:\.(?:auto|forced|sdh|cc))?$/

/** The shorter names that the files of one recording may share: without the time of Teams, or without a language. */
export function looseBase(base: string, kind: 'sound' | 'text'): string {
  return kind === 'sound' ? base.replace(TEAMS_RECORDING, '').trim() : base.replace(LANGUAGE, '').trim()
}

const NAME_DATE =
  /(?<!\d)(?<year>(?:19|20)\d\d)[-_.]?(?<month>[01]\d)[-_.]?(?<day>[0-3]\d)(?:[\sT_-]+(?:at\s+)?(?<hour>[0-2]\d)[-_.:h]?(?<minute>[0-5]\d)(?:[-_.:m]?(?<second>[0-5]\d))?)?(?!\d)/i

/** Zoom and newer versions of Teams write the time in UTC. */
const UTC_NAME =
  /(?:GMT|-)(?<year>20\d\d)(?<month>[01]\d)(?<day>[0-3]\d)[-_](?<hour>[0-2]\d)(?<minute>[0-5]\d)(?<second>[0-5]\d)(?:(?<=GMT\d{8}-\d{6})|UTC)/
/** `12.03.2024`, `2024年3月12日`; numbers with other signs between them can mean two days. */
const WRITTEN_DATES = [
  /(?<!\d)(?<day>[0-3]?\d)\.\s?(?<month>[01]?\d)\.\s?(?<year>(?:19|20)\d\d)(?!\d)(?<rest>.{0,20})/u,
  /(?<!\d)(?<year>(?:19|20)\d\d)\s?[年년]\s?(?<month>[01]?\d)\s?[月월]\s?(?<day>[0-3]?\d)\s?[日일](?<rest>.{0,20})/u,
]
const CLOCK_IN_NAME = /^[\sT_-]+(?<hour>[0-2]?\d)[-_.:h時时시]\s?(?<minute>[0-5]\d)(?:[-_.:m](?<second>[0-5]\d))?(?!\d)/u

function findWrittenDate(name: string): Record<string, string | undefined> | undefined {
  for (const pattern of WRITTEN_DATES) {
    const found = pattern.exec(name)?.groups
    if (found) return { ...found, ...CLOCK_IN_NAME.exec(found['rest'] ?? '')?.groups }
  }
  return undefined
}

/**
 * Returns the local time that a name begins with or contains: `2026-03-02 14_22_33`, `20260302_142233` or only the day. A day
 * without a time gets the time of `modifiedAt` when that is the same day, else noon, so that it is the same day in every time zone.
 */
export function timeInName(name: string, modifiedAt: Millis | null): Millis | null {
  const utc = UTC_NAME.exec(name)?.groups
  if (utc) {
    const [year, month, day, hour, minute, second] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((part) =>
      Number(utc[part]),
    )
    return Date.UTC(year!, month! - 1, day, hour, minute, second)
  }
  const found = NAME_DATE.exec(name)?.groups ?? findWrittenDate(name)
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
