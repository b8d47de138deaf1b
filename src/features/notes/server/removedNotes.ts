import { z } from 'zod'
import { hours } from '#shared/units.ts'
import { lockFiles, requireFile } from '#features/files/server.ts'
import { readVoiceNames } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { job } from '#platform/jobs/jobs.ts'
import { MAX_NOTES, type Note, notesTopic } from '../contract.ts'
import { lockNote, readNote } from './notes.ts'
import { noteRemoved } from './noteTasks.ts'
import { indexTodos } from './noteText.ts'
import { publishChange } from './publishChange.ts'
import { withCurrentNames } from './speakerNames.ts'
import {
  deleteNotesRemovedBefore,
  findRemovedNote,
  listFilesWithNotesRemovedBefore,
  listNotes,
  replaceTodos,
  updateNote,
  type NoteKey,
  type NoteRecord,
} from './store.ts'

/** The code of B§8 for a summary that was interrupted. */
const INTERRUPTED = -3
/** How long a removed note can be restored. */
const RESTORABLE_FOR = hours(1)

/** Hides a note until it is restored or deleted. The summary of a recording cannot be removed. Rejects with NotFound. */
export async function removeNote(ctx: AppContext, key: NoteKey): Promise<void | { refused: 'isSummary' }> {
  return ctx.transaction(async (tx) => {
    const note = await lockNote(tx, key)
    if (note.note_type === 'auto_sum_note') return { refused: 'isSummary' }
    await updateNote(tx, key, { removed_at: tx.clock.now() })
    await replaceTodos(tx, key, [])
    if (note.status === 0) await stopWriting(tx, note)
    return publishChange(tx, { userId: key.user_id, fileId: key.file_id }, notesTopic)
  })
}

/** Ends the task of a note, which is not resumed when the note is restored. */
async function stopWriting(tx: AppContext, { user_id: userId, file_id: fileId, note_id: noteId, result }: NoteRecord) {
  await updateNote(tx, { user_id: userId, file_id: fileId, note_id: noteId }, { status: result ? 1 : INTERRUPTED })
  await tx.events.publish(noteRemoved, { userId, fileId, noteId })
}

/** Restores a removed note with its versions. Rejects with NotFound when it was deleted. */
export async function restoreNote(ctx: AppContext, key: NoteKey): Promise<Note | { refused: 'tooManyNotes' }> {
  const { user_id: userId, file_id: fileId } = key
  const refusal = await ctx.transaction(async (tx) => {
    await lockFiles(tx, userId, [fileId])
    await requireFile(tx, userId, fileId)
    const shown = await listNotes(tx, userId, fileId)
    if (shown.some(({ note_id }) => note_id === key.note_id)) return undefined
    const note = await findRemovedNote(tx, key)
    if (!note) throw new NotFound()
    if (shown.filter(({ note_type }) => note_type === 'sum_multi_note').length >= MAX_NOTES)
      return { refused: 'tooManyNotes' as const }
    const result = note.result && withCurrentNames(note.result, await readVoiceNames(tx, { userId, fileId }))
    await updateNote(tx, key, { removed_at: null, result })
    if (result) await indexTodos(tx, note, result)
    await publishChange(tx, { userId, fileId }, notesTopic)
    return undefined
  })
  return refusal ?? readNote(ctx, key)
}

export const deleteRemovedNotesJob = job('notes.delete-removed', z.object({}), { attempts: 3 })

/** Deletes the notes that can no longer be restored, with their versions. */
export async function deleteRemovedNotes(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - RESTORABLE_FOR)
  for (const { user_id: userId, file_id: fileId } of await listFilesWithNotesRemovedBefore(ctx, before)) {
    await ctx.transaction(async (tx) => {
      await lockFiles(tx, userId, [fileId])
      await deleteNotesRemovedBefore(tx, userId, fileId, before)
    })
  }
}
