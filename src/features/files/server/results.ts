import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { event } from '#platform/events/events.ts'
import type { AppContext } from '#platform/context.ts'
import type { StoredResults } from '../compute.ts'
import { type ExtraData, type File, type SummaryItem, TextChanged, TranscriptSaved, fileTopic } from '../contract.ts'
import {
  type FileRecord,
  type ResultKind,
  lockFiles,
  readFiles,
  requireFile,
  readResults,
  updateFiles,
  writeResult,
} from './store.ts'
import { readPositions } from './storeVisits.ts'
import { type Results, toFile } from './wire.ts'
import type { Bytes } from '#shared/units.ts'
import { FULL_FILES_BYTES } from '../rules.ts'
import { firstLineOf } from './firstLineOf.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Published in the transaction that writes a transcript. */
export const transcriptSaved = event('transcript.saved', TranscriptSaved)

/** Published in the transaction that creates a recording, or changes its title or summary. */
export const textChanged = event('files.text_changed', TextChanged)

const DOCUMENTS = ['trans_result', 'ai_content', 'outline_result'] as const satisfies ResultKind[]

/** Returns a saved document as JSON text. */
const readDocument = async (body: Buffer): Promise<string> => (await decompress(body)).toString('utf8')

/** Returns full recordings in the order of the ids. Ids of other users are left out. */
export async function readFullFiles(ctx: AppContext, userId: string, fileIds: readonly string[]): Promise<File[]> {
  const rows = await readFiles(ctx, userId, fileIds)
  const results = new Map<string, Results>(rows.map((row) => [row.file_id, {}]))
  for (const { file_id, kind, body } of await readResults(ctx, userId, fileIds, DOCUMENTS)) {
    Object.assign(results.get(file_id) ?? {}, { [kind]: JSON.parse(await readDocument(body)) as unknown })
  }
  const positions = await readPositions(ctx, userId, fileIds)
  const byId = new Map(rows.map((row) => [row.file_id, row]))
  return fileIds.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toFile(row, { results: results.get(id) ?? {}, position: positions.get(id) ?? 0 })] : []
  })
}

/** Returns transcript, summary and outline of a recording as they are stored, to be parsed in a thread. */
export const readStoredResults = async (ctx: AppContext, userId: string, fileId: string): Promise<StoredResults> =>
  Object.fromEntries((await readResults(ctx, userId, [fileId], DOCUMENTS)).map(({ kind, body }) => [kind, body]))

/** Returns the summary of a recording, which is empty when there is none. Unlike `readFullFiles` it does not read the transcript. */
export async function readAiContent(ctx: AppContext, userId: string, fileId: string): Promise<string> {
  const [row] = await readResults(ctx, userId, [fileId], ['ai_content'])
  return row ? (JSON.parse(await readDocument(row.body)) as string) : ''
}

type ResultFields = Results & {
  extra_data?: ExtraData
  filename?: string
  has_new_summary?: boolean
  /** A title for a recording with a default title. */
  generatedTitle?: string
}
/** A null field changes nothing, like a missing one. */
export type ResultsToSave = { [K in keyof ResultFields]?: ResultFields[K] | null | undefined }

/**
 * Writes results to a recording and merges `extra_data` by its top-level keys. Rejects with NotFound when the recording does not
 * or no longer belongs to the user, so that work that ends after a deletion leaves nothing behind. Call it in a transaction.
 */
