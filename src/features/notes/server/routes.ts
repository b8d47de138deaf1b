import type { FastifyInstance } from 'fastify'
import { FileId } from '#features/files/contract.ts'
import { requireFile } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { notesContract } from '../contract.ts'
import { addHighlight, changeComment, listHighlights, removeHighlight } from './highlights/highlights.ts'
import { changeTodo, editNote, readNotes, readOpenTodos, readVersion, readVersions, restoreVersion } from './notes.ts'
import { removeNote, restoreNote } from './removedNotes.ts'
import type { NoteKey } from './store.ts'

export function notesRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'notes', notesContract, {
    queryNote: async ({ headers, query, caller }) => ({
      data: await readNotes(ctx, caller.userId, requestedFile(headers['file-id'] ?? query.file_id)),
    }),
    updateNote: async ({ body, caller, refuse }) => {
      const { note_content: content, note_title: title, note_tab_name: tabName, base_version_id: baseVersionId } = body
      const note = await editNote(ctx, noteKey(caller, body.file_id, body.note_id), { content, title, tabName, baseVersionId })
      return 'refused' in note ? refuse(note.refused) : { data: note }
    },
    deleteNote: async ({ body, caller, refuse }) => {
      const refusal = await removeNote(ctx, noteKey(caller, body.file_id, body.note_id))
      return refusal ? refuse(refusal.refused) : {}
    },
    restoreNote: async ({ params, caller, refuse }) => {
      const note = await restoreNote(ctx, noteKey(caller, params.id, params.note_id))
      return 'refused' in note ? refuse(note.refused) : { data: note }
    },
    noteVersions: async ({ params, caller }) => ({
      data: await readVersions(ctx, noteKey(caller, params.id, params.note_id)),
    }),
    noteVersion: async ({ params, caller }) => ({
      data: await readVersion(ctx, noteKey(caller, params.id, params.note_id), params.version_id),
    }),
    useVersion: async ({ params, caller, refuse }) => {
      const note = await restoreVersion(ctx, noteKey(caller, params.id, params.note_id), params.version_id)
      return 'refused' in note ? refuse(note.refused) : { data: note }
    },
    changeTodo: async ({ params, body, caller }) => {
      const change = { pointId: body.point_id, done: body.done }
      return { data: { version_id: await changeTodo(ctx, noteKey(caller, params.id, params.note_id), change) } }
    },
    openTodos: async ({ query, caller }) => ({ data: await readOpenTodos(ctx, caller.userId, query.limit) }),
    highlights: async ({ params: { id }, caller: { userId } }) => {
      await requireFile(ctx, userId, id)
      return { data: await listHighlights(ctx, userId, id) }
    },
    addHighlight: async ({ params, body, caller: { userId }, refuse }) => {
      const highlight = await addHighlight(ctx, { userId, fileId: params.id }, body)
      return 'refused' in highlight ? refuse(highlight.refused) : { data: highlight }
    },
    changeHighlight: async ({ params, body, caller: { userId } }) => ({
      data: await changeComment(ctx, { userId, fileId: params.id, highlightId: params.highlight_id }, body.comment),
    }),
    removeHighlight: async ({ params, caller: { userId } }) => {
      await removeHighlight(ctx, { userId, fileId: params.id, highlightId: params.highlight_id })
      return {}
    },
  })
}

/** Returns the id in the header or the query. Throws NotFound for anything else. */
function requestedFile(id: string | undefined): string {
  const fileId = FileId.safeParse(id)
  if (!fileId.success) throw new NotFound()
  return fileId.data
}

const noteKey = ({ userId }: { userId: string }, fileId: string, noteId: string): NoteKey => ({
  user_id: userId,
  file_id: fileId,
  note_id: noteId,
})
