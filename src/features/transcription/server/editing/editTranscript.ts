import type { Segment } from '#features/files/contract.ts'
import { readFullFiles, refusalOfFullAccount, withinStorageLimit } from '#features/files/server.ts'
import { newId } from '#shared/newId.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { MAX_EDITS, type EditOperation, type EditSource, type SuggestedTerm, type TranscriptChange } from '../../contract.ts'
import { applyEdits, describeEdit, findCorrections, toTranscriptOperations, type StoredOperation } from '../../rules.ts'
import { recordCorrections, suggestTerms } from '../word-list/suggestions.ts'
import {
  countEdits,
  findRedoable,
  findUndoable,
  insertEdit,
  listTouchedSince,
  readEdit,
  readVersion,
  setUndone,
  type EditRecord,
} from './storeEdits.ts'
import {
  beginVersion,
  describeChange,
  foldEdits,
  isTooLong,
  maxSizeOf,
  openTranscript,
  readMachine,
  saveFirstVersion,
  saveVersion,
  type Target,
  type TranscriptState,
} from './transcriptState.ts'

export type EditRequest = {
  operations: readonly EditOperation[]
  /** The version that the operations were made for; undefined for the current one. */
  baseVersion?: number | undefined
  /** Chosen by the client, so that a request can be repeated. */
  editId?: string | undefined
  client?: string | undefined
}

type Refusal<Name extends string> = { refused: Name; version?: number }
type EditRefusal = Refusal<'conflict' | 'accountFull' | 'tooLong' | 'tooManyEdits' | 'noTranscript'>

/**
 * Applies operations to a transcript and keeps them in its history as one edit. Refuses them with `conflict` when one of their
 * segments has changed since `baseVersion`; changes of other segments do not matter. Rejects with NotFound.
 */
export async function editTranscript(
  ctx: AppContext,
  target: Target,
  request: EditRequest,
): Promise<TranscriptChange | EditRefusal> {
  let folderIds: readonly string[] = []
  const change = await changeTranscript<TranscriptChange | EditRefusal>(ctx, target, async (tx, state) => {
    folderIds = state.file.filetag_id_list
    const repeated = request.editId ? await readEdit(tx, target.userId, target.fileId, request.editId) : undefined
    if (repeated) return describeRepeated(tx, state, repeated)
    if (state.segments.length === 0) return { refused: 'noTranscript' }
    if (await conflicts(tx, state, request)) return { refused: 'conflict', version: state.version }
    return addEdit(tx, state, { ...request, source: 'person' })
  })
  if ('refused' in change) return change
  // In a transaction of its own, because it locks the folder, which comes before the recording.
  return { ...change, suggested_terms: await recordCorrections(ctx, target.userId, folderIds, change.suggested_terms) }
}

/** Replaces the transcript as another program wrote it: one edit in the history. Rejects with NotFound. */
export const replaceTranscript = (
  ctx: AppContext,
  target: Target,
  segments: readonly Segment[],
  client?: string,
): Promise<TranscriptChange | EditRefusal> =>
  changeTranscript(ctx, target, (tx, state) => writeTranscript(tx, state, segments, client))

/** Like `replaceTranscript`, within a transaction that has locked the recording. Without a transcript it becomes the first one. */
async function writeTranscript(tx: AppContext, state: TranscriptState, segments: readonly Segment[], client?: string) {
  if (isTooLong(state, segments)) return { refused: 'tooLong' as const }
  if (state.segments.length === 0) {
    await saveFirstVersion(tx, state, segments)
    return describeChange(tx, { ...state, version: state.version + 1 }, segments, '')
  }
  return addEdit(tx, state, { operations: toTranscriptOperations(state.segments, segments), source: 'program', client })
}

/** Saves a transcript that a client sends with `PATCH /file/:id`. Its size was checked before. */
export async function saveClientTranscript(tx: AppContext, target: Target, segments: readonly Segment[]): Promise<void> {
  await writeTranscript(tx, await openTranscript(tx, target), segments)
}

/** Runs a change of a transcript in a transaction that has locked its recording, within the storage limit of the account. */
async function changeTranscript<T>(
  ctx: AppContext,
  target: Target,
  change: (tx: AppContext, state: TranscriptState) => Promise<T>,
): Promise<T | { refused: 'accountFull' }> {
  return ctx
    .transaction(async (tx) => {
      const state = await openTranscript(tx, target)
      return withinStorageLimit(tx, target.userId, () => change(tx, state))
    })
    .catch(refusalOfFullAccount)
}

type NewEdit = {
  operations: readonly StoredOperation[]
  source: EditSource
  editId?: string | undefined
  client?: string | undefined
}