export async function saveResults(tx: AppContext, userId: string, fileId: string, results: ResultsToSave): Promise<void> {
  await lockFiles(tx, userId, [fileId])
  const row = await requireFile(tx, userId, fileId)
  for (const kind of DOCUMENTS) {
    const value = results[kind]
    if (value === undefined || value === null) continue
    await writeResult(tx, { user_id: userId, file_id: fileId, kind, body: await compress(JSON.stringify(value)) })
  }
  const title = titleChange(row, results)
  await updateFiles(tx, userId, [fileId], {
    edit_time: tx.clock.now(),
    ...title,
    ...(results.trans_result && { has_transcript: true }),
    ...(results.ai_content && { has_summary: true, summary_line: firstLineOf(results.ai_content) }),
    ...(typeof results.has_new_summary === 'boolean' && { has_new_summary: results.has_new_summary }),
    ...(results.extra_data && { extra_data: { ...row.extra_data, ...results.extra_data } }),
  })
  if (results.trans_result) await tx.events.publish(transcriptSaved, { userId, fileId })
  if (title.filename !== undefined || typeof results.ai_content === 'string')
    await tx.events.publish(textChanged, { userId, fileId })
  await tx.live.publish(fileTopic, { userId, id: fileId })
}

/** Returns the changes of a new title. A generated one only replaces a default title, never one given by the user. */
function titleChange(row: FileRecord, { filename, generatedTitle }: ResultsToSave): Partial<FileRecord> {
  if (filename && filename !== row.filename) return { filename, title_source: 'given', original_title: null }
  if (!generatedTitle || row.title_source !== 'default') return {}
  return { filename: generatedTitle, title_source: 'generated', original_title: row.filename }
}

/**
 * Yields the reply of `/file/list` for recordings of the user, each id once. Recordings are read and written one by one in the
 * order of the ids until `maxBytes` bytes are reached. The remaining ids are listed at the end. Transcripts of the version
 * `knownTranscript` are left out. `readSummaries` adds the summaries of each.
 */
export async function* writeFullFiles(
  ctx: AppContext,
  userId: string,
  fileIds: readonly string[],
  { maxBytes = FULL_FILES_BYTES, ...options }: { maxBytes?: Bytes } & JsonOptions = {},
): AsyncGenerator<string> {
  yield `"data_file_total":${fileIds.length},"data_file_list":[`
  const written = new Set<string>()
  let bytes = 0
  for (const id of fileIds) {
    const file = await readAsJson(ctx, { userId, fileId: id }, options)
    // Deleted since the call started: its id is listed below, and a new request for it is refused.
    if (file === null) continue
    bytes += Buffer.byteLength(file)
    if (written.size > 0 && bytes > maxBytes) break
    yield written.size > 0 ? `,${file}` : file
    written.add(id)
  }
  yield `],"data_left_out":${JSON.stringify(fileIds.filter((id) => !written.has(id)))}`
}

/** Returns the summary and the ready notes of a recording. */
export type ReadSummaries = (ctx: AppContext, userId: string, fileId: string) => Promise<SummaryItem[]>

type JsonOptions = { knownTranscript?: number | undefined; readSummaries?: ReadSummaries | undefined }

/**
 * Returns a full recording as JSON text; null when the user has none of this id.
 *
 * @NOTE Documents are stored as JSON text and stay text: parsed, a long transcript takes ten times its size in memory.
 */
export async function readAsJson(
  ctx: AppContext,
  { userId, fileId }: { userId: string; fileId: string },
  { knownTranscript, readSummaries }: JsonOptions = {},
): Promise<string | null> {
  const [row] = await readFiles(ctx, userId, [fileId])
  if (!row) return null
  const documents = new Map<string, string>()
  const isKnown = knownTranscript !== undefined && row.extra_data.transcript_version === knownTranscript
  const kinds = isKnown ? DOCUMENTS.filter((kind) => kind !== 'trans_result') : DOCUMENTS
  for (const { kind, body } of await readResults(ctx, userId, [fileId], kinds)) documents.set(kind, await readDocument(body))
  const position = (await readPositions(ctx, userId, [fileId])).get(fileId) ?? 0
  const file = {
    ...toFile(row, { results: {}, position }),
    ...(readSummaries && { summary_list: await readSummaries(ctx, userId, fileId) }),
  }
  const fields = Object.entries(file).map(([name, value]) => {
    return `${JSON.stringify(name)}:${documents.get(name) ?? JSON.stringify(value)}`
  })
  return `{${fields.join(',')}}`
}
