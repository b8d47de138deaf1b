import type { Segment } from '#features/files/contract.ts'
import { listTranscripts, lockFiles, readFullFiles, requireFile, withinStorageLimit } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { PREVIEW_FILES, type FoundFile, type TextReplacement, type TextSearch } from '../../contract.ts'
import { searchNeedsThread } from './applyEdit.ts'
import { apply, storeEdit, type PreparedEdits } from './editTranscript.ts'
import { findLines } from './findLines.ts'
import { BUDGET, FIND_LINES, withThread } from './inThread.ts'
import { openTranscript } from './transcriptState.ts'

export type TextScope = { file_id?: string | undefined; folder_id?: string | undefined; after?: string | undefined }

/**
 * Finds a text in one recording, in those of a folder, or in all outside the trash: one page of recordings in the order of their
 * ids. `next` continues after it. Rejects with NotFound for a recording of another user; a folder of another user is empty.
 */
export async function findText(
  ctx: AppContext,
  userId: string,
  search: TextSearch,
  { file_id, folder_id, after = '' }: TextScope,
) {
  if (file_id) await requireFile(ctx, userId, file_id)
  const ids = file_id ? [file_id] : await listTranscripts(ctx, userId, { folderId: folder_id, after, limit: PREVIEW_FILES })
  const found: FoundFile[] = []
  // One at a time, because a long transcript takes tens of megabytes in memory.
  for (const id of ids) {
    const [file] = await readFullFiles(ctx, userId, [id])
    const { count, lines } = await findInTranscript(ctx, userId, search, file?.trans_result ?? [])
    if (file && count > 0) found.push({ file_id: id, filename: file.filename, count, lines })
  }
  const total = found.reduce((sum, { count }) => sum + count, 0)
  return { files: found, total, next: !file_id && ids.length === PREVIEW_FILES ? ids.at(-1)! : null }
}

const findInTranscript = async (ctx: AppContext, userId: string, search: TextSearch, segments: readonly Segment[]) =>
  searchNeedsThread(segments)
    ? ctx.compute.run(FIND_LINES, { segments, search }, { queue: userId, budget: BUDGET })
    : findLines({ segments, search })

type ReplacedFile = { file_id: string; edit_id: string; version: number; count: number }
type Refusal = { refused: 'accountFull' | 'tooLong' | 'tooManyEdits' }

/**
 * Replaces a text in these recordings with one edit each, all or none, in one transaction. Recordings without it are left out of
 * the result. Rejects with NotFound.
 */
export async function replaceText(
  ctx: AppContext,
  userId: string,
  fileIds: readonly string[],
  replacement: TextReplacement,
): Promise<ReplacedFile[] | Refusal> {
  const replaceAll = async (tx: AppContext, prepared: PreparedEdits): Promise<ReplacedFile[] | Refusal> => {
    const results: ReplacedFile[] = []
    const edit = { operations: [{ kind: 'replace_all' as const, ...replacement }], source: 'person' as const, prepared }
    // Locks all recordings first, because the storage of the account must be locked last.
    await lockFiles(tx, userId, fileIds)
    for (const fileId of new Set(fileIds)) {
      const state = await openTranscript(tx, { userId, fileId })
      const applied = await apply(state, edit)
      if ('refused' in applied) return applied
      const change = await withinStorageLimit(tx, userId, () => storeEdit(tx, state, edit, applied))
      if ('refused' in change) return change
      const { edit_id, version } = change
      if (edit_id !== '') results.push({ file_id: fileId, edit_id, version, count: applied.replaced })
    }
    return results
  }
  return withThread(ctx, { userId }, (prepared: PreparedEdits) => ctx.transaction((tx) => replaceAll(tx, prepared)))
}
