import type { FastifyInstance } from 'fastify'
import { FileId } from '#features/files/contract.ts'
import { readFullFiles, requireFile } from '#features/files/server.ts'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { editsContract } from '../../contract.ts'
import type { PastEdit } from '../../contract/edits.ts'
import { editTranscript, readEditState, readMachineVersion, replaceTranscript, stepEdit } from './editTranscript.ts'
import { listAllEdits, listHistory, readOperations, readVersion, type EditRecord } from './storeEdits.ts'

export function editRoutes(app: FastifyInstance, ctx: AppContext): void {
  const requireOwn = async (userId: string, fileId: string) => {
    await requireFile(ctx, userId, fileId)
    return { userId, fileId }
  }
  serve(app, 'edits', editsContract, {
    updateSource: async ({ body, caller: { userId }, refuse }) => {
      const target = await requireOwn(userId, body.file_id)
      if (body.trans_result) {
        const { trans_result } = body
        await ctx.transaction(async (tx) => replaceTranscript(tx, target, trans_result, 'patch'))
      }
      if (!body.operations) return { data: await readEditState(ctx, target) }
      const baseVersion = body.base_version ?? (await readEditState(ctx, target)).version
      const edited = await editTranscript(ctx, target, { baseVersion, operations: body.operations })
      return 'refused' in edited ? refuse(edited.refused) : { data: withoutSegments(edited) }
    },
    querySource: async ({ headers, query, caller: { userId } }) => {
      const fileId = FileId.safeParse(headers['file-id'] ?? query.file_id)
      if (!fileId.success) throw new NotFound()
      await requireFile(ctx, userId, fileId.data)
      const [file] = await readFullFiles(ctx, userId, [fileId.data])
      if (!file?.trans_result) return { data: [] }
      const data_content = JSON.stringify(file.trans_result)
      const data_id = `source_transaction:${file.id}`
      return { data: [{ data_id, data_type: 'transaction' as const, data_title: file.filename, data_content, data_link: '' }] }
    },
    editState: async ({ params, caller: { userId } }) => ({
      data: await readEditState(ctx, await requireOwn(userId, params.id)),
    }),
    machineVersion: async ({ params, caller: { userId } }) => ({
      data: { segments: (await readMachineVersion(ctx, await requireOwn(userId, params.id))) ?? [] },
    }),
    undoEdit: async ({ params, body, caller: { userId }, refuse }) => {
      const step = { baseVersion: body.base_version, direction: body.direction }
      const edited = await stepEdit(ctx, await requireOwn(userId, params.id), step)
      return 'refused' in edited ? refuse(edited.refused) : { data: withoutSegments(edited) }
    },
    editHistory: async ({ params, query, caller: { userId } }) => {
      const { fileId } = await requireOwn(userId, params.id)
      const version = await readVersion(ctx, userId, fileId)
      const edits = await listHistory(ctx, userId, fileId, { before: query.before, limit: query.limit })
      return { data: edits.map((edit) => toPastEdit(edit, version?.generation ?? 0)) }
    },
  })
}

const withoutSegments = <T extends { segments: unknown }>({ segments: _segments, ...state }: T): Omit<T, 'segments'> => state

const toPastEdit = (edit: Omit<EditRecord, 'operations'>, generation: number): PastEdit => ({
  number: edit.number,
  edited_time: unixSeconds(edit.edited_at),
  source: edit.source,
  undone: edit.state !== 'active',
  current: edit.generation === generation,
  ...edit.summary,
})

/** Returns what a user did to transcripts, for the download of all personal data. */
export const exportEdits = async (ctx: AppContext, userId: string) => ({
  edits: await Promise.all(
    (await listAllEdits(ctx, userId)).map(async (edit) => ({
      file_id: edit.file_id,
      edited_time: unixSeconds(edit.edited_at),
      state: edit.state,
      operations: await readOperations(edit),
    })),
  ),
})
