import { lockFiles, readFullFiles, saveResults } from '#features/files/server.ts'
import type { Segment } from '#features/files/contract.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import type { EditOperation, EditSource, EditState } from '../../contract/edits.ts'
import { applyOperations, isConflict, type StoredOperation } from '../../rules/edits.ts'
import { keepEdits } from '../../rules/keepEdits.ts'
import {
  compressOperations,
  compressSegments,
  insertEdit,
  listEdits,
  readOperations,
  readSegments,
  readVersion,
  setEditState,
  writeVersion,
  type EditRecord,
  type VersionRecord,
} from './storeEdits.ts'
import { summarizeEdit } from './summarizeEdit.ts'

/** Most edits of one transcription. Each change works through all of them. */
export const MAX_EDITS = 10_000

type Target = { userId: string; fileId: string }
type Edited = EditState & { segments: Segment[] }
type Refused<Name extends string> = { refused: Name }

/**
 * Applies operations on top of version `baseVersion`, as one step that can be undone. Refuses with `conflict` when the same text
 * was changed since that version. Rejects with NotFound.
 */
export async function editTranscript(
  ctx: AppContext,
  target: Target,
  { baseVersion, operations }: { baseVersion: number; operations: readonly EditOperation[] },
): Promise<Edited | Refused<'conflict' | 'noTranscript' | 'tooManyEdits'>> {
  return ctx.transaction(async (tx) => {
    const open = await openTranscript(tx, target)
    if (!open) return { refused: 'noTranscript' }
    const { row, edits } = open
    if (baseVersion > row.version || baseVersion < row.base_version) return { refused: 'conflict' }
    const later = edits.filter(({ version, state }) => version > baseVersion && state === 'active')
    const laterOperations = (await Promise.all(later.map(readOperations))).flat()
    if (isConflict(laterOperations, operations)) return { refused: 'conflict' }
    if (edits.length >= MAX_EDITS) return { refused: 'tooManyEdits' }
    return appendEdit(tx, open, operations, 'page')
  })
}

/** Undoes the latest edit, or redoes the one undone last. Refuses when there is none, or when something else was done meanwhile. */
export async function stepEdit(
  ctx: AppContext,
  target: Target,
  { baseVersion, direction }: { baseVersion: number; direction: 'undo' | 'redo' },
): Promise<Edited | Refused<'conflict' | 'nothingToDo'>> {
  return ctx.transaction(async (tx) => {
    const open = await openTranscript(tx, target)
    if (!open) return { refused: 'nothingToDo' }
    const { row, edits } = open
    if (baseVersion !== row.version) return { refused: 'conflict' }
    const edit = direction === 'undo' ? lastActive(edits) : edits.find(({ state }) => state === 'undone')
    if (!edit) return { refused: 'nothingToDo' }
    const state = direction === 'undo' ? ('undone' as const) : ('active' as const)
    await setEditState(tx, row, [edit.number], state)
    const changed = edits.map((other) => (other.number === edit.number ? { ...other, state } : other))
    const version = row.version + 1
    return saveEdited(tx, { ...open, edits: changed, row: { ...row, version, base_version: version } })
  })
}

/** Stores a transcript that another program has written (`PATCH /file/:id`), as one edit. The first one becomes the machine's version. */
export async function replaceTranscript(
  tx: AppContext,
  target: Target,
  segments: readonly Segment[],
  source: EditSource,
): Promise<void> {
  const open = await openTranscript(tx, target)
  if (!open) return saveResults(tx, target.userId, target.fileId, { trans_result: [...segments] })
  await appendEdit(tx, open, [{ kind: 'replaceTranscript', segments }], source)
}

/**
 * Returns a new transcript of the machine with the edits of the old one, where they fit, and stores them. Called in the transaction
 * that saves it, with the recording locked.
 */
export async function carryEdits(tx: AppContext, { userId, fileId }: Target, fresh: Segment[]): Promise<Segment[]> {
  const row = await readVersion(tx, userId, fileId)
  if (!row) return fresh
  const active = (await listEdits(tx, row)).filter(({ state }) => state === 'active')
  const operations = (await Promise.all(active.map(readOperations))).flat()
  const kept = keepEdits({ machine: await readSegments(row.machine), operations }, fresh)
  const version = row.version + 1
  const generation = row.generation + 1
  const next = {
    ...row,
    machine: await compressSegments(fresh),
    version,
    base_version: version,
    generation,
    unapplied: kept.unapplied,
  }
  await writeVersion(tx, next)
  if (kept.operations.length === 0) return fresh
  const after = applyOperations(fresh, kept.operations)
  await insertEdit(tx, await createEdit(tx, next, kept.operations, 'kept', { before: fresh, after }))
  return after
}

