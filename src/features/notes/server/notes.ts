import { cutText } from '#shared/cutText.ts'
import type { SummaryItem } from '#features/files/contract.ts'
import { lockFiles, pageOf, readAiContent, readFiles, requireFile, saveResults } from '#features/files/server.ts'
import { readVoiceNames } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import {
  MAX_TAB_NAME,
  type Note,
  type NoteVersion,
  type OpenTodo,
  type SpeakerMemo,
  type SummaryResult,
  notesTopic,
} from '../contract.ts'
import { highlightNote } from './highlights/highlights.ts'
import { changeText, toEdited, writeText } from './noteText.ts'
import { publishChange } from './publishChange.ts'
import {
  countVersions,
  findNote,
  findSummary,
  findVersion,
  listNotes,
  listTodos,
  listVersions,
  updateNote,
  type NoteKey,
  type NoteRecord,
  type TodoRecord,
  type VersionRecord,
} from './store.ts'
import { withCurrentNames } from './speakerNames.ts'
import { toDimensionItems } from './summary/toSummaryResult.ts'
import { toNote, toSentResult, toVersion } from './toNote.ts'
import { isSameTask, listTodosOf, setTodosDone, type Todo } from './todos.ts'

/** Returns the notes of a recording, with its highlights as an additional one. Rejects with NotFound. */
export async function readNotes(ctx: AppContext, userId: string, fileId: string): Promise<Note[]> {
  const { filename } = await requireFile(ctx, userId, fileId)
  const notes = await listNotes(ctx, userId, fileId)
  const versions = await countVersions(ctx, userId, fileId)
  const link = pageOf(ctx, fileId)
  const highlights = await highlightNote(ctx, userId, fileId, filename)
  return [
    ...notes
      // A summary is listed as a note once it has a text.
      .filter(({ note_type, result }) => note_type !== 'auto_sum_note' || result)
      .map((note) => toNote(note, { title: filename, link, versionCount: versions.get(note.note_id) ?? 0 })),
    ...(highlights ? [highlights] : []),
  ]
}

/** Returns the summary and the ready notes of a recording as items of its multi-summary (B§3). Rejects with NotFound. */
export const readSummaryItems = async (ctx: AppContext, userId: string, fileId: string): Promise<SummaryItem[]> =>
  toSummaryItems(await readNotes(ctx, userId, fileId))

/**
 * Converts notes to summary items, without highlights and notes without a text. A summary with several dimensions becomes one item
 * for each.
 */
export const toSummaryItems = (notes: readonly Note[]): SummaryItem[] =>
  notes
    .filter(({ note_type, note_content }) => note_type !== 'high_light' && note_content !== '')
    .flatMap(({ note_content, extra: { header, form } }) =>
      form?.dimensions
        ? toDimensionItems(form, header.summary_id)
        : {
            ai_content: note_content,
            category: header.category,
            summary_id: header.summary_id,
            original_category: header.original_category,
          },
    )

/** Returns the speaker's memo with which the summary of a recording was generated, or null. */
export const readMemo = async (ctx: AppContext, userId: string, fileId: string): Promise<SpeakerMemo | null> =>
  (await findSummary(ctx, userId, fileId))?.memo ?? null

/** Returns a note in its wire format. Rejects with NotFound. */
export async function readNote(ctx: AppContext, key: NoteKey): Promise<Note> {
  const { filename } = await requireFile(ctx, key.user_id, key.file_id)
  const note = await requireNote(ctx, key)
  const versions = await countVersions(ctx, key.user_id, key.file_id)
  return toNote(note, { title: filename, link: pageOf(ctx, key.file_id), versionCount: versions.get(key.note_id) ?? 0 })
}

type NoteChange = {
  content?: string | undefined
  title?: string | undefined
  tabName?: string | undefined
  baseVersionId?: string | undefined
}

/** Replaces the text, the title or the tab name of a note. Rejects with NotFound. */
export async function editNote(
  ctx: AppContext,
  key: NoteKey,
  { content, title, tabName, baseVersionId }: NoteChange,
): Promise<Note | { refused: 'changed' | 'notReady' }> {
  const refusal = await ctx.transaction(async (tx) => {
    const note = await lockNote(tx, key)
    if (content !== undefined && content !== note.result?.markdown) {
      if (!note.result || note.status === 0) return { refused: 'notReady' as const }
      if (baseVersionId !== undefined && baseVersionId !== note.version_id) return { refused: 'changed' as const }
      await writeText(tx, note, { result: toEdited(note.result, content), origin: 'edited' })
    }
    const names = changedNames(note, { title, tabName })
    if (Object.keys(names).length > 0) {
      await updateNote(tx, key, names)
      await publishChange(tx, { userId: key.user_id, fileId: key.file_id }, notesTopic)
    }
    return undefined
  })
  return refusal ?? readNote(ctx, key)
}

/** The name of a tab without its own name follows the title. */
function changedNames(note: NoteRecord, { title, tabName }: NoteChange): Partial<Pick<NoteRecord, 'title' | 'tab_name'>> {
  const follows = ['', note.template?.name, toTabName(note.title)].includes(note.tab_name)
  const tab_name = tabName ?? (title && follows ? toTabName(title) : note.tab_name)
  return {
    ...(title !== undefined && title !== note.title && { title }),
    ...(tab_name !== note.tab_name && { tab_name }),
  }
}

const toTabName = (title: string): string => cutText(title, MAX_TAB_NAME).trim()

/** Returns the current text of a note and its versions, newest first. Rejects with NotFound. */
export async function readVersions(ctx: AppContext, key: NoteKey): Promise<NoteVersion[]> {
  const note = await requireNote(ctx, key)
  const current = presentVersion(note)
  const earlier = await listVersions(ctx, key)
  return [...(current ? [toVersion(current, true)] : []), ...earlier.map((version) => toVersion(version))]
}

