import type { FastifyInstance } from 'fastify'
import { FileId } from '#features/files/contract.ts'
import { requireFile } from '#features/files/server.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { serve } from '#platform/http/serve.ts'
import { notesContract } from '../contract.ts'
import { findSummary } from './store.ts'
import { toNote } from './summary/toNote.ts'

export function notesRoutes(app: FastifyInstance, ground: Ground): void {
  serve(app, 'notes', notesContract, {
    queryNote: async ({ headers, query, caller }) => {
      const asked = FileId.safeParse(headers['file-id'] ?? query.file_id)
      if (!asked.success) throw new NotFound()
      const file = await requireFile(ground, caller.userId, asked.data)
      const found = await findSummary(ground, caller.userId, asked.data)
      if (!found) return { data: [] }
      const { summary_id: noteId, result } = found
      return { data: [toNote({ noteId, type: 'auto_sum_note', title: file.filename, tabName: result.header.headline, result })] }
    },
  })
}
