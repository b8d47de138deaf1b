import type { ExtraData, Segment } from '#features/files/contract.ts'
import { saveResults } from '#features/files/server.ts'
import { newId } from '#shared/newId.ts'
import type { AppContext } from '#platform/context.ts'
import { applyEdits, describeEdit, reapplyEdits, type AppliedEdits } from '../../rules.ts'
import { listReplacements } from '../word-list/wordList.ts'
import {
  compressSegments,
  deleteWordListEdits,
  insertEdit,
  listActiveEdits,
  updateOperations,
  writeVersion,
} from './storeEdits.ts'
import { readMachine, type TranscriptState } from './transcriptState.ts'

/**
 * Saves a newly recognised text and returns the transcript: the terms of the word list are replaced, and edits of the text before
 * apply where the new one has the same words. The history lists those that do not.
 */
export async function saveRecognized(
  tx: AppContext,
  state: TranscriptState,
  segments: readonly Segment[],
  extraData: ExtraData,
): Promise<Segment[]> {
  const { userId, fileId, version } = state
  const edits = await listActiveEdits(tx, userId, fileId)
  const isLearnt = ({ source }: (typeof edits)[number]) => source === 'word_list'
  const before = applyEdits(
    await readMachine(state),
    edits.filter(isLearnt).flatMap((edit) => edit.operations),
  )
  const replacements = await listReplacements(tx, userId, state.file.filetag_id_list)
  const replaced = applyReplacements(segments, replacements)
  const personal = edits.filter((edit) => !isLearnt(edit))
  const reapplied = reapplyEdits(
    before.segments,
    replaced.segments,
    personal.map((edit) => edit.operations),
  )
  await writeVersion(tx, {
    user_id: userId,
    file_id: fileId,
    version: version + 1,
    base_version: version + 1,
    machine: personal.length > 0 || replaced.touched.size > 0 ? await compressSegments(segments) : null,
    machine_at: tx.clock.now(),
  })
  await deleteWordListEdits(tx, userId, fileId)
  if (replaced.touched.size > 0) await insertWordListEdit(tx, state, segments, replaced)
  for (const [index, edit] of personal.entries()) await updateOperations(tx, edit, reapplied[index]!)
  const operations = reapplied.flatMap((edit) => edit.operations)
  const result = [...applyEdits(replaced.segments, operations, segments).segments]
  const extra_data = { ...extraData, transcript_version: version + 1 }
  await saveResults(tx, userId, fileId, { trans_result: result, extra_data })
  return result
}

type Replacements = Awaited<ReturnType<typeof listReplacements>>

/** Applies the replacements that change something. */
function applyReplacements(segments: readonly Segment[], replacements: Replacements): AppliedEdits {
  const useful = replacements.filter((operation) => applyEdits(segments, [operation]).touched.size > 0)
  return applyEdits(segments, useful)
}

async function insertWordListEdit(
  tx: AppContext,
  { userId, fileId, version }: TranscriptState,
  segments: readonly Segment[],
  applied: AppliedEdits,
): Promise<void> {
  await insertEdit(tx, {
    user_id: userId,
    file_id: fileId,
    edit_id: newId(tx.clock.now()),
    position: 0,
    made_version: version + 1,
    changed_version: version + 1,
    made_at: tx.clock.now(),
    source: 'word_list',
    client: '',
    operations: applied.operations,
    touched: [...applied.touched],
    description: describeEdit(segments, applied),
    unapplied: [],
    is_undone: false,
  })
}
