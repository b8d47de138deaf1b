import type { Locale } from '#shared/locales.ts'

/** The groups of formats, in the order of the dialog. */
export const FORMAT_GROUPS = ['text', 'documents', 'subtitles', 'data', 'research', 'mindMap', 'audio'] as const
export type FormatGroup = (typeof FORMAT_GROUPS)[number]

/** What a recording must have: any text, a transcript, to-dos, a summary with points, or its audio. */
export type FormatNeed = 'text' | 'transcript' | 'todos' | 'mindMap' | 'audio'

type FormatInfo = {
  readonly group: FormatGroup
  /** The label of a tile. */
  readonly label: string
  /** The file extension. `original` has that of the stored audio. */
  readonly suffix: string
  readonly contentType: string
  readonly needs: FormatNeed
  /** Whether the file is readable text that can be previewed. */
  readonly isText: boolean
}

const text = (group: FormatGroup, label: string, suffix: string, contentType: string, needs: FormatNeed): FormatInfo => ({
  group,
  label,
  suffix,
  contentType,
  needs,
  isText: true,
})
const binary = (group: FormatGroup, label: string, suffix: string, contentType: string, needs: FormatNeed): FormatInfo => ({
  ...text(group, label, suffix, contentType, needs),
  isText: false,
})

/** All formats of an export, in the order of the dialog. */
export const EXPORT_FORMATS = {
  txt: text('text', 'TXT', 'txt', 'text/plain; charset=utf-8', 'text'),
  md: text('text', 'MD', 'md', 'text/markdown; charset=utf-8', 'text'),
  html: text('text', 'HTML', 'html', 'text/html; charset=utf-8', 'text'),
  docx: binary('documents', 'DOCX', 'docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'text'),
  pdf: binary('documents', 'PDF', 'pdf', 'application/pdf', 'text'),
  odt: binary('documents', 'ODT', 'odt', 'application/vnd.oasis.opendocument.text', 'text'),
  rtf: binary('documents', 'RTF', 'rtf', 'application/rtf', 'text'),
  epub: binary('documents', 'EPUB', 'epub', 'application/epub+zip', 'text'),
  xlsx: binary('documents', 'XLSX', 'xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text'),
  srt: text('subtitles', 'SRT', 'srt', 'application/x-subrip; charset=utf-8', 'transcript'),
  vtt: text('subtitles', 'VTT', 'vtt', 'text/vtt; charset=utf-8', 'transcript'),
  ass: text('subtitles', 'ASS', 'ass', 'text/x-ssa; charset=utf-8', 'transcript'),
  sbv: text('subtitles', 'SBV', 'sbv', 'text/plain; charset=utf-8', 'transcript'),
  ttml: text('subtitles', 'TTML', 'ttml', 'application/ttml+xml; charset=utf-8', 'transcript'),
  lrc: text('subtitles', 'LRC', 'lrc', 'text/plain; charset=utf-8', 'transcript'),
  csv: text('data', 'CSV', 'csv', 'text/csv; charset=utf-8', 'transcript'),
  tsv: text('data', 'TSV', 'tsv', 'text/tab-separated-values; charset=utf-8', 'transcript'),
  json: text('data', 'JSON', 'json', 'application/json', 'text'),
  jsonl: text('data', 'JSONL', 'jsonl', 'application/jsonl; charset=utf-8', 'transcript'),
  xml: text('data', 'XML', 'xml', 'application/xml; charset=utf-8', 'text'),
  ics: text('data', 'ICS', 'ics', 'text/calendar; charset=utf-8', 'todos'),
  textgrid: text('research', 'TextGrid', 'TextGrid', 'text/plain; charset=utf-8', 'transcript'),
  eaf: text('research', 'EAF', 'eaf', 'application/xml; charset=utf-8', 'transcript'),
  rttm: text('research', 'RTTM', 'rttm', 'text/plain; charset=utf-8', 'transcript'),
  ctm: text('research', 'CTM', 'ctm', 'text/plain; charset=utf-8', 'transcript'),
  opml: text('mindMap', 'OPML', 'opml', 'text/x-opml; charset=utf-8', 'mindMap'),
  mm: text('mindMap', 'MM', 'mm', 'application/x-freemind; charset=utf-8', 'mindMap'),
  svg: text('mindMap', 'SVG', 'svg', 'image/svg+xml', 'mindMap'),
  png: binary('mindMap', 'PNG', 'png', 'image/png', 'mindMap'),
  mp3: binary('audio', 'MP3', 'mp3', 'audio/mpeg', 'audio'),
  original: binary('audio', 'WAV', '', 'application/octet-stream', 'audio'),
  otio: text('audio', 'OTIO', 'otio', 'application/json', 'transcript'),
  edl: text('audio', 'EDL', 'edl', 'text/plain; charset=utf-8', 'transcript'),
} as const satisfies Record<string, FormatInfo>

export type ExportFormat = keyof typeof EXPORT_FORMATS
export const FORMAT_IDS = Object.keys(EXPORT_FORMATS) as ExportFormat[]

/** A format generated from texts. The others are the audio itself. */
export type WrittenFormat = Exclude<ExportFormat, 'mp3' | 'original'>
export const isWritten = (format: ExportFormat): format is WrittenFormat => format !== 'mp3' && format !== 'original'

export const isExportFormat = (value: unknown): value is ExportFormat => typeof value === 'string' && value in EXPORT_FORMATS
export const formatInfo = (format: ExportFormat): FormatInfo => EXPORT_FORMATS[format]
export const isSubtitle = (format: ExportFormat): boolean => EXPORT_FORMATS[format].group === 'subtitles'

/** Columns per line of subtitles; a Chinese, Japanese or Korean character takes two. */
export const LINE_LENGTH = { min: 20, max: 80, initial: 42 } as const
/** Columns that a viewer reads per second. */
export const READING_SPEED = { min: 8, max: 30, initial: 17 } as const

/** The content of the files, as chosen in the dialog or in the query of a script. */
export type ExportOptions = {
  readonly speakers: 'names' | 'numbers' | 'none'
  readonly times: 'paragraphs' | 'sentences' | 'none'
  readonly notes: boolean
  readonly highlights: boolean
  readonly line_length: number
  readonly reading_speed: number
  /** The language of headings such as "Summary". */
  readonly locale: Locale
}

/** The default content of an export. */
export const DEFAULT_OPTIONS: ExportOptions = {
  speakers: 'names',
  times: 'paragraphs',
  notes: true,
  highlights: false,
  locale: 'en_US',
  line_length: LINE_LENGTH.initial,
  reading_speed: READING_SPEED.initial,
}
