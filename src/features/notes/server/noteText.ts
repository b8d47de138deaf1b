import { newId } from '#shared/newId.ts'
import { minutes } from '#shared/units.ts'
import { type ResultsToSave, saveResults } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { MAX_NOTE_VERSIONS, type UsedTemplate, type VersionOrigin, notesTopic } from '../contract.ts'
import { publishChange } from './publishChange.ts'
import { insertVersion, replaceTodos, updateNote, type NoteRecord, type StoredResult } from './store.ts'
import { listTodosOf } from './todos.ts'

/** Edits within this time of the first one form one version, unless the user and another program alternate. */
const EDIT_SESSION = minutes(10)

type NewText = {
  readonly result: StoredResult
  readonly origin: VersionOrigin
  /** The template of a summary, if it changed. */
  readonly template?: UsedTemplate | null
  /** Other data written to the recording together with the text of its summary. */
  readonly recording?: ResultsToSave
}

/**
 * Sets the text of a note and keeps the previous one as a version. The text of a summary is also written to its recording. Call it
 * with the recording locked.
 */
export async function writeText(tx: AppContext, note: NoteRecord, text: NewText): Promise<void> {
  const { user_id: userId, file_id: fileId } = note
  const { result, origin, template = note.template, recording } = text
  const now = tx.clock.now()
  const isSameEditor = note.result?.isOfClient === result.isOfClient
  const continues = origin === 'edited' && isSameEditor && isEditedSince(note, new Date(now.getTime() - EDIT_SESSION))
  if (!continues) await keepVersion(tx, note)
  await updateNote(tx, note, {
    template,
    result,
    origin,
    version_id: newId(now),
    written_at: continues ? note.written_at : now,
    status: 1,
    msg: '',
  })
  await indexTodos(tx, note, result)
  if (note.note_type === 'auto_sum_note') await saveResults(tx, userId, fileId, { ...recording, ai_content: result.markdown })
  await publishChange(tx, { userId, fileId }, notesTopic)
}

/**
 * Returns a text with edited Markdown. Its points are those of the generated text; the ones still in the Markdown are identified by
 * its lines.
 */
export function toEdited(before: StoredResult, markdown: string): StoredResult {
  const { written: _, isOfClient: __, ...text } = before
  const basis = text.form ?? text.basis
  return { ...text, markdown, content: { markdown }, form: null, ...(basis && { basis }) }
}

/** Replaces the text without adding a version, for example when a task is ticked off or a speaker is renamed. */
export async function changeText(tx: AppContext, note: NoteRecord, result: StoredResult): Promise<string> {
  const version_id = newId(tx.clock.now())
  await updateNote(tx, note, { result, version_id })
  await indexTodos(tx, note, result)
  await publishChange(tx, { userId: note.user_id, fileId: note.file_id }, notesTopic)
  return version_id
}

/** Saves the current text of a note as a version. Does nothing before the first text. */
async function keepVersion(tx: AppContext, note: NoteRecord): Promise<void> {
  const { user_id, file_id, note_id, result, version_id, origin, written_at } = note
  if (!result || !version_id || !origin || !written_at) return
  await insertVersion(tx, { user_id, file_id, note_id, result, version_id, origin, written_at }, MAX_NOTE_VERSIONS)
}

/** Maximum number of open tasks of a text in the list of all recordings. */
const MAX_LISTED_TODOS = 2000

/** Updates the open tasks of a text in the list of all recordings. */
export async function indexTodos(tx: AppContext, note: NoteRecord, result: StoredResult): Promise<void> {
  const open = listTodosOf(result).flatMap(({ done, ...todo }, position) => (done ? [] : [{ ...todo, position }]))
  await replaceTodos(tx, note, open.slice(0, MAX_LISTED_TODOS))
}

const isEditedSince = ({ origin, written_at }: NoteRecord, since: Date): boolean =>
  origin === 'edited' && written_at !== null && written_at > since
