import { type ExportPreview, PREVIEW_LENGTH, type Preview, type Reason } from '../contract.ts'
import { type ExportFormat, type ExportOptions, formatInfo, isSubtitle, isWritten, type WrittenFormat } from '../rules.ts'
import { type Has, reasonAgainst } from './availability.ts'
import type { ExportDocument } from './document/ExportDocument.ts'
import { hasOf, openDocuments, type StoredRecording } from './document/StoredRecording.ts'
import { type Cue, createCues } from './formats/subtitles/cues.ts'
import { previewCues } from './formats/subtitles/previewCues.ts'
import { writeFormat } from './formats/writers.ts'

type Recording = { readonly stored: StoredRecording; readonly options: ExportOptions }

/** Returns the file of a format, or why it is not available. */
export async function writeRecording({
  stored,
  options,
  format,
}: Recording & { format: WrittenFormat }): Promise<Uint8Array | Reason> {
  const document = openDocuments(stored, options)(format)
  return reasonAgainst(format, hasOf(stored, document), options) ?? (await writeFormat(document, format))
}

/** Returns what a recording contains. */
export const describeRecording = ({ stored, options }: Recording): Has => hasOf(stored, openDocuments(stored, options)())

/** The part of a preview that depends on the texts of the recording. `textBytes` is their size. */
export type RecordingPreview = Pick<ExportPreview, 'previews' | 'cues' | 'spoken_language'> & {
  readonly has: Has
  readonly textBytes: number
}

/** Returns the beginning of the file of each format; empty for an unavailable one. */
export async function previewRecording({
  stored,
  options,
  formats,
}: Recording & { formats: readonly ExportFormat[] }): Promise<RecordingPreview> {
  const documentFor = openDocuments(stored, options)
  const document = documentFor()
  const has = hasOf(stored, document)
  // The subtitles are the same in every subtitle format.
  const cues = formats.some(isSubtitle) && document.paragraphs.length > 0 ? createCues(document) : null
  const previews: Preview[] = []
  for (const format of formats) {
    const isAvailable = reasonAgainst(format, has, options) === null
    previews.push(isAvailable ? await previewFormat(format, documentFor(format), cues ?? []) : { ...NOTHING, format })
  }
  const texts = [...document.paragraphs.map(({ text }) => text), ...document.notes.map(({ markdown }) => markdown)]
  return {
    has,
    previews,
    cues: cues && { total: cues.length, too_fast: cues.filter(({ isTooFast }) => isTooFast).length },
    spoken_language: document.language,
    textBytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  }
}

const NOTHING = { text: '', is_cut: false, too_fast: [] } satisfies Omit<Preview, 'format'>

async function previewFormat(format: ExportFormat, document: ExportDocument, cues: readonly Cue[]): Promise<Preview> {
  const nothing: Preview = { ...NOTHING, format }
  if (!isWritten(format)) return nothing
  if (isSubtitle(format)) return { format, ...previewCues(format, cues, document) }
  const { group, isText } = formatInfo(format)
  if (group === 'mindMap') return { ...nothing, ...cut(outline(document)) }
  // Previews the text of a document without its styles.
  const shown = isText ? format : format === 'xlsx' ? 'tsv' : 'txt'
  return { ...nothing, ...cut(new TextDecoder().decode(await writeFormat(limit(document), shown))) }
}

/** Only the beginning of a long transcript is written. */
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
