import { sql } from 'kysely'
import { newId } from '#shared/newId.ts'
import type { AppContext } from '#platform/context.ts'
import { json, type JsonTable } from '#platform/db/json.ts'
import { writeInBatches } from '#platform/db/writeInBatches.ts'
import type { NamesOfVoices } from '#features/transcription/server.ts'
import type { SpeakerMemo, SummaryForm, SummaryResult, UsedTemplate, VersionOrigin } from '../contract.ts'
import { convertForm } from '../rules.ts'
import { summaryLabelsFor } from './summary/summaryLabels.ts'

/**
 * A text of a note. `speakers` are the names in it; absent in texts of older versions. `basis` is the structured summary before the
 * first edit. `written` is the text with its original names of speakers, once others are shown (`withCurrentNames`).
 */
export type StoredResult = SummaryResult & {
  speakers?: NamesOfVoices
  basis?: SummaryForm
  /** Whether another program saved it. */
  isOfClient?: boolean
  written?: Omit<StoredResult, 'written'>
}

/** The text of a note. All fields are null before the first text is written. */
export type NoteText = {
  version_id: string | null
  origin: VersionOrigin | null
  result: StoredResult | null
  written_at: Date | null
}

export type NoteRecord = NoteText & {
  user_id: string
  file_id: string
  note_id: string
  note_type: 'auto_sum_note' | 'sum_multi_note'
  tab_name: string
  /** The title given by the user; empty for the title of its text. */
  title: string
  template: UsedTemplate | null
  model: string | null
  post_id: string | null
  /** What the speaker noted while recording. */
  memo: SpeakerMemo | null
  ppc_status: number
  /** 0 while the text is generated, 1 when it is ready, or a negative code of B§8. */
  status: number
  msg: string
  made_at: Date
  /** Null unless the note was removed. Only the functions for removed notes include those. */
  removed_at: Date | null
}

export type NoteKey = Pick<NoteRecord, 'user_id' | 'file_id' | 'note_id'>

export type VersionRecord = NoteKey & {
  version_id: string
  origin: VersionOrigin
  result: StoredResult
  written_at: Date
}

export type TodoRecord = NoteKey & {
  point_id: string
  position: number
  text: string
  owner: string | null
  due: string | null
  start_ms: number | null
}

type Tables = {
  note: JsonTable<NoteRecord, 'result' | 'template' | 'memo'>
  note_version: JsonTable<VersionRecord, 'result'>
  todo: TodoRecord
}
const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

/** Returns the notes of a recording in the current format: the summary first, then in the order of creation. */
export async function listNotes(ctx: AppContext, userId: string, fileId: string): Promise<NoteRecord[]> {
  const rows = await tables(ctx)
    .selectFrom('note')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .where('removed_at', 'is', null)
    .orderBy('note_type')
    .orderBy('made_at')
    .orderBy('note_id')
    .execute()
  return rows.map(convertRow)
}

export const findNote = (ctx: AppContext, key: NoteKey): Promise<NoteRecord | undefined> => findRow(ctx, key, 'is')

export const findRemovedNote = (ctx: AppContext, key: NoteKey): Promise<NoteRecord | undefined> => findRow(ctx, key, 'is not')

async function findRow(ctx: AppContext, key: NoteKey, removedAt: 'is' | 'is not'): Promise<NoteRecord | undefined> {
  const row = await tables(ctx)
    .selectFrom('note')
    .selectAll()
    .where('user_id', '=', key.user_id)
    .where('file_id', '=', key.file_id)
    .where('note_id', '=', key.note_id)
    .where('removed_at', removedAt, null)
    .executeTakeFirst()
  return row && convertRow(row)
}

/** Returns the summary of a recording, which is its note of the type auto_sum_note. */
export async function findSummary(ctx: AppContext, userId: string, fileId: string): Promise<NoteRecord | undefined> {
  const row = await tables(ctx)
    .selectFrom('note')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .where('note_type', '=', 'auto_sum_note')
    .executeTakeFirst()
  return row && convertRow(row)
}

