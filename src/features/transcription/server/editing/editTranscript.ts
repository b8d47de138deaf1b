import type { Segment } from '#features/files/contract.ts'
import { readFullFiles, withinStorageLimit } from '#features/files/server.ts'
import { newId } from '#shared/newId.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import {
  MAX_EDITS,
  MAX_HISTORY,
  type EditOperation,
  type EditSource,
  type SuggestedTerm,
  type TranscriptChange,
} from '../../contract.ts'
import { toTranscriptOperations, type StoredOperation } from '../../rules.ts'
import { type EditResult, applyEdit, needsThread } from './applyEdit.ts'
import { APPLY_EDIT, NeedsThread, preparedFor, withThread, type Prepared } from './inThread.ts'
import { recordCorrections, suggestTerms } from '../word-list/suggestions.ts'
import {
  findRedoable,
  findUndoable,
  insertEdit,
  jsonBytes,
  listTouchedSince,
  measureHistory,
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
  type PreparedFold,
  type Target,
  type TranscriptState,
} from './transcriptState.ts'

export type EditRequest = {
  operations: readonly EditOperation[]
  /** The version for which the operations were created; undefined for the current one. */
  baseVersion?: number | undefined
  /** Chosen by the client, so that a request can be repeated. */
  editId?: string | undefined
  client?: string | undefined
}

type Refusal<Name extends string> = { refused: Name; version?: number }
type EditRefusal = Refusal<'conflict' | 'accountFull' | 'tooLong' | 'tooManyEdits' | 'noTranscript'>

/**
 * Applies operations to a transcript and stores them in its history as one edit. Refuses them with `conflict` when one of their
 * segments has changed since `baseVersion`; other segments may have changed. Rejects with NotFound.
 */
export async function editTranscript(
  ctx: AppContext,
  target: Target,
  request: EditRequest,
): Promise<TranscriptChange | EditRefusal> {
  let folderIds: readonly string[] = []
  const change = await withThread(ctx, target, (prepared: PreparedEdits) =>
    changeTranscript<TranscriptChange | EditRefusal>(ctx, target, async (tx, state) => {
      folderIds = state.file.filetag_id_list
      const repeated = request.editId ? await readEdit(tx, target.userId, target.fileId, request.editId) : undefined
      if (repeated) return describeRepeated(tx, state, repeated)
      if (state.segments.length === 0) return { refused: 'noTranscript' }
      if (await conflicts(tx, state, request)) return { refused: 'conflict', version: state.version }
      return addEdit(tx, state, { ...request, source: 'person', prepared })
    }),
  )
  if ('refused' in change) return change
  // In a separate transaction, because it locks the folder, which must be locked before the recording.
  return { ...change, suggested_terms: await recordCorrections(ctx, target.userId, folderIds, change.suggested_terms) }
}

/** Replaces the transcript with one written by another program, as one edit. Rejects with NotFound. */
export const replaceTranscript = (
  ctx: AppContext,
  target: Target,
  segments: readonly Segment[],
  client?: string,
): Promise<TranscriptChange | EditRefusal> =>
  withThread(ctx, target, (prepared: PreparedEdits) =>
    changeTranscript(ctx, target, async (tx, state) =>
      isTooLong(state, segments) ? { refused: 'tooLong' as const } : writeTranscript(tx, state, { segments, client, prepared }),
    ),
  )

/**
 * Saves a transcript of checked size within a transaction that has locked the recording. Without a previous transcript, it becomes
 * the first version.
 */
async function writeTranscript(tx: AppContext, state: TranscriptState, { segments, client, prepared }: WrittenTranscript) {
  if (state.segments.length === 0) {
    await saveFirstVersion(tx, state, segments)
    return describeChange(tx, { ...state, version: state.version + 1 }, segments, '')
  }
  const operations = toTranscriptOperations(state.segments, segments)
  return addEdit(tx, state, { operations, source: 'program', client, prepared })
}

type WrittenTranscript = {
  readonly segments: readonly Segment[]
  readonly client?: string | undefined
  readonly prepared?: PreparedEdits | undefined
}

/**
 * Saves a transcript of checked size sent by a client with `PATCH /file/:id`. Returns a refusal when it does not fit in the
 * history.
 */
export async function saveClientTranscript(
  tx: AppContext,
  target: Target,
  segments: readonly Segment[],
  prepared: PreparedEdits | undefined,
): Promise<{ refused: 'tooManyEdits' } | undefined> {
  const written = await writeTranscript(tx, await openTranscript(tx, target), { segments, prepared })
  return 'refused' in written && written.refused === 'tooManyEdits' ? { refused: 'tooManyEdits' } : undefined
}

