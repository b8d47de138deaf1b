import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { Invalid } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { editingContract } from '../../contract.ts'
import { readHistory } from './editHistory.ts'
import { editTranscript, readMachineTranscript, redoEdit, replaceTranscript, undoEdit } from './editTranscript.ts'
import { findText, replaceText } from './findAndReplace.ts'
import { parseTranscript, readSources } from './transcriptSource.ts'

export function editingRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'editing', editingContract, {
    updateSource: async ({ body, caller: { userId }, refuse }) => {
      const { operations, client, base_version: baseVersion, edit_id: editId } = body
      const target = { userId, fileId: body.file_id }
      const segments = body.trans_result ?? (body.data_content === undefined ? undefined : parseTranscript(body.data_content))
      if (operations && segments) throw new Invalid('body.operations', 'operations and a whole transcript exclude each other')
      if (!operations && !segments) throw new Invalid('body', 'operations, trans_result or data_content is needed')
      const change = segments
        ? await replaceTranscript(ctx, target, segments, client)
        : await editTranscript(ctx, target, { operations: operations ?? [], baseVersion, editId, client })
      if (!('refused' in change)) return { data: change }
      return change.refused === 'conflict' ? refuse('conflict', { version: change.version ?? 0 }) : refuse(change.refused)
    },
    undoEdit: async ({ params, body, caller: { userId }, refuse }) => {
      const change = await undoEdit(ctx, { userId, fileId: params.id }, body.edit_id)
      if (!('refused' in change)) return { data: change }
      return refuse(change.refused === 'nothing' ? 'nothingToUndo' : change.refused)
    },
    redoEdit: async ({ params, caller: { userId }, refuse }) => {
      const change = await redoEdit(ctx, { userId, fileId: params.id })
      if (!('refused' in change)) return { data: change }
      return refuse(change.refused === 'nothing' ? 'nothingToRedo' : change.refused)
    },
    editHistory: async ({ params, query, caller: { userId } }) => ({
      data: await readHistory(ctx, { userId, fileId: params.id }, query),
    }),
    machineTranscript: async ({ params, caller: { userId } }) => ({
      data: { segments: [...(await readMachineTranscript(ctx, { userId, fileId: params.id }))] },
    }),
    querySource: async ({ headers, query, caller: { userId } }) => ({
      data: await readSources(ctx, userId, headers['file-id'] ?? query.file_id),
    }),
    findText: async ({ body, caller: { userId } }) => ({ data: await findText(ctx, userId, body, body) }),
    replaceText: async ({ body: { file_ids, ...replacement }, caller: { userId }, refuse }) => {
      const replaced = await replaceText(ctx, userId, file_ids, replacement)
      return 'refused' in replaced ? refuse(replaced.refused) : { data: replaced }
    },
  })
}