/** Applies and stores an edit. One that changes nothing is not stored. */
export async function addEdit(
  tx: AppContext,
  state: TranscriptState,
  edit: NewEdit,
): Promise<TranscriptChange | Refusal<'tooLong' | 'tooManyEdits'>> {
  const { userId, fileId, version } = state
  const machine = edit.operations.some(({ kind }) => kind === 'revert' || kind === 'restore') ? await readMachine(state) : []
  const applied = applyEdits(state.segments, edit.operations, machine, maxSizeOf(state))
  if (applied.isTooLong) return { refused: 'tooLong' }
  if (applied.touched.size === 0) return describeChange(tx, state, state.segments, '')
  if (isTooLong(state, applied.segments)) return { refused: 'tooLong' }
  if ((await countEdits(tx, userId, fileId)) >= MAX_EDITS) return { refused: 'tooManyEdits' }
  await beginVersion(tx, state)
  const editId = edit.editId ?? newId(tx.clock.now())
  await insertEdit(tx, {
    user_id: userId,
    file_id: fileId,
    edit_id: editId,
    position: version + 1,
    made_version: version + 1,
    changed_version: version + 1,
    made_at: tx.clock.now(),
    source: edit.source,
    client: edit.client ?? '',
    operations: applied.operations,
    touched: [...applied.touched],
    description: describeEdit(state.segments, applied),
    unapplied: [],
    is_undone: false,
  })
  await saveVersion(tx, state, applied.segments)
  const change = await describeChange(tx, { ...state, version: version + 1 }, applied.segments, editId)
  const corrections = edit.source === 'person' ? findCorrections(state.segments, applied.segments, applied.touched) : []
  return { ...change, suggested_terms: await suggest(tx, state, corrections) }
}

const suggest = (tx: AppContext, { userId, file }: TranscriptState, corrections: readonly SuggestedTerm[]) =>
  corrections.length === 0 ? [] : suggestTerms(tx, userId, file.filetag_id_list, corrections)

/** Returns whether a segment of an operation has changed since the version that it was made for. */
async function conflicts(tx: AppContext, state: TranscriptState, { operations, baseVersion }: EditRequest): Promise<boolean> {
  const { userId, fileId, version, row, segments } = state
  if (baseVersion === undefined || baseVersion === version) return false
  if (baseVersion > version || baseVersion < (row?.base_version ?? 0)) return true
  const touched = await listTouchedSince(tx, userId, fileId, baseVersion)
  return operations.some((operation) => targetsOf(operation, segments).some((id) => touched.has(id)))
}

function targetsOf(operation: EditOperation, segments: readonly Segment[]): readonly string[] {
  if (operation.kind === 'delete' || operation.kind === 'set_speaker') return operation.segments
  if (operation.kind === 'rename_speaker' || operation.kind === 'replace_all' || operation.kind === 'restore') return []
  if (operation.kind !== 'merge') return [operation.segment]
  const next = segments[segments.findIndex(({ id }) => id === operation.segment) + 1]
  return [operation.segment, ...(next ? [next.id] : [])]
}

/** Returns what an edit that is stored already has changed, for a client that did not get the first response. */
async function describeRepeated(
  tx: AppContext,
  state: TranscriptState,
  { edit_id, touched }: EditRecord,
): Promise<TranscriptChange> {
  const change = await describeChange(tx, state, state.segments, edit_id)
  const ids = new Set(state.segments.map(({ id }) => id))
  return {
    ...change,
    changed: state.segments.filter(({ id }) => touched.includes(id)),
    removed: touched.filter((id) => !ids.has(id)),
    order: [...ids],
  }
}

/** Undoes the last edit, or the one given. Rejects with NotFound. */
export const undoEdit = (ctx: AppContext, target: Target, editId?: string) =>
  changeUndone(ctx, target, true, async (tx, { userId, fileId }) => editId ?? (await findUndoable(tx, userId, fileId))?.edit_id)

/** Redoes the edit that was undone last. Rejects with NotFound. */
export const redoEdit = (ctx: AppContext, target: Target) =>
  changeUndone(
    ctx,
    target,
    false,
    async (tx, { userId, fileId, row }) => (await findRedoable(tx, userId, fileId, row?.base_version ?? 0))?.edit_id,
  )

async function changeUndone(
  ctx: AppContext,
  target: Target,
  isUndone: boolean,
  find: (tx: AppContext, state: TranscriptState) => Promise<string | undefined>,
): Promise<TranscriptChange | Refusal<'nothing' | 'accountFull' | 'tooLong'>> {
  const change = changeTranscript(ctx, target, async (tx, state) => {
    const editId = await find(tx, state)
    const edit = editId ? await readEdit(tx, target.userId, target.fileId, editId) : undefined
    if (!edit || edit.is_undone === isUndone) return { refused: 'nothing' as const }
    await beginVersion(tx, state)
    await setUndone(tx, edit, isUndone, state.version + 1)
    const { segments, isTooLong: isCut } = await foldEdits(tx, state)
    if (isCut || isTooLong(state, segments)) throw new TooLong()
    await saveVersion(tx, state, segments)
    return describeChange(tx, { ...state, version: state.version + 1 }, segments, edit.edit_id)
  })
  return change.catch((error: unknown) => {
    if (error instanceof TooLong) return { refused: 'tooLong' as const }
    throw error
  })
}

/** Rolls back the transaction of an undo that would make the transcript too long. */
class TooLong extends Error {}

/** Returns the recognised text of a transcript. Rejects with NotFound. */
export async function readMachineTranscript(ctx: AppContext, { userId, fileId }: Target): Promise<readonly Segment[]> {
  const [file] = await readFullFiles(ctx, userId, [fileId])
  if (!file) throw new NotFound()
  return readMachine({ row: await readVersion(ctx, userId, fileId), segments: file.trans_result ?? [] })
}
