import { Readable } from 'node:stream'
import { type FileRecord, isBlobMissing, openOriginalAudio, readFiles } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { safeFileName } from '#platform/zip/safeFileName.ts'
import type { ZipEntry } from '#platform/zip/zip.ts'
import { type ExportFormat, type ExportOptions, formatInfo } from '../rules.ts'
import { reasonAgainst } from './availability.ts'
import type { ExportDocument } from './document/ExportDocument.ts'
import { readDocument } from './document/readDocument.ts'
import { openMp3 } from './formats/audio/mp3.ts'
import { isWritten, writeFormat, type WrittenFormat } from './formats/writers.ts'

/** Markers are what these formats consist of, so that they have the highlights in any case. */
const MARKER_FORMATS: readonly ExportFormat[] = ['otio', 'edl']

/** The documents of one recording, each read when it is first needed. */
export class RecordingExport {
  readonly row: FileRecord
  readonly #ctx: AppContext
  readonly #options: ExportOptions
  readonly #documents = new Map<boolean, Promise<ExportDocument>>()

  constructor(ctx: AppContext, row: FileRecord, options: ExportOptions) {
    this.#ctx = ctx
    this.row = row
    this.#options = options
  }

  document(format?: ExportFormat): Promise<ExportDocument> {
    const highlights = this.#options.highlights || (format !== undefined && MARKER_FORMATS.includes(format))
    const known = this.#documents.get(highlights)
    if (known) return known
    const reading = readDocument(this.#ctx, this.row, { ...this.#options, highlights })
    this.#documents.set(highlights, reading)
    return reading
  }

  /** Returns why there is no file of this format; null when there is one. */
  async reasonAgainst(format: ExportFormat) {
    const { needs } = formatInfo(format)
    const document = needs === 'todos' || needs === 'mindMap' ? await this.document() : undefined
    return reasonAgainst(format, this.row, { document, options: this.#options })
  }

  /** Opens a file; null when the audio is missing. */
  async open(format: ExportFormat): Promise<{ bytes: Uint8Array | Readable; suffix: string } | null> {
    const { suffix } = formatInfo(format)
    if (isWritten(format)) return { bytes: await writeFormat(await this.document(format), format), suffix }
    try {
      if (format === 'mp3') return withSuffix(await openMp3(this.#ctx, this.row), suffix)
      const original = await openOriginalAudio(this.#ctx, this.row)
      return original && withSuffix(await original.open(), original.suffix)
    } catch (error) {
      if (isBlobMissing(error)) return null
      throw error
    }
  }
}

const withSuffix = (bytes: Readable | null, suffix: string) => bytes && { bytes, suffix }

/** Returns the recordings in the order of their ids. Rejects with NotFound when one of them is not the user's: all or none. */
export async function requireRecordings(
  ctx: AppContext,
  userId: string,
  fileIds: readonly string[],
  options: ExportOptions,
): Promise<RecordingExport[]> {
  const ids = [...new Set(fileIds)]
  const byId = new Map((await readFiles(ctx, userId, ids)).map((row) => [row.file_id, row]))
  if (byId.size < ids.length) throw new NotFound()
  return ids.map((id) => new RecordingExport(ctx, byId.get(id)!, options))
}

/** Returns the formats that at least one of the recordings has. Reads no more recordings than needed. */
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

/** Generates the files of a ZIP one after another. A recording that is deleted in the meantime is left out. */
export async function* zipEntries(
  ctx: AppContext,
  userId: string,
  { file_ids, formats, options }: { file_ids: readonly string[]; formats: readonly ExportFormat[]; options: ExportOptions },
): AsyncGenerator<ZipEntry> {
  const used = new Set<string>()
  const hasFolders = file_ids.length > 1 && formats.length > 1
  for (const fileId of file_ids) {
    const [row] = await readFiles(ctx, userId, [fileId])
    if (!row) continue
    const recording = new RecordingExport(ctx, row, options)
    const title = safeFileName(row.filename)
    const folder = hasFolders ? `${uniqueName(title, '', used)}/` : ''
    for (const format of formats) {
      if ((await recording.reasonAgainst(format)) !== null) continue
      const file = await recording.open(format)
      if (!file) continue
      const name = uniqueName(`${folder}${title}`, `.${file.suffix}`, used)
      try {
        yield { name, startTime: row.start_time, bytes: file.bytes, compress: formatInfo(format).isText }
      } finally {
        if (file.bytes instanceof Readable) file.bytes.destroy() // the client may have aborted before the stream was read
      }
    }
  }
}

/** Generates the files of one recording that are made of its texts. Formats that it lacks are left out. */
export async function* writeFiles(
  ctx: AppContext,
  row: FileRecord,
  formats: readonly WrittenFormat[],
  options: ExportOptions,
): AsyncGenerator<{ bytes: Uint8Array; suffix: string }> {
  const recording = new RecordingExport(ctx, row, options)
  for (const format of formats) {
    if ((await recording.reasonAgainst(format)) !== null) continue
    yield { bytes: await writeFormat(await recording.document(format), format), suffix: formatInfo(format).suffix }
  }
}

/** Adds a number to a name that exists already, also in other case, which file systems may not tell apart. */
export function uniqueName(name: string, suffix: string, used: Set<string>): string {
  let candidate = `${name}${suffix}`
  for (let n = 2; used.has(candidate.toLowerCase()); n++) candidate = `${name} (${n})${suffix}`
  used.add(candidate.toLowerCase())
  return candidate
}