/** Returns a version of a note. Rejects with NotFound. */
export async function readVersion(
  ctx: AppContext,
  key: NoteKey,
  versionId: string,
): Promise<NoteVersion & { result: SummaryResult }> {
  const current = presentVersion(await requireNote(ctx, key))
  const isCurrent = current?.version_id === versionId
  const version = isCurrent ? current : await findVersion(ctx, key, versionId)
  if (!version) throw new NotFound()
  const names = await readVoiceNames(ctx, { userId: key.user_id, fileId: key.file_id })
  return { ...toVersion(version, isCurrent), result: toSentResult(withCurrentNames(version.result, names)) }
}

/** Restores a version as the current text. Rejects with NotFound. */
export async function restoreVersion(ctx: AppContext, key: NoteKey, versionId: string): Promise<Note | { refused: 'notReady' }> {
  const refusal = await ctx.transaction(async (tx) => {
    const note = await lockNote(tx, key)
    if (note.version_id === versionId) return undefined
    const version = await findVersion(tx, key, versionId)
    if (!version) throw new NotFound()
    if (note.status === 0) return { refused: 'notReady' as const }
    const names = await readVoiceNames(tx, { userId: key.user_id, fileId: key.file_id })
    await writeText(tx, note, { result: withCurrentNames(version.result, names), origin: version.origin })
    return undefined
  })
  return refusal ?? readNote(ctx, key)
}

/** Ticks a task off or reopens it, also in other notes that list it, and returns the new version. Rejects with NotFound. */
export async function changeTodo(ctx: AppContext, key: NoteKey, { pointId, done }: { pointId: string; done: boolean }) {
  return ctx.transaction(async (tx) => {
    const note = await lockNote(tx, key)
    const todo = note.result && listTodosOf(note.result).find(({ point_id }) => point_id === pointId)
    if (!todo) throw new NotFound()
    for (const other of await listNotes(tx, key.user_id, key.file_id)) {
      if (other.note_id === key.note_id || !other.result) continue
      const same = listTodosOf(other.result).filter((each) => each.done !== done && isSameTask(each, todo))
      if (same.length > 0) await markTodos(tx, other, same, done)
    }
    return markTodos(tx, note, [todo], done)
  })
}

async function markTodos(tx: AppContext, note: NoteRecord, todos: readonly Todo[], done: boolean): Promise<string> {
  const { user_id: userId, file_id: fileId, result: before } = note
  if (!before) throw new NotFound()
  const result = setTodosDone(before, new Set(todos.map(({ point_id }) => point_id)), done) ?? before
  // The user or another program may have changed the Markdown of the recording.
  if (note.note_type === 'auto_sum_note' && (await readAiContent(tx, userId, fileId)) === before.markdown)
    await saveResults(tx, userId, fileId, { ai_content: result.markdown })
  return changeText(tx, note, result)
}

/** Returns the open tasks of recordings outside the trash, each once, newest recording first. */
export async function readOpenTodos(
  ctx: AppContext,
  userId: string,
  limit: number,
): Promise<{ total: number; list: OpenTodo[] }> {
  const todos = withoutRepeated(await listTodos(ctx, userId))
  const files = await readFiles(ctx, userId, [...new Set(todos.map(({ file_id }) => file_id))])
  const byId = new Map(files.filter(({ trashed_at }) => !trashed_at).map((file) => [file.file_id, file]))
  const shown = todos
    .flatMap((todo) => {
      const file = byId.get(todo.file_id)
      return file ? [{ todo, file }] : []
    })
    .toSorted((a, b) => b.file.start_time.getTime() - a.file.start_time.getTime())
  const list = shown.slice(0, limit).map(({ todo, file }) => ({
    file_id: todo.file_id,
    filename: file.filename,
    note_id: todo.note_id,
    point_id: todo.point_id,
    text: todo.text,
    owner: todo.owner,
    due: todo.due,
    start_time: todo.start_ms,
  }))
  return { total: shown.length, list }
}

/** Further tasks are listed without comparison, which would take too long. */
const MAX_COMPARISONS = 10_000

/** Keeps a task listed in several notes of a recording only for the first note. */
function withoutRepeated(todos: readonly TodoRecord[]): TodoRecord[] {
  let left = MAX_COMPARISONS
  return [...Map.groupBy(todos, ({ file_id }) => file_id).values()].flatMap((ofFile) => {
    let kept: TodoRecord[] = []
    for (const ofNote of Map.groupBy(ofFile, ({ note_id }) => note_id).values()) {
      const others = kept
      const comparisons = others.length * ofNote.length
      const isCompared = comparisons <= left
      if (isCompared) left -= comparisons
      kept = [...others, ...(isCompared ? ofNote.filter((todo) => !others.some((other) => isSameTask(other, todo))) : ofNote)]
    }
    return kept
  })
}

async function requireNote(ctx: AppContext, key: NoteKey): Promise<NoteRecord> {
  await requireFile(ctx, key.user_id, key.file_id)
  const note = await findNote(ctx, key)
  if (!note) throw new NotFound()
  return note
}

/** Locks the recording and returns the note. Rejects with NotFound. */
export async function lockNote(tx: AppContext, key: NoteKey): Promise<NoteRecord> {
  await lockFiles(tx, key.user_id, [key.file_id])
  return requireNote(tx, key)
}

function presentVersion({ user_id, file_id, note_id, result, version_id, origin, written_at }: NoteRecord) {
  if (!result || !version_id || !origin || !written_at) return undefined
  return { user_id, file_id, note_id, result, version_id, origin, written_at } satisfies VersionRecord
}
