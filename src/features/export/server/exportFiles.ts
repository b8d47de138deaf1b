import { Readable } from 'node:stream'
import { type FileRecord, isBlobMissing, openOriginalAudio, readFiles } from '#features/files/server.ts'
import { ComputeLimitError, type ComputeTask, computeTask } from '#platform/compute/compute.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { safeFileName } from '#platform/zip/safeFileName.ts'
import type { ZipEntry } from '#platform/zip/zip.ts'
import { type Millis, minutes, seconds } from '#shared/units.ts'
import type { Reason } from '../contract.ts'
import { type ExportFormat, type ExportOptions, formatInfo, isWritten, type WrittenFormat } from '../rules.ts'
import { type Has, hasOfRow, reasonAgainst } from './availability.ts'
import { readStoredRecording } from './document/readStoredRecording.ts'
import { labelsIn } from './document/labels.ts'
import type { StoredRecording } from './document/StoredRecording.ts'
import { openMp3 } from './formats/audio/mp3.ts'
import type { describeRecording, previewRecording, writeRecording } from './recordingFiles.compute.ts'

/** A PDF of five hours takes three seconds on an idle machine. */
export const WRITE_BUDGET: Millis = minutes(1)
/** For a dialog that waits. Half a second is usual; threads have a low priority on a busy machine. */
const PREVIEW_BUDGET: Millis = seconds(10)

const module = new URL('./recordingFiles.compute.ts', import.meta.url)
const WRITE = computeTask<typeof writeRecording>(module, 'writeRecording')
const DESCRIBE = computeTask<typeof describeRecording>(module, 'describeRecording')
const PREVIEW = computeTask<typeof previewRecording>(module, 'previewRecording')

export type RecordingOptions = { readonly options: ExportOptions; readonly signal?: AbortSignal | undefined }
type OpenedFile = { readonly bytes: Uint8Array | Readable; readonly suffix: string }

/** A recording whose files are written in threads. Read on first use. */
export class RecordingExport {
  readonly row: FileRecord
  readonly #ctx: AppContext
  readonly #options: ExportOptions
  readonly #signal: AbortSignal | undefined
  #stored: Promise<StoredRecording> | undefined
  #has: Promise<Has> | undefined

  constructor(ctx: AppContext, row: FileRecord, { options, signal }: RecordingOptions) {
    this.#ctx = ctx
    this.row = row
    this.#options = options
    this.#signal = signal
  }

