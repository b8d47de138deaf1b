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

/** Published in the transaction that writes a transcript. */
export const transcriptSaved = event('transcript.saved', TranscriptSaved)

export const DOCUMENTS = ['trans_result', 'ai_content', 'outline_result'] as const satisfies ResultKind[]

/** Returns a saved document as JSON text. */
export const readDocument = async (body: Buffer): Promise<string> => (await decompress(body)).toString('utf8')

/** Returns full recordings in the order of the ids. Ids of other users are left out. */
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
/** A null field changes nothing, like a missing one. */
export type ResultsToSave = { [K in keyof Given]?: Given[K] | null | undefined }

/**
 * Writes results to a recording and merges `extra_data` by its top-level keys. Rejects with NotFound when the recording does not
 * or no longer belongs to the user, so that work that ends after a deletion leaves nothing behind.
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