/** Runs a change of a transcript in a transaction that has locked its recording, within the storage limit of the account. */
async function changeTranscript<T>(
  ctx: AppContext,
  target: Target,
  change: (tx: AppContext, state: TranscriptState) => Promise<T>,
): Promise<T | { refused: 'accountFull' }> {
  return ctx.transaction(async (tx) => {
    const state = await openTranscript(tx, target)
    return withinStorageLimit(tx, target.userId, () => change(tx, state))
  })
}

export type PreparedEdits = Prepared<ReturnType<typeof applyEdit>>

type NewEdit = {
  operations: readonly StoredOperation[]
  source: EditSource
  editId?: string | undefined
  client?: string | undefined
  prepared?: PreparedEdits | undefined
}

/** Applies and stores an edit. Rejects with NeedsThread. */
export async function addEdit(
  tx: AppContext,
  state: TranscriptState,
  edit: NewEdit,
): Promise<TranscriptChange | Refusal<'tooLong' | 'tooManyEdits'>> {
  const applied = await apply(state, edit)
  return 'refused' in applied ? applied : storeEdit(tx, state, edit, applied)
}

/** Stores an applied edit, unless it changes nothing. */
export async function storeEdit(
  tx: AppContext,
  state: TranscriptState,
  edit: NewEdit,
  applied: EditResult,
): Promise<TranscriptChange | Refusal<'tooLong' | 'tooManyEdits'>> {
  const { userId, fileId, version } = state
  if (applied.touched.length === 0) return describeChange(tx, state, state.segments, '')
  if (isTooLong(state, applied.segments)) return { refused: 'tooLong' }
  if (await isHistoryFull(tx, state, applied.operations)) return { refused: 'tooManyEdits' }
  await beginVersion(tx, state)
  const editId = edit.editId ?? newId(tx.clock.now())
  const { operations, touched, description } = applied
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
    operations,
    touched,
    description,
    unapplied: [],
    is_undone: false,
  })
  await saveVersion(tx, state, applied.segments)
  const change = await describeChange(tx, { ...state, version: version + 1 }, applied.segments, editId)
  return { ...change, suggested_terms: await suggest(tx, state, edit.source === 'person' ? applied.corrections : []) }
}

/** Applies an edit, or uses the result of a thread for this version. Rejects with NeedsThread when it takes too long. */
export async function apply(
  state: TranscriptState,
  { operations, prepared }: Pick<NewEdit, 'operations' | 'prepared'>,
): Promise<ReturnType<typeof applyEdit>> {
  const { segments } = state
  const output = preparedFor(prepared, state)
  if (output) return output
  const machine = operations.some(({ kind }) => kind === 'revert' || kind === 'restore') ? await readMachine(state) : []
  const input = { segments, operations, machine, maxSize: maxSizeOf(state) }
  if (needsThread(operations, segments)) throw new NeedsThread(APPLY_EDIT, input, state)
  return applyEdit(input)
}

/** Returns whether the history is full. It is limited because undoing reads all of it. */
async function isHistoryFull(tx: AppContext, { userId, fileId }: TranscriptState, operations: readonly StoredOperation[]) {
  const { edits, bytes } = await measureHistory(tx, userId, fileId)
  return edits >= MAX_EDITS || (edits > 0 && bytes + jsonBytes(operations) > MAX_HISTORY)
}

const suggest = (tx: AppContext, { userId, file }: TranscriptState, corrections: readonly SuggestedTerm[]) =>
  corrections.length === 0 ? [] : suggestTerms(tx, userId, file.filetag_id_list, corrections)

/** Returns whether a segment of an operation has changed since the version for which it was created. */
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

/** Returns the changes of an edit that is already stored, for a client that did not receive the first response. */
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
  return withThread(ctx, target, (prepared: PreparedFold) =>
    changeTranscript(ctx, target, async (tx, state) => {
      const editId = await find(tx, state)
      const edit = editId ? await readEdit(tx, target.userId, target.fileId, editId) : undefined
      if (!edit || edit.is_undone === isUndone) return { refused: 'nothing' as const }
      await beginVersion(tx, state)
      await setUndone(tx, edit, isUndone, state.version + 1)
      const segments = await foldEdits(tx, state, prepared)
      if ('refused' in segments || isTooLong(state, segments)) return { refused: 'tooLong' as const }
      await saveVersion(tx, state, segments)
      return describeChange(tx, { ...state, version: state.version + 1 }, segments, edit.edit_id)
    }),
  )
}

/** Returns the recognised text of a transcript. Rejects with NotFound. */
export async function readMachineTranscript(ctx: AppContext, { userId, fileId }: Target): Promise<readonly Segment[]> {
  const [file] = await readFullFiles(ctx, userId, [fileId])
  if (!file) throw new NotFound()
  return readMachine({ row: await readVersion(ctx, userId, fileId), segments: file.trans_result ?? [] })
}
