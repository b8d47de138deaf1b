import type { FastifyInstance } from 'fastify'
import { FileId } from '#features/files/contract.ts'
import { requireFile } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { notesContract } from '../contract.ts'
import type { Note, NoteType, SummaryResult } from '../contract.ts'
import { addHighlight, changeComment, highlightNote, listHighlights, removeHighlight } from './highlights/highlights.ts'
import { type SummaryRecord, findSummary } from './store.ts'

export function notesRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'notes', notesContract, {
    queryNote: async ({ headers, query, caller }) => {
      const fileId = FileId.safeParse(headers['file-id'] ?? query.file_id)
      if (!fileId.success) throw new NotFound()
      const file = await requireFile(ctx, caller.userId, fileId.data)
      const summary = await findSummary(ctx, caller.userId, fileId.data)
      const highlights = await highlightNote(ctx, caller.userId, fileId.data, file.filename)
      return { data: [...(summary ? [toSummaryNote(summary, file.filename)] : []), ...(highlights ? [highlights] : [])] }
    },
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

const toSummaryNote = ({ summary_id: noteId, result }: SummaryRecord, title: string): Note =>
  toNote({ noteId, type: 'auto_sum_note', title, tabName: result.header.headline, result })

type NoteInput = {
  readonly noteId: string
  readonly type: NoteType
  readonly title: string
  /** The label of the tab: the headline, or the name of the template. */
  readonly tabName: string
  readonly result: SummaryResult
  /** A code of B§8. Omitted on success. */
  readonly errorCode?: string
  /** The id of the request that created the note, if known. */
  readonly postId?: string
}

/** Returns a note with both sets of field names that responses carry (B§3). */
export function toNote({ noteId, type, title, tabName, result, errorCode = '', postId = '' }: NoteInput): Note {
  const { markdown, header, form } = result
  return {
    note_id: noteId,
    note_type: type,
    note_title: title,
    note_content: markdown,
    note_tab_name: tabName,
    error_code: errorCode,
    summary_id: header.summary_id,
    data_post_id: postId,
    data_id: noteId,
    data_type: type,
    data_title: title,
    data_tab_name: tabName,
    data_content: markdown,
    data_link: '',
    data_error_code: errorCode,
    extra: { summary_id: header.summary_id, header, form },
  }
}