type NewNote = Pick<NoteRecord, 'user_id' | 'file_id' | 'note_type'> & Partial<NoteRecord>

/** Adds a note without a text. Call it with the recording locked. */
export async function createNote(tx: AppContext, fields: NewNote): Promise<NoteRecord> {
  const now = tx.clock.now()
  const row: NoteRecord = {
    note_id: newId(now),
    tab_name: '',
    title: '',
    template: null,
    model: null,
    post_id: null,
    status: 0,
    msg: '',
    memo: null,
    ppc_status: 0,
    version_id: null,
    origin: null,
    result: null,
    written_at: null,
    made_at: now,
    removed_at: null,
    ...fields,
  }
  await tables(tx)
    .insertInto('note')
    .values({ ...row, result: json(row.result), template: json(row.template), memo: json(row.memo) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return row
}

/** Returns the summary of a recording, or adds one without a text. Call it with the recording locked. */
export const findOrCreateSummary = async (tx: AppContext, userId: string, fileId: string): Promise<NoteRecord> =>
  (await findSummary(tx, userId, fileId)) ??
  (await createNote(tx, { user_id: userId, file_id: fileId, note_type: 'auto_sum_note' }))

/** Updates a note. Returns false when it does not exist. */
export async function updateNote(tx: AppContext, key: NoteKey, change: Partial<NoteRecord>): Promise<boolean> {
  const { result, template, memo, ...columns } = change
  const { numUpdatedRows } = await tables(tx)
    .updateTable('note')
    .set({
      ...columns,
      ...(result !== undefined && { result: json(result) }),
      ...(template !== undefined && { template: json(template) }),
      ...(memo !== undefined && { memo: json(memo) }),
    })
    .where('user_id', '=', key.user_id)
    .where('file_id', '=', key.file_id)
    .where('note_id', '=', key.note_id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteNote(tx: AppContext, key: NoteKey): Promise<void> {
  await tables(tx)
    .deleteFrom('note')
    .where('user_id', '=', key.user_id)
    .where('file_id', '=', key.file_id)
    .where('note_id', '=', key.note_id)
    .execute()
}

/** Deletes the removed note of a request that adds another one. */
export async function deleteRemovedNoteOf(tx: AppContext, userId: string, fileId: string, postId: string): Promise<void> {
  await tables(tx)
    .deleteFrom('note')
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .where('post_id', '=', postId)
    .where('removed_at', 'is not', null)
    .execute()
}

export const listFilesWithNotesRemovedBefore = (ctx: AppContext, before: Date): Promise<Pick<NoteKey, 'user_id' | 'file_id'>[]> =>
  tables(ctx).selectFrom('note').select(['user_id', 'file_id']).distinct().where('removed_at', '<=', before).execute()

export async function deleteNotesRemovedBefore(tx: AppContext, userId: string, fileId: string, before: Date): Promise<void> {
  await tables(tx)
    .deleteFrom('note')
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .where('removed_at', '<=', before)
    .execute()
}

/** Returns the versions of a note, newest first. */
export async function listVersions(ctx: AppContext, key: NoteKey): Promise<VersionRecord[]> {
  const rows = await versionsOf(ctx, key).selectAll().orderBy('written_at', 'desc').orderBy('version_id', 'desc').execute()
  return rows.map((row) => ({ ...row, result: convertResult(row.result) }))
}

/** Returns whether a note of a recording ever had this text. */
export async function hasEarlierText(ctx: AppContext, userId: string, fileId: string, markdown: string): Promise<boolean> {
  const row = await tables(ctx)
    .selectFrom('note_version')
    .select('version_id')
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .where(sql<boolean>`${markdown} in (result->>'markdown', result->'written'->>'markdown')`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the number of versions of each note of a recording. */
export async function countVersions(ctx: AppContext, userId: string, fileId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await tables(ctx)
    .selectFrom('note_version')
    .select(({ fn }) => ['note_id', fn.countAll<number>().as('n')])
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .groupBy('note_id')
    .execute()
  return new Map(rows.map(({ note_id, n }) => [note_id, Number(n)]))
}

export async function findVersion(ctx: AppContext, key: NoteKey, versionId: string): Promise<VersionRecord | undefined> {
  const row = await versionsOf(ctx, key).selectAll().where('version_id', '=', versionId).executeTakeFirst()
  return row && { ...row, result: convertResult(row.result) }
}

/** Adds a version and deletes the oldest ones beyond `keep`. */
export async function insertVersion(tx: AppContext, row: VersionRecord, keep: number): Promise<void> {
  await tables(tx)
    .insertInto('note_version')
    .values({ ...row, result: json(row.result) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const newest = versionsOf(tx, row).select('version_id').orderBy('written_at', 'desc').orderBy('version_id', 'desc').limit(keep)
  await tables(tx)
    .deleteFrom('note_version')
    .where('user_id', '=', row.user_id)
    .where('file_id', '=', row.file_id)
    .where('note_id', '=', row.note_id)
    .where('version_id', 'not in', newest)
    .execute()
}

/** Returns all notes of a user with their versions, oldest first. */
export async function listAllNotes(ctx: AppContext, userId: string): Promise<{ notes: NoteRecord[]; versions: VersionRecord[] }> {
  const notes = await tables(ctx)
    .selectFrom('note')
    .selectAll()
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('made_at')
    .orderBy('note_id')
    .execute()
  const versions = await tables(ctx)
    .selectFrom('note_version')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('written_at')
    .orderBy('version_id')
    .execute()
  return { notes, versions }
}

/** Replaces the open tasks of a note. */
export async function replaceTodos(
  tx: AppContext,
  key: NoteKey,
  todos: readonly Omit<TodoRecord, keyof NoteKey>[],
): Promise<void> {
  const { user_id, file_id, note_id } = key
  await tables(tx)
    .deleteFrom('todo')
    .where('user_id', '=', user_id)
    .where('file_id', '=', file_id)
    .where('note_id', '=', note_id)
    .execute()
  const rows = todos.map((todo) => ({ user_id, file_id, note_id, ...todo }))
  await writeInBatches(rows, (batch) => tables(tx).insertInto('todo').values(batch).execute())
}

/** Returns all open tasks of a user by recording, note and position. */
export const listTodos = async (ctx: AppContext, userId: string): Promise<TodoRecord[]> =>
  tables(ctx)
    .selectFrom('todo')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('file_id')
    .orderBy('note_id')
    .orderBy('position')
    .execute()

const versionsOf = (ctx: AppContext, key: NoteKey) =>
  tables(ctx)
    .selectFrom('note_version')
    .where('user_id', '=', key.user_id)
    .where('file_id', '=', key.file_id)
    .where('note_id', '=', key.note_id)

const convertRow = (row: NoteRecord): NoteRecord => ({ ...row, result: row.result && convertResult(row.result) })

/** Converts a text stored by any release to the current format. */
function convertResult(result: StoredResult): StoredResult {
  const basis = result.basis && convertStored(result.basis)
  const written = result.written && convertResult(result.written)
  return { ...result, form: convertStored(result.form), ...(basis && { basis }), ...(written && { written }) }
}

function convertStored(stored: unknown): SummaryForm | null {
  const form = convertForm(stored)
  if (!form) return null
  const { overview, keyPoints, keySentences, actions, possibleActions } = summaryLabelsFor(form.language)
  const isQuoted = form.engine.kind === 'extractive'
  return convertForm(stored, {
    overview,
    points: isQuoted ? keySentences : keyPoints,
    actions: isQuoted ? possibleActions : actions,
  })
}
