import type { FastifyInstance } from 'fastify'
import { FileId } from '#features/files/contract.ts'
import { requireFile } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { notesContract } from '../contract.ts'
import { findSummary } from './store.ts'
import { toNote } from './summary/toNote.ts'

export function notesRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'notes', notesContract, {
    queryNote: async ({ headers, query, caller }) => {
      const fileId = FileId.safeParse(headers['file-id'] ?? query.file_id)
      if (!fileId.success) throw new NotFound()
      const file = await requireFile(ctx, caller.userId, fileId.data)
      const summary = await findSummary(ctx, caller.userId, fileId.data)
      if (!summary) return { data: [] }
      const { summary_id: noteId, result } = summary
      return { data: [toNote({ noteId, type: 'auto_sum_note', title: file.filename, tabName: result.header.headline, result })] }
    },
  })
}
