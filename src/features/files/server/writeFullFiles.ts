import type { Bytes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { FULL_FILES_BYTES } from '../rules.ts'
import { DOCUMENTS, readDocument } from './results.ts'
import { readFiles, readResults } from './store.ts'
import { toFile } from './wire.ts'

/**
 * Yields the reply of `/file/list` for recordings of the user, each id once. Recordings are read and written one by one in the
 * order of the ids until `maxBytes` bytes are reached. The remaining ids are listed at the end.
 */
export async function* writeFullFiles(
  ctx: AppContext,
  userId: string,
  fileIds: readonly string[],
  maxBytes: Bytes = FULL_FILES_BYTES,
): AsyncGenerator<string> {
  yield `"data_file_total":${fileIds.length},"data_file_list":[`
  const written = new Set<string>()
  let bytes = 0
  for (const id of fileIds) {
    const file = await readAsJson(ctx, userId, id)
    // Deleted since the call started: its id is listed below, and a new request for it is refused.
    if (file === null) continue
    bytes += Buffer.byteLength(file)
    if (written.size > 0 && bytes > maxBytes) break
    yield written.size > 0 ? `,${file}` : file
    written.add(id)
  }
  yield `],"data_left_out":${JSON.stringify(fileIds.filter((id) => !written.has(id)))}`
}

/** @NOTE Documents are stored as JSON text and stay text: parsed, a long transcript takes ten times its size in memory. */
async function readAsJson(ctx: AppContext, userId: string, fileId: string): Promise<string | null> {
  const [row] = await readFiles(ctx, userId, [fileId])
  if (!row) return null
  const documents = new Map<string, string>()
  for (const { kind, body } of await readResults(ctx, userId, [fileId], DOCUMENTS)) documents.set(kind, await readDocument(body))
  const fields = Object.entries(toFile(row, {})).map(([name, value]) => {
    return `${JSON.stringify(name)}:${documents.get(name) ?? JSON.stringify(value)}`
  })
  return `{${fields.join(',')}}`
}
