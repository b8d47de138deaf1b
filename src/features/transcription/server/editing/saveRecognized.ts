import type { ExtraData, Segment } from '#features/files/contract.ts'
import { textLimits } from '#features/files/rules.ts'
import { saveResults } from '#features/files/server.ts'
import { newId } from '#shared/newId.ts'
import type { AppContext } from '#platform/context.ts'
import { listReplacements } from '../word-list/wordList.ts'
import {
  compressSegments,
  deleteWordListEdits,
  insertEdit,
  listActiveEdits,
  updateOperations,
  writeVersion,
  type EditRecord,
} from './storeEdits.ts'
import { mergeRecognized, type MergedText } from './mergeRecognized.ts'
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
  const { userId, fileId, version, file } = state
  const edits = await listActiveEdits(tx, userId, fileId)
  const [termEdits, personal] = [edits.filter(isTermEdit), edits.filter((edit) => !isTermEdit(edit))]
  const merged = mergeRecognized({
    oldMachine: await readMachine(state),
    oldTermEdits: termEdits.flatMap((edit) => edit.operations),
    segments,
    terms: await listReplacements(tx, userId, file.filetag_id_list),
    edits: personal.map((edit) => edit.operations),
    maxSize: textLimits(file.duration).trans_result,
  })
  await writeVersion(tx, {
    user_id: userId,
    file_id: fileId,
    version: version + 1,
    base_version: version + 1,
    machine: personal.length > 0 || merged.termEdit ? await compressSegments(segments) : null,
    machine_at: tx.clock.now(),
  })
  await deleteWordListEdits(tx, userId, fileId)
  if (merged.termEdit) await insertTermEdit(tx, state, merged.termEdit)
  for (const [index, edit] of personal.entries()) await updateOperations(tx, edit, merged.reapplied[index]!)
  const result = [...merged.segments]
  await saveResults(tx, userId, fileId, {
    trans_result: result,
    extra_data: { ...extraData, transcript_version: version + 1 },
  })
  return result
}

const isTermEdit = ({ source }: EditRecord): boolean => source === 'word_list'

async function insertTermEdit(
  tx: AppContext,
  { userId, fileId, version }: TranscriptState,
  edit: NonNullable<MergedText['termEdit']>,
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
    ...edit,
    unapplied: [],
    is_undone: false,
  })
}
