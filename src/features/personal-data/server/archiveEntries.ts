import type { Readable } from 'node:stream'
import {
  type FileRecord,
  type OriginalAudio,
  isBlobMissing,
  listIds,
  openOriginalAudio,
  readFiles,
  readFullFiles,
} from '#features/files/server.ts'
import { DEFAULT_OPTIONS } from '#features/export/rules.ts'
import { writeFiles } from '#features/export/server.ts'
import { readSummary } from '#features/notes/server.ts'
import { readSettings } from '#features/profile/server.ts'
import { FALLBACK_LOCALE } from '#shared/locales.ts'
import { formatTranscript } from '#features/transcription/rules.ts'
import type { AppContext } from '#platform/context.ts'
import type { ServerFeature } from '#platform/feature.ts'
import { safeFileName } from '#platform/zip/safeFileName.ts'
import type { ZipEntry } from '#platform/zip/zip.ts'

/** Number of characters at the end of an id that distinguish recordings. The beginning of an id is its time. */
const SHORT_ID_LENGTH = 8

/** Open formats: texts with summary, notes and highlights, subtitles, a table, and the mind map. */
const OPEN_FORMATS = ['md', 'html', 'srt', 'csv', 'opml'] as const

export type AccountData = Record<string, unknown>

/** Returns the personal data of these features, without recordings. Throws NotFound if the account does not exist. */
export async function readAccountData(
  ctx: AppContext,
  userId: string,
  features: readonly Pick<ServerFeature, 'personalData'>[],
): Promise<AccountData> {
  const parts = await Promise.all(features.map(async ({ personalData }) => personalData?.(ctx, userId)))
  return Object.assign({ exported_at: ctx.clock.now() }, ...parts) as AccountData
}

/**
 * Generates the files of an archive one after another: the account data, then a folder for each recording, including the trash.
 * A recording that is deleted in the meantime is left out.
 */
export async function* archiveEntries(ctx: AppContext, userId: string, account: AccountData): AsyncGenerator<ZipEntry> {
  yield { name: 'account.json', startTime: ctx.clock.now(), bytes: jsonBytes(account) }
  const usedIds = new Set<string>()
  for (const fileId of await listIds(ctx, userId)) {
    const shortId = fileId.slice(-SHORT_ID_LENGTH)
    const id = usedIds.has(shortId) ? fileId : shortId
    usedIds.add(shortId)
    yield* recordingEntries(ctx, userId, fileId, id)
  }
}

async function* recordingEntries(ctx: AppContext, userId: string, fileId: string, id: string): AsyncGenerator<ZipEntry> {
  const [row] = await readFiles(ctx, userId, [fileId])
  if (!row) return
  const startTime = row.start_time
  const folder = `recordings/${folderName({ start: startTime, title: row.filename, id })}`
  yield* textEntries(ctx, row, folder)
  const audio = await openOriginalAudio(ctx, row)
  const bytes = audio && (await openIfPresent(audio))
  // @NOTE The audio is opened before its entry is written, so that missing audio does not leave an empty file.
  if (!audio || !bytes) return
  try {
    yield { name: `${folder}/sound.${audio.suffix}`, startTime, bytes }
  } finally {
    bytes.destroy() // the client may have aborted before the stream was read
  }
}

async function* textEntries(ctx: AppContext, row: FileRecord, folder: string): AsyncGenerator<ZipEntry> {
  const { user_id: userId, file_id: fileId, start_time: startTime } = row
  const [file] = await readFullFiles(ctx, userId, [fileId])
  if (!file) return
  const summary = await readSummary(ctx, userId, fileId)
  yield { name: `${folder}/transcript.json`, startTime, bytes: jsonBytes({ ...file, summary }) }
  if (file.trans_result)
    yield { name: `${folder}/transcript.txt`, startTime, bytes: textBytes(formatTranscript(file.trans_result)) }
  if (file.ai_content) yield { name: `${folder}/summary.md`, startTime, bytes: textBytes(file.ai_content) }
  const { language } = await readSettings(ctx, userId)
  const options = { ...DEFAULT_OPTIONS, highlights: true, locale: language ?? FALLBACK_LOCALE }
  for await (const { bytes, suffix } of writeFiles(ctx, row, OPEN_FORMATS, options))
    yield { name: `${folder}/recording.${suffix}`, startTime, bytes }
}

async function openIfPresent(audio: OriginalAudio): Promise<Readable | null> {
  try {
    return await audio.open()
  } catch (error) {
    if (isBlobMissing(error)) return null
    throw error
  }
}

const textBytes = (text: string): Buffer => Buffer.from(`${text.trimEnd()}\n`)
const jsonBytes = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** Returns a folder name such as `2026-11-21 The meeting (3f9a01bc)`. It is valid on every file system and unique by the id. */
export function folderName({ start, title, id }: { start: Date; title: string; id: string }): string {
  return `${start.toISOString().slice(0, 10)} ${safeFileName(title)} (${id})`
}
