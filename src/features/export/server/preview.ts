import type { AppContext } from '#platform/context.ts'
import { openOriginalAudio } from '#features/files/server.ts'
import { safeFileName } from '#platform/zip/safeFileName.ts'
import { type ExportPreview, PREVIEW_LENGTH, type Preview } from '../contract.ts'
import { type ExportFormat, type ExportOptions, FORMAT_IDS, formatInfo, isSubtitle } from '../rules.ts'
import { reasonAgainst } from './availability.ts'
import type { ExportDocument } from './document/ExportDocument.ts'
import { type RecordingExport, requireRecordings } from './exportFiles.ts'
import { MP3_BITRATE } from './formats/audio/mp3.ts'
import { type Cue, createCues } from './formats/subtitles/cues.ts'
import { previewCues } from './formats/subtitles/previewCues.ts'
import { isWritten, writeFormat } from './formats/writers.ts'

type Request = { file_ids: readonly string[]; formats: readonly ExportFormat[] }

/** Returns what an export would contain. Only the first recording is read. Rejects with NotFound. */
export async function previewExport(
  ctx: AppContext,
  userId: string,
  { file_ids, formats }: Request,
  options: ExportOptions,
): Promise<ExportPreview> {
  const recordings = await requireRecordings(ctx, userId, file_ids, options)
  const first = recordings[0]!
  const document = await first.document()
  const available = FORMAT_IDS.map((format) => {
    const reasons = recordings.map((recording) =>
      reasonAgainst(format, recording.row, { document: recording === first ? document : undefined, options }),
    )
    const files = reasons.filter((reason) => reason === null).length
    return { format, files, reason: files > 0 ? null : (reasons[0] ?? null) }
  })
  const chosen = formats.filter((format) => available.some((entry) => entry.format === format && entry.files > 0))
  const previews: Preview[] = []
  // The same for every format of subtitles.
  const cues = formats.some(isSubtitle) && document.paragraphs.length > 0 ? createCues(document) : null
  for (const format of chosen) previews.push(await previewFormat(format, first, cues ?? []))
  const audio = await openOriginalAudio(ctx, first.row)
  const fileCount = chosen.reduce((sum, format) => sum + (available.find((entry) => entry.format === format)?.files ?? 0), 0)
  const title = recordings.length === 1 ? safeFileName(first.row.filename) : 'Earshot'
  return {
    formats: available,
    previews,
    cues: cues && { total: cues.length, too_fast: cues.filter(({ isTooFast }) => isTooFast).length },
    bytes: estimateBytes(recordings, chosen, document),
    audio_suffix: audio?.suffix ?? '',
    spoken_language: document.language,
    filename: fileCount === 1 ? `${title}.${suffixOf(chosen[0], audio?.suffix ?? '')}` : `${title}.zip`,
  }
}

const suffixOf = (format: ExportFormat | undefined, audioSuffix: string): string =>
  format === undefined ? 'zip' : format === 'original' ? audioSuffix : formatInfo(format).suffix

async function previewFormat(format: ExportFormat, recording: RecordingExport, cues: readonly Cue[]): Promise<Preview> {
  const nothing: Preview = { format, text: '', is_cut: false, too_fast: [] }
  if ((await recording.reasonAgainst(format)) !== null || !isWritten(format)) return nothing
  const document = await recording.document(format)
  if (isSubtitle(format)) return { format, ...previewCues(format, cues, document) }
  const { group, isText } = formatInfo(format)
  if (group === 'mindMap') return { ...nothing, ...cut(outline(document)) }
  // What a document will say, without its styles.
  const shown = isText ? format : format === 'xlsx' ? 'tsv' : 'txt'
  const text = new TextDecoder().decode(await writeFormat(limit(document), shown))
  return { ...nothing, ...cut(text) }
}

/** A preview shows the beginning, so that the rest of a long transcript is not written. */
const MAX_PARAGRAPHS = 60
const limit = (document: ExportDocument): ExportDocument => ({
  ...document,
  paragraphs: document.paragraphs.slice(0, MAX_PARAGRAPHS),
})

const outline = ({ title, mindMap }: ExportDocument): string =>
  [title, ...mindMap.flatMap((branch) => [`  ${branch.title}`, ...branch.leaves.map(({ text }) => `    ${text}`)])].join('\n')

/** Cuts at the end of a line. */
function cut(text: string): { text: string; is_cut: boolean } {
  if (text.length <= PREVIEW_LENGTH) return { text, is_cut: false }
  const end = text.lastIndexOf('\n', PREVIEW_LENGTH)
  return { text: text.slice(0, end > 0 ? end : PREVIEW_LENGTH).toWellFormed(), is_cut: true }
}

/** Sizes of files in parts of the text, and what they have in any case, as measured with a talk of half an hour. */
const SIZES: Partial<Record<ExportFormat, readonly [share: number, fixed: number]>> = {
  docx: [0.4, 8000],
  pdf: [0.6, 40_000],
  odt: [0.4, 2000],
  rtf: [1.3, 500],
  epub: [0.5, 3000],
  xlsx: [0.5, 6000],
  json: [7, 500],
  jsonl: [5, 0],
  xml: [10, 500],
  textgrid: [20, 500],
  eaf: [40, 2000],
  ctm: [6, 0],
  rttm: [0.1, 0],
  png: [0, 400_000],
  svg: [0, 40_000],
}

function estimateBytes(
  recordings: readonly RecordingExport[],
  formats: readonly ExportFormat[],
  document: ExportDocument,
): number {
  const text = [...document.paragraphs.map((paragraph) => paragraph.text), ...document.notes.map(({ markdown }) => markdown)]
  const textBytes = text.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
  const perMs = textBytes / Math.max(1, document.duration)
  const sizes = recordings.flatMap(({ row }) =>
    formats.map((format) => {
      if (format === 'original' || (format === 'mp3' && row.sound_kind === 'mp3')) return row.sound_deleted_at ? 0 : row.bytes
      if (format === 'mp3') return row.sound_deleted_at ? 0 : (row.duration_ms * MP3_BITRATE) / 8
      const [share, fixed] = SIZES[format] ?? [1.3, 200]
      return row.has_transcript || row.has_summary ? row.duration_ms * perMs * share + fixed : 0
    }),
  )
  return Math.round(sizes.reduce((sum, size) => sum + size, 0))
}
