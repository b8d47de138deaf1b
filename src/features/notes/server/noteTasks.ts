import { newId } from '#shared/newId.ts'
import { event } from '#platform/events/events.ts'
import { lockFiles, requireFile } from '#features/files/server.ts'
import { readVoiceNames } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { MAX_NOTES, NoteRemoved, type NoteType, type SpeakerMemo, type UsedTemplate } from '../contract.ts'
import { writeText } from './noteText.ts'
import {
  createNote,
  deleteNote,
  deleteRemovedNoteOf,
  findNote,
  listNotes,
  updateNote,
  type NoteKey,
  type NoteRecord,
} from './store.ts'

/** Published in the transaction that removes a note which is being written, so that its task ends. */
export const noteRemoved = event('note.removed', NoteRemoved)

export type NewNote = {
  readonly userId: string
  readonly fileId: string
  readonly template: UsedTemplate
  readonly model: string | null
  /** Empty for the name of the template. */
  readonly tabName: string
  /** Chosen by the client: the same request adds one note. */
  readonly postId: string | null
  /** Null for that of the summary. */
  readonly memo: SpeakerMemo | null
  readonly ppcStatus: number
}

/** Adds a note that is going to be written, or returns the one of the same request. The recording must exist. */
export async function addNote(
  tx: AppContext,
  { userId, fileId, template, model, tabName, postId, memo, ppcStatus }: NewNote,
): Promise<{ note: NoteRecord; isNew: boolean } | { refused: 'tooManyNotes' }> {
  await lockFiles(tx, userId, [fileId])
  const notes = await listNotes(tx, userId, fileId)
  const same = notes.find(({ post_id }) => postId !== null && post_id === postId)
  if (same) return { note: same, isNew: false }
  if (notes.filter(({ note_type }) => note_type === 'sum_multi_note').length >= MAX_NOTES) return { refused: 'tooManyNotes' }
  if (postId !== null) await deleteRemovedNoteOf(tx, userId, fileId, postId)
  const note = await createNote(tx, {
    ...{ user_id: userId, file_id: fileId, note_type: 'sum_multi_note' },
    ...{ tab_name: tabName || template.name, template, model, post_id: postId },
    memo: memo ?? notes.find(({ note_type }) => note_type === 'auto_sum_note')?.memo ?? null,
    ppc_status: ppcStatus,
  })
  await publishNotes(tx, note)
  return { note, isNew: true }
}

/** Adds a note with a text that is there already, such as an answer. Rejects with NotFound. */
export async function addWrittenNote(
  ctx: AppContext,
  { userId, fileId, tabName, markdown }: { userId: string; fileId: string; tabName: string; markdown: string },
): Promise<NoteRecord | { refused: 'tooManyNotes' }> {
  return ctx.transaction(async (tx) => {
    await lockFiles(tx, userId, [fileId])
    await requireFile(tx, userId, fileId)
    const notes = await listNotes(tx, userId, fileId)
    if (notes.filter(({ note_type }) => note_type === 'sum_multi_note').length >= MAX_NOTES) return { refused: 'tooManyNotes' }
    const note = await createNote(tx, { user_id: userId, file_id: fileId, note_type: 'sum_multi_note', tab_name: tabName })
    const header = { headline: tabName, category: '', summary_id: newId(tx.clock.now()), original_category: '' }
    const speakers = await readVoiceNames(tx, { userId, fileId })
    await writeText(tx, note, { result: { markdown, header, form: null, content: { markdown }, speakers }, origin: 'edited' })
    return note
  })
}

export type Rewrite = {
  template?: UsedTemplate
  model?: string | null
  tabName?: string
  postId?: string | null
  memo?: SpeakerMemo | null
  ppcStatus?: number | undefined
  /** A note of another type is not found. */
  noteType?: NoteType | undefined
}

/** Marks a note as being written again, with another template or model where they are given. Rejects with NotFound. */
export async function beginRewrite(
  tx: AppContext,
  key: NoteKey,
  { template, model, tabName, postId, memo, ppcStatus, noteType }: Rewrite,
): Promise<NoteRecord> {
  await lockFiles(tx, key.user_id, [key.file_id])
  const note = await findNote(tx, key)
  if (!note || (noteType && note.note_type !== noteType)) throw new NotFound()
  const change = {
    ...{ status: 0, msg: '' },
    ...(template && { template }),
    ...(model !== undefined && { model }),
    ...(tabName && { tab_name: tabName }),
    ...(postId !== undefined && { post_id: postId }),
    ...(memo && { memo }),
    ...(ppcStatus !== undefined && { ppc_status: ppcStatus }),
  }
  await updateNote(tx, key, change)
  await publishNotes(tx, key)
  return { ...note, ...change }
}

/** Marks a note as failed. A text from before stays. Does nothing when the note no longer exists. */
export async function failNote(tx: AppContext, key: NoteKey, { status, msg }: { status: number; msg: string }): Promise<void> {
  if (await updateNote(tx, key, { status, msg })) await publishNotes(tx, key)
}

/** Stops writing a note: one without a text is removed, another keeps its text. */
export async function stopNote(tx: AppContext, key: NoteKey): Promise<void> {
  const note = await findNote(tx, key)
  if (note?.status !== 0) return
  if (note.result) await updateNote(tx, key, { status: 1, msg: '' })
  else await deleteNote(tx, key)
  await publishNotes(tx, key)
}

const publishNotes = (tx: AppContext, { user_id, file_id }: NoteKey): Promise<void> =>
  tx.live.publish({ userId: user_id, topic: 'notes', id: file_id })
