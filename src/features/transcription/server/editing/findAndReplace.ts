import type { Segment } from '#features/files/contract.ts'
import {
  listTranscripts,
  lockFiles,
  readFullFiles,
  refusalOfFullAccount,
  requireFile,
  withinStorageLimit,
} from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { PREVIEW_FILES, type FoundFile, type TextReplacement, type TextSearch } from '../../contract.ts'
import { searchPattern } from '../../rules.ts'
import { addEdit, type PreparedEdits } from './editTranscript.ts'
import { withThread } from './inThread.ts'
import { openTranscript } from './transcriptState.ts'

/** Maximum number of lines shown of a recording, and of characters on each side of a match. */
const MAX_LINES = 3
const MAX_CONTEXT = 60

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
    const { count, lines } = findLines(file?.trans_result ?? [], search)
    if (file && count > 0) found.push({ file_id: id, filename: file.filename, count, lines })
  }
  const total = found.reduce((sum, { count }) => sum + count, 0)
  return { files: found, total, next: !file_id && ids.length === PREVIEW_FILES ? ids.at(-1)! : null }
}

function findLines(segments: readonly Segment[], search: TextSearch): Pick<FoundFile, 'count' | 'lines'> {
  const pattern = searchPattern(search)
  const lines: FoundFile['lines'] = []
  let count = 0
  for (const { content, start_time, not_understood } of segments) {
    if (not_understood) continue
    for (const match of content.matchAll(pattern)) {
      count++
      const [from, to] = [match.index, match.index + match[0].length]
      const before = content.slice(Math.max(0, from - MAX_CONTEXT), from)
      const line = { start_time, before, match: match[0], after: content.slice(to, to + MAX_CONTEXT) }
      if (lines.length < MAX_LINES) lines.push(line)
    }
  }
  return { count, lines }
}

type ReplacedFile = { file_id: string; edit_id: string; version: number; count: number }
type Refusal = { refused: 'accountFull' | 'tooLong' | 'tooManyEdits' }

/**
 * Replaces a text in each of these recordings, with one edit for each, in one transaction: all or none. Recordings that do not
 * contain it are left out of the result. Rejects with NotFound.
 */
export async function replaceText(
  ctx: AppContext,
  userId: string,
  fileIds: readonly string[],
  replacement: TextReplacement,
): Promise<ReplacedFile[] | Refusal> {
  const replaceAll = async (tx: AppContext, prepared: PreparedEdits) => {
    const results: ReplacedFile[] = []
    const operations = [{ kind: 'replace_all' as const, ...replacement }]
    // All are locked first, because the storage of the account is locked last.
    await lockFiles(tx, userId, fileIds)
    for (const fileId of new Set(fileIds)) {
      const state = await openTranscript(tx, { userId, fileId })
      const { count } = findLines(state.segments, replacement)
      const change = await withinStorageLimit(tx, userId, () => addEdit(tx, state, { operations, source: 'person', prepared }))
      if ('refused' in change) throw new RefusedReplacement(change.refused)
      if (change.edit_id !== '') results.push({ file_id: fileId, edit_id: change.edit_id, version: change.version, count })
    }
    return results
  }
  const inTransaction = (prepared: PreparedEdits) => ctx.transaction((tx) => replaceAll(tx, prepared))
  return withThread(ctx, { userId }, inTransaction).catch((error: unknown) => {
    if (error instanceof RefusedReplacement) return { refused: error.refusal }
    return refusalOfFullAccount(error)
  })
}

/** Rolls back the replacements in the recordings before. */
class RefusedReplacement extends Error {
  readonly refusal: Refusal['refused']

  constructor(refusal: Refusal['refused']) {
    super(`refused: ${refusal}`)
    this.refusal = refusal
  }
}