  /** Returns why this format is not available; null when it is. */
  async reasonAgainst(format: ExportFormat): Promise<Reason | null> {
    const { needs } = formatInfo(format)
    const reason = reasonAgainst(format, hasOfRow(this.row), this.#options)
    if (reason !== null || (needs !== 'todos' && needs !== 'mindMap')) return reason
    this.#has ??= this.#read().then((stored) => this.#run(DESCRIBE, { stored, options: this.#options }, WRITE_BUDGET))
    return reasonAgainst(format, await this.#has, this.#options)
  }

  async preview(formats: readonly ExportFormat[]) {
    return this.#run(PREVIEW, { stored: await this.#read(), options: this.#options, formats }, PREVIEW_BUDGET)
  }

  /** Opens a file; null when it is not available. Rejects with ComputeLimitError when it is too large. */
  async open(format: ExportFormat): Promise<OpenedFile | null> {
    const { suffix } = formatInfo(format)
    if (reasonAgainst(format, hasOfRow(this.row), this.#options) !== null) return null
    if (isWritten(format)) {
      const bytes = await this.#run(WRITE, { stored: await this.#read(), options: this.#options, format }, WRITE_BUDGET)
      return typeof bytes === 'string' ? null : { bytes, suffix }
    }
    try {
      if (format === 'mp3') return withSuffix(await openMp3(this.#ctx, this.row), suffix)
      const original = await openOriginalAudio(this.#ctx, this.row)
      return original && withSuffix(await original.open(), original.suffix)
    } catch (error) {
      if (isBlobMissing(error)) return null
      throw error
    }
  }

  #read(): Promise<StoredRecording> {
    return (this.#stored ??= readStoredRecording(this.#ctx, this.row))
  }

  #run<Input, Output>(task: ComputeTask<Input, Output>, input: Input, budget: Millis) {
    const signal = this.#signal
    return this.#ctx.compute.run(task, input, { queue: this.row.user_id, budget, ...(signal && { signal }) })
  }
}

const withSuffix = (bytes: Readable | null, suffix: string) => bytes && { bytes, suffix }

/** Returns the recordings in the order of their ids. Rejects with NotFound unless all of them belong to the user. */
export async function requireRecordings(
  ctx: AppContext,
  userId: string,
  fileIds: readonly string[],
  options: RecordingOptions,
): Promise<RecordingExport[]> {
  const ids = [...new Set(fileIds)]
  const byId = new Map((await readFiles(ctx, userId, ids)).map((row) => [row.file_id, row]))
  if (byId.size < ids.length) throw new NotFound()
  return ids.map((id) => new RecordingExport(ctx, byId.get(id)!, options))
}

/** Returns the formats available for at least one of the recordings. Reads only as many recordings as needed. */
export async function availableFormats(
  recordings: readonly RecordingExport[],
  formats: readonly ExportFormat[],
): Promise<ExportFormat[]> {
  const available: ExportFormat[] = []
  for (const format of new Set(formats)) {
    for (const recording of recordings) {
      if ((await recording.reasonAgainst(format)) !== null) continue
      available.push(format)
      break
    }
  }
  return available
}

type ZipRequest = RecordingOptions & { readonly file_ids: readonly string[]; readonly formats: readonly ExportFormat[] }

/**
 * Generates the files of a ZIP one after another. A recording that is deleted in the meantime is left out. An additional file lists
 * those that are too large to write.
 */
export async function* zipEntries(
  ctx: AppContext,
  userId: string,
  { file_ids, formats, ...options }: ZipRequest,
): AsyncGenerator<ZipEntry> {
  const used = new Set<string>()
  const tooLarge: string[] = []
  const hasFolders = file_ids.length > 1 && formats.length > 1
  for (const fileId of file_ids) {
    const [row] = await readFiles(ctx, userId, [fileId])
    if (!row) continue
    const recording = new RecordingExport(ctx, row, options)
    const title = safeFileName(row.filename)
    const folder = hasFolders ? `${uniqueName(title, '', used)}/` : ''
    for (const format of formats) {
      const file = await openUnlessTooLarge(recording, format)
      if (!file) continue
      const name = uniqueName(`${folder}${title}`, `.${file.suffix}`, used)
      if (file.bytes === null) tooLarge.push(name)
      else yield* entryOf(row, { name, bytes: file.bytes, compress: formatInfo(format).isText })
    }
  }
  if (tooLarge.length > 0) {
    const text = `${labelsIn(options.options.locale).tooLarge}\n\n${tooLarge.join('\n')}\n`
    yield { name: uniqueName('not-included', '.txt', used), startTime: ctx.clock.now(), bytes: Buffer.from(text) }
  }
}

/** `bytes` is null for a file that is too large to write. */
async function openUnlessTooLarge(recording: RecordingExport, format: ExportFormat) {
  try {
    return await recording.open(format)
  } catch (error) {
    if (error instanceof ComputeLimitError) return { bytes: null, suffix: formatInfo(format).suffix }
    throw error
  }
}

type EntryFile = { name: string; bytes: Uint8Array | Readable; compress: boolean }

function* entryOf(row: FileRecord, { name, bytes, compress }: EntryFile): Generator<ZipEntry> {
  try {
    yield { name, startTime: row.start_time, bytes, compress }
  } finally {
    if (bytes instanceof Readable) bytes.destroy() // the client may have aborted before the stream was read
  }
}

/**
 * Generates the text-based files of a recording. Unavailable formats are left out; a file that is too large to write is replaced by
 * a note.
 */
export async function* writeFiles(
  ctx: AppContext,
  row: FileRecord,
  formats: readonly WrittenFormat[],
  options: ExportOptions,
): AsyncGenerator<{ bytes: Uint8Array; suffix: string }> {
  const recording = new RecordingExport(ctx, row, { options })
  for (const format of formats) {
    const { bytes, suffix } = (await openUnlessTooLarge(recording, format)) ?? {}
    if (suffix === undefined) continue
    if (bytes instanceof Uint8Array) yield { bytes, suffix }
    else yield { bytes: Buffer.from(`${labelsIn(options.locale).tooLarge}\n\n${suffix}\n`), suffix: `${suffix}.txt` }
  }
}

/** Adds a number to a name that is already used, ignoring case, which some file systems do not distinguish. */
export function uniqueName(name: string, suffix: string, used: Set<string>): string {
  let candidate = `${name}${suffix}`
  for (let n = 2; used.has(candidate.toLowerCase()); n++) candidate = `${name} (${n})${suffix}`
  used.add(candidate.toLowerCase())
  return candidate
}
