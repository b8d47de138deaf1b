import { openOriginalAudio } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { safeFileName } from '#platform/zip/safeFileName.ts'
import type { ExportPreview } from '../contract.ts'
import { type ExportFormat, FORMAT_IDS, formatInfo } from '../rules.ts'
import { hasOfRow, reasonAgainst } from './availability.ts'
import { type RecordingExport, type RecordingOptions, requireRecordings } from './exportFiles.ts'
import { MP3_BITRATE } from './formats/audio/mp3.ts'

type Request = { file_ids: readonly string[]; formats: readonly ExportFormat[] }

/** Returns a preview of an export. Only the first recording is read. Rejects with NotFound and ComputeLimitError. */
export async function previewExport(
  ctx: AppContext,
  userId: string,
  { file_ids, formats }: Request,
  { options, ...rest }: RecordingOptions,
): Promise<ExportPreview> {
  const recordings = await requireRecordings(ctx, userId, file_ids, { options, ...rest })
  const first = recordings[0]!
  const { has, textBytes, previews, ...preview } = await first.preview(formats)
  const available = FORMAT_IDS.map((format) => {
    const reasons = recordings.map((recording) =>
      reasonAgainst(format, recording === first ? has : hasOfRow(recording.row), options),
    )
    const files = reasons.filter((reason) => reason === null).length
    return { format, files, reason: files > 0 ? null : (reasons[0] ?? null) }
  })
  const filesOf = (format: ExportFormat) => available.find((entry) => entry.format === format)?.files ?? 0
  const chosen = formats.filter((format) => filesOf(format) > 0)
  const audio = await openOriginalAudio(ctx, first.row)
  const fileCount = chosen.reduce((sum, format) => sum + filesOf(format), 0)
  const title = recordings.length === 1 ? safeFileName(first.row.filename) : 'Earshot'
  return {
    ...preview,
    formats: available,
    previews: previews.filter(({ format }) => filesOf(format) > 0),
    bytes: estimateBytes(recordings, chosen, textBytes / Math.max(1, first.row.duration_ms)),
    audio_suffix: audio?.suffix ?? '',
    filename: fileCount === 1 ? `${title}.${suffixOf(chosen[0], audio?.suffix ?? '')}` : `${title}.zip`,
  }
}

const suffixOf = (format: ExportFormat | undefined, audioSuffix: string): string =>
  format === undefined ? 'zip' : format === 'original' ? audioSuffix : formatInfo(format).suffix

/** Estimated file sizes: share of the text size plus a fixed size, measured with a talk of half an hour. */
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

function estimateBytes(recordings: readonly RecordingExport[], formats: readonly ExportFormat[], perMs: number): number {
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
