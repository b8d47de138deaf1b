import { lockAccountForShare } from '#features/account/server.ts'
import type { RefusalName } from '#shared/contract.ts'
import type { Bytes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { EXTRA_DATA_BYTES, textLimits } from '../rules.ts'
import type { FilePatch, Segment, filesContract } from '../contract.ts'
import { type ReadSummaries, readAsJson, saveResults } from './results.ts'
import { withinStorageLimit } from './storage.ts'
import { type FileRecord, lockFiles, requireFile, updateFiles } from './store.ts'

/** Returns whether every id is a folder of the user. Called inside the transaction that stores the ids. */
export type OwnsFolders = (tx: AppContext, userId: string, folderIds: readonly string[]) => Promise<boolean>

/**
 * Saves the transcript of a client inside the transaction, which has locked the recording. A long one ends
 * the transaction, and `withThread` runs it again with what a thread has `prepared`.
 */
export type SaveTranscript<Prepared> = (
  tx: AppContext,
  target: { userId: string; fileId: string },
  segments: readonly Segment[],
  prepared: Prepared,
) => Promise<{ refused: 'tooManyEdits' } | undefined>

/** Saves the summary of a client inside the transaction, which has locked the recording. */
export type SaveSummary = (
  tx: AppContext,
  target: { userId: string; fileId: string },
  aiContent: string,
) => Promise<{ refused: 'tooManyNotes' } | undefined>

export type WithThread<Prepared> = <T>(
  ctx: AppContext,
  owner: { readonly userId: string },
  change: (prepared: Prepared) => Promise<T>,
) => Promise<T>

/** Callbacks into features above this one. */
export type FilesHooks<Prepared> = {
  readonly readSummaries: ReadSummaries
  readonly ownsFolders: OwnsFolders
  readonly saveTranscript: SaveTranscript<Prepared>
  readonly saveSummary: SaveSummary
  readonly withThread: WithThread<Prepared>
}

type Target<Prepared> = { userId: string; fileId: string; hooks: FilesHooks<Prepared> }

type Refusal = { refused: RefusalName<typeof filesContract.change> }

/**
 * Renames a recording, sets its folders or saves results (B§4, B§7). Returns the changed recording as JSON text, or the refusal when
 * nothing was written. Rejects with NotFound for a recording or a folder of another user.
 */
export async function changeFile<Prepared>(
  ctx: AppContext,
  target: Target<Prepared>,
  patch: FilePatch,
): Promise<string | Refusal> {
  const refusal = await target.hooks.withThread(ctx, target, (prepared) => writePatch(ctx, target, patch, prepared))
  if (refusal) return refusal
  const file = await readAsJson(ctx, target)
  if (file === null) throw new NotFound()
  return file
}

const writePatch = <Prepared>(
  ctx: AppContext,
  { userId, fileId, hooks }: Target<Prepared>,
  patch: FilePatch,
  prepared: Prepared,
): Promise<Refusal | undefined> =>
  ctx.transaction(async (tx) => {
    const { filetag_id_list, support_mul_summ, trans_result, ai_content, ...results } = withoutVersion(patch)
    // @NOTE Lock order everywhere: account, folders, recordings. Deletions lock in the same order.
    await lockAccountForShare(tx, userId)
    if (filetag_id_list && !(await hooks.ownsFolders(tx, userId, filetag_id_list))) throw new NotFound()
    await lockFiles(tx, userId, [fileId])
    const row = await requireFile(tx, userId, fileId)
    const refusal = findTooLarge(row, patch)
    if (refusal) return refusal
    const flags = {
      ...(filetag_id_list && { filetag_ids: [...new Set(filetag_id_list)] }),
      ...(typeof support_mul_summ === 'boolean' && { support_mul_summ }),
    }
    return withinStorageLimit(tx, userId, async () => {
      const refused =
        (trans_result && (await hooks.saveTranscript(tx, { userId, fileId }, trans_result, prepared))) ??
        (ai_content ? await hooks.saveSummary(tx, { userId, fileId }, ai_content) : undefined)
      if (refused) return refused
      if (Object.keys(flags).length > 0) await updateFiles(tx, userId, [fileId], flags)
      await saveResults(tx, userId, fileId, results)
      return undefined
    })
  })

/** Removes the transcript version, which the server counts. A client may send back the one it has read. */
function withoutVersion({ extra_data, ...patch }: FilePatch): FilePatch {
  const { transcript_version: _, ...rest } = extra_data ?? {}
  return { ...patch, ...(extra_data && { extra_data: rest }) }
}

/** Returns the refusal for the first text that is longer than `textLimits` allows; undefined when the whole patch fits. */
function findTooLarge(row: FileRecord, patch: FilePatch): Refusal | undefined {
  const limits = textLimits(row.duration_ms)
  if (patch.trans_result && jsonBytes(patch.trans_result) > limits.trans_result) return { refused: 'transcriptTooLarge' }
  if (patch.ai_content && jsonBytes(patch.ai_content) > limits.ai_content) return { refused: 'summaryTooLarge' }
  if (patch.outline_result && jsonBytes(patch.outline_result) > limits.outline_result) return { refused: 'outlineTooLarge' }
  if (!patch.extra_data) return undefined
  // Data stored before the limit existed may be larger; it may still shrink.
  const maxBytes = Math.max(EXTRA_DATA_BYTES, jsonBytes(row.extra_data))
  return jsonBytes({ ...row.extra_data, ...patch.extra_data }) > maxBytes ? { refused: 'extraDataTooLarge' } : undefined
}

const jsonBytes = (value: unknown): Bytes => Buffer.byteLength(JSON.stringify(value))
