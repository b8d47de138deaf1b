import type { ExtraData, Segment } from '#features/files/contract.ts'
import { saveResults } from '#features/files/server.ts'
import { newId } from '#shared/newId.ts'
import { seconds } from '#shared/units.ts'
import { ComputeLimitError, computeTask } from '#platform/compute/compute.ts'
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
import type { mergeRecognized, MergedText, Recognized } from './mergeRecognized.compute.ts'
import { maxSizeOf, readMachine, type TranscriptState } from './transcriptState.ts'

/**
 * Saves a newly recognised text and returns the transcript, with the replacements of the word list, and with edits of the previous
 * text where the new one has the same words. The history lists edits that did not apply.
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
  const merged = await merge(tx, userId, personal, {
    oldMachine: await readMachine(state),
    oldTermEdits: termEdits.flatMap((edit) => edit.operations),
    segments,
    terms: await listReplacements(tx, userId, file.filetag_id_list),
    edits: personal.map((edit) => edit.operations),
    maxSize: maxSizeOf(state),
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

/**
 * Runs in a thread, because users control the size of the word list and the history. If it takes too long, the recognised text is
 * saved unchanged, and the history shows the edits as not applied.
 */
async function merge(tx: AppContext, userId: string, edits: readonly EditRecord[], recognized: Recognized): Promise<MergedText> {
  const { segments, terms } = recognized
  const unchanged = { segments, termEdit: null, reapplied: [] }
  if (terms.length === 0 && edits.length === 0) return unchanged
  try {
    return await tx.compute.run(MERGE, recognized, { queue: userId, budget: BUDGET, signal: AbortSignal.timeout(BUDGET) })
  } catch (error) {
    if (!(error instanceof ComputeLimitError) && !isTimeout(error)) throw error
    const reapplied = edits.map(({ description, unapplied }) => ({
      operations: [],
      unapplied: unapplied.length > 0 ? unapplied : [description.change],
    }))
    return { ...unchanged, reapplied }
  }
}

const MERGE = computeTask<typeof mergeRecognized>(new URL('./mergeRecognized.compute.ts', import.meta.url), 'mergeRecognized')
/** The transaction is idle meanwhile, and the database ends it after a minute, however busy the machine is. */
const BUDGET = seconds(45)

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

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