/** Returns the state of the edits of a transcript. Version 0 has none. */
export async function readEditState(ctx: AppContext, { userId, fileId }: Target): Promise<EditState> {
  const row = await readVersion(ctx, userId, fileId)
  return row ? toState(row, await listEdits(ctx, row)) : { version: 0, can_undo: false, can_redo: false, unapplied: [] }
}

/** Returns the machine's version of a transcript, or null when it has no transcript. */
export async function readMachineVersion(ctx: AppContext, { userId, fileId }: Target): Promise<Segment[] | null> {
  const row = await readVersion(ctx, userId, fileId)
  if (row) return readSegments(row.machine)
  const [file] = await readFullFiles(ctx, userId, [fileId])
  return file?.trans_result ?? null
}

type OpenTranscript = { row: VersionRecord; edits: EditRecord[]; machine: Segment[]; current: Segment[] }

/** Locks a recording and returns its transcript with its edits, or null when it has no transcript. Rejects with NotFound. */
async function openTranscript(tx: AppContext, { userId, fileId }: Target): Promise<OpenTranscript | null> {
  if ((await lockFiles(tx, userId, [fileId])).length === 0) throw new NotFound()
  const [file] = await readFullFiles(tx, userId, [fileId])
  const current = file?.trans_result
  if (!current) return null
  const stored = await readVersion(tx, userId, fileId)
  if (stored) return { row: stored, edits: await listEdits(tx, stored), machine: await readSegments(stored.machine), current }
  const row: VersionRecord = {
    user_id: userId,
    file_id: fileId,
    machine: await compressSegments(current),
    version: 0,
    base_version: 0,
    generation: 1,
    unapplied: [],
  }
  await writeVersion(tx, row)
  return { row, edits: [], machine: current, current }
}

async function appendEdit(
  tx: AppContext,
  open: OpenTranscript,
  operations: readonly StoredOperation[],
  source: EditSource,
): Promise<Edited> {
  const row = { ...open.row, version: open.row.version + 1 }
  const undone = open.edits.flatMap(({ number, state }) => (state === 'undone' ? [number] : []))
  if (undone.length > 0) await setEditState(tx, row, undone, 'discarded')
  const active = open.edits.filter(({ state }) => state === 'active')
  const after = await applyEdits(open.machine, active, operations)
  await insertEdit(tx, await createEdit(tx, row, operations, source, { before: open.current, after }))
  await saveVersion(tx, row, after)
  return { ...toState(row, await listEdits(tx, row)), segments: after }
}

async function saveEdited(tx: AppContext, { row, edits, machine }: OpenTranscript): Promise<Edited> {
  const segments = await applyEdits(
    machine,
    edits.filter(({ state }) => state === 'active'),
  )
  await saveVersion(tx, row, segments)
  return { ...toState(row, edits), segments }
}

async function applyEdits(machine: readonly Segment[], edits: readonly EditRecord[], more: readonly StoredOperation[] = []) {
  const operations = (await Promise.all(edits.map(readOperations))).flat()
  return applyOperations(machine, [...operations, ...more])
}

async function saveVersion(tx: AppContext, row: VersionRecord, segments: Segment[]): Promise<void> {
  await writeVersion(tx, row)
  await saveResults(tx, row.user_id, row.file_id, { trans_result: segments })
}

async function createEdit(
  tx: AppContext,
  { user_id, file_id, generation, version }: VersionRecord,
  operations: readonly StoredOperation[],
  source: EditSource,
  { before, after }: { before: readonly Segment[]; after: readonly Segment[] },
): Promise<Omit<EditRecord, 'number'>> {
  return {
    user_id,
    file_id,
    generation,
    version,
    edited_at: tx.clock.now(),
    source,
    state: 'active',
    operations: await compressOperations(operations),
    summary: summarizeEdit(operations, before, after),
  }
}

const lastActive = (edits: readonly EditRecord[]): EditRecord | undefined => edits.findLast(({ state }) => state === 'active')

const toState = ({ version, unapplied }: VersionRecord, edits: readonly EditRecord[]): EditState => ({
  version,
  can_undo: lastActive(edits) !== undefined,
  can_redo: edits.some(({ state }) => state === 'undone'),
  unapplied,
})
