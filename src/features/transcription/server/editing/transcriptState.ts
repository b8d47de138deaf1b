import { TranscriptSaved, type File, type Segment } from '#features/files/contract.ts'
import { textLimits } from '#features/files/rules.ts'
import { lockFiles, readFullFiles, saveResults } from '#features/files/server.ts'
import type { Bytes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { event } from '#platform/events/events.ts'
import { NotFound } from '#platform/http/errors.ts'
import type { TranscriptChange } from '../../contract.ts'
import { applyEdits, renamedSpeakers, voiceNames } from '../../rules.ts'
import { needsThread } from './applyEdit.ts'
import type { fold } from './editing.compute.ts'
import { FOLD, NeedsThread, preparedFor, type Prepared } from './inThread.ts'
import {
  compressSegments,
  findRedoable,
  findUndoable,
  listActiveEdits,
  readSegments,
  readVersion,
  writeVersion,
  type VersionRecord,
} from './storeEdits.ts'

/** Published when an edit, or undoing one, changes the name of a speaker. */
export const speakersRenamed = event('transcript.speakers_renamed', TranscriptSaved)

export type Target = { userId: string; fileId: string }

/** A transcript within a transaction that has locked its recording. `row` is undefined before the first version. */
export type TranscriptState = Target & {
  file: File
  segments: readonly Segment[]
  row: VersionRecord | undefined
  version: number
}

/** Locks a recording and returns its transcript. Rejects with NotFound. */
export async function openTranscript(tx: AppContext, { userId, fileId }: Target): Promise<TranscriptState> {
  await lockFiles(tx, userId, [fileId])
  const [file] = await readFullFiles(tx, userId, [fileId])
  if (!file) throw new NotFound()
  const row = await readVersion(tx, userId, fileId)
  return { userId, fileId, file, segments: file.trans_result ?? [], row, version: row?.version ?? 0 }
}

/** Returns the recognised segments, which are the transcript itself before the first edit. */
export const readMachine = async ({ row, segments }: Pick<TranscriptState, 'row' | 'segments'>): Promise<readonly Segment[]> =>
  row?.machine ? readSegments(row.machine) : segments

/** Writes the row of the next version of an edited transcript, to which its edits refer. */
export async function beginVersion(tx: AppContext, state: TranscriptState): Promise<void> {
  const { userId, fileId, segments, row, version } = state
  await writeVersion(tx, {
    user_id: userId,
    file_id: fileId,
    version: version + 1,
    base_version: row?.base_version ?? 0,
    machine: row?.machine ?? (await compressSegments(segments)),
    machine_at: row?.machine_at ?? tx.clock.now(),
  })
}

export type PreparedFold = Prepared<ReturnType<typeof fold>>

/** Applies all edits that are not undone to the recognised text. Rejects with NeedsThread when that takes long. */
export async function foldEdits(
  tx: AppContext,
  state: TranscriptState,
  prepared?: PreparedFold,
): Promise<ReturnType<typeof fold>> {
  const output = preparedFor(prepared, state)
  if (output) return output
  const machine = await readMachine(state)
  const edits = (await listActiveEdits(tx, state.userId, state.fileId)).map(({ operations }) => operations)
  const maxSize = maxSizeOf(state)
  if (needsThread(edits.flat(), machine)) throw new NeedsThread(FOLD, { machine, edits, maxSize }, state)
  const { segments, isTooLong: isRefused } = applyEdits(machine, edits.flat(), machine, maxSize)
  return isRefused ? { refused: 'tooLong' } : segments
}

/** Saves the transcript of the next version. */
export async function saveVersion(tx: AppContext, state: TranscriptState, segments: readonly Segment[]): Promise<void> {
  const { userId, fileId, version } = state
  await saveResults(tx, userId, fileId, { trans_result: [...segments], extra_data: { transcript_version: version + 1 } })
  const renamed = renamedSpeakers(voiceNames(state.segments), voiceNames(segments))
  if (renamed.length > 0) await tx.events.publish(speakersRenamed, { userId, fileId })
}

/**
 * Returns the names of the voices of a transcript. `separation` changes when the text is recognised or the speakers are separated
 * again, after which voice names are not comparable.
 */
export async function readVoiceNames(tx: AppContext, { userId, fileId }: Target): Promise<NamesOfVoices> {
  const [file] = await readFullFiles(tx, userId, [fileId])
  const row = await readVersion(tx, userId, fileId)
  return { separation: row?.base_version ?? 0, names: Object.fromEntries(voiceNames(file?.trans_result ?? [])) }
}

export type NamesOfVoices = { readonly separation: number; readonly names: Readonly<Record<string, string>> }

/** Saves a text that has no edits, such as the first one of a recording. Edits of earlier versions are outdated. */
export async function saveFirstVersion(tx: AppContext, state: TranscriptState, segments: readonly Segment[]): Promise<void> {
  const next = state.version + 1
  const keys = { user_id: state.userId, file_id: state.fileId }
  await writeVersion(tx, { ...keys, version: next, base_version: next, machine: null, machine_at: tx.clock.now() })
  await saveVersion(tx, state, segments)
}

/** Returns the maximum size of the transcript as JSON for the length of the recording. */
export const maxSizeOf = ({ file }: Pick<TranscriptState, 'file'>): Bytes => textLimits(file.duration).trans_result

/** Returns whether a transcript is too long for the length of the recording. */
export const isTooLong = (state: Pick<TranscriptState, 'file'>, segments: readonly Segment[]): boolean =>
  Buffer.byteLength(JSON.stringify(segments)) > maxSizeOf(state)

/** Returns the changes of the next version. `touched` are the ids of segments that may have changed. */
export async function describeChange(
  tx: AppContext,
  state: Pick<TranscriptState, 'userId' | 'fileId' | 'segments' | 'row'> & { version: number },
  after: readonly Segment[],
  editId: string,
): Promise<TranscriptChange> {
  const { userId, fileId, segments: before } = state
  const known = new Map(before.map((segment) => [segment.id, segment]))
  const changed = after.filter((segment) => !isSame(known.get(segment.id), segment))
  const ids = new Set(after.map(({ id }) => id))
  const removed = before.filter(({ id }) => !ids.has(id)).map(({ id }) => id)
  const hasSameIds = removed.length === 0 && before.length === after.length
  return {
    version: state.version,
    edit_id: editId,
    changed,
    removed,
    order: hasSameIds ? null : after.map(({ id }) => id),
    can_undo: (await findUndoable(tx, userId, fileId)) !== undefined,
    can_redo: (await findRedoable(tx, userId, fileId, state.row?.base_version ?? 0)) !== undefined,
    suggested_terms: [],
  }
}

const isSame = (a: Segment | undefined, b: Segment): boolean =>
  a === b || (a !== undefined && JSON.stringify(sortedFields(a)) === JSON.stringify(sortedFields(b)))

const sortedFields = (segment: Segment) => Object.entries(segment).toSorted(([a], [b]) => (a < b ? -1 : 1))
