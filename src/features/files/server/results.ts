import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { event } from '#platform/events/events.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { type ExtraData, type File, TranscriptSaved } from '../contract.ts'
import { type ResultKind, lockFiles, readFiles, readResults, updateFiles, writeResult } from './store.ts'
import { type Results, toFile } from './wire.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Told in the step that writes a transcript. */
export const transcriptSaved = event('transcript.saved', TranscriptSaved)

export const DOCUMENTS = ['trans_result', 'ai_content', 'outline_result'] as const satisfies ResultKind[]

/** A document as it was saved: JSON text. */
export const readDocument = async (body: Buffer): Promise<string> => (await decompress(body)).toString('utf8')

/** Full recordings in the order asked; ids that are not the caller's are left out. */
export async function readFullFiles(ground: Ground, userId: string, fileIds: readonly string[]): Promise<File[]> {
  const rows = await readFiles(ground, userId, fileIds)
  const results = new Map<string, Results>(rows.map((row) => [row.file_id, {}]))
  for (const { file_id, kind, body } of await readResults(ground, userId, fileIds, DOCUMENTS)) {
    Object.assign(results.get(file_id) ?? {}, { [kind]: JSON.parse(await readDocument(body)) as unknown })
  }
  const byId = new Map(rows.map((row) => [row.file_id, row]))
  return fileIds.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toFile(row, results.get(id) ?? {})] : []
  })
}

type Given = Results & { extra_data?: ExtraData; filename?: string }
/** Null, like nothing at all, changes nothing. */
export type ResultsToSave = { [K in keyof Given]?: Given[K] | null | undefined }

/**
 * Writes results to a recording, merging `extra_data` by its top keys. Rejects with NotFound when the recording is not
 * (or no longer) the user's: work that ends after a deletion leaves nothing behind.
 */
export async function saveResults(ground: Ground, userId: string, fileId: string, given: ResultsToSave): Promise<void> {
  await ground.inOneStep(async (step) => {
    await lockFiles(step, userId, [fileId])
    const [row] = await readFiles(step, userId, [fileId])
    if (!row) throw new NotFound()
    for (const kind of DOCUMENTS) {
      const value = given[kind]
      if (value === undefined || value === null) continue
      await writeResult(step, { user_id: userId, file_id: fileId, kind, body: await compress(JSON.stringify(value)) })
    }
    await updateFiles(step, userId, [fileId], {
      edit_time: step.clock.now(),
      ...(typeof given.filename === 'string' && { filename: given.filename }),
      ...(given.trans_result && { has_transcript: true }),
      ...(given.ai_content && { has_summary: true }),
      ...(given.extra_data && { extra_data: { ...row.extra_data, ...given.extra_data } }),
    })
    if (given.trans_result) await step.events.tell(transcriptSaved, { userId, fileId })
    await step.live.tell({ userId, topic: 'file', id: fileId })
  })
}
