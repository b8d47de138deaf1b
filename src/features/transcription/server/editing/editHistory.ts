import { unixSeconds } from '#shared/units.ts'
import { requireFile } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { Edit } from '../../contract.ts'
import { findRedoable, findUndoable, listAllEdits, listEdits, readVersion, type EditPage } from './storeEdits.ts'
import type { Target } from './transcriptState.ts'

/** Returns a page of the edits of a transcript, or of those that touched a segment, newest first. Rejects with NotFound. */
export async function readHistory(ctx: AppContext, { userId, fileId }: Target, page: EditPage) {
  await requireFile(ctx, userId, fileId)
  const row = await readVersion(ctx, userId, fileId)
  const rows = await listEdits(ctx, userId, fileId, page)
  const edits = rows.map(({ edit_id, made_version, made_at, source, client, description, unapplied, is_undone }): Edit => ({
    edit_id,
    version: made_version,
    made_time: unixSeconds(made_at),
    source,
    client,
    ...description,
    is_undone,
    unapplied,
  }))
  return {
    version: row?.version ?? 0,
    can_undo: (await findUndoable(ctx, userId, fileId)) !== undefined,
    can_redo: (await findRedoable(ctx, userId, fileId, row?.base_version ?? 0)) !== undefined,
    machine_time: row ? unixSeconds(row.machine_at) : null,
    edits,
    next: edits.length === page.limit ? edits.at(-1)!.version : null,
  }
}

/** Returns the edits in a user's recordings for the download of all personal data. */
export const exportEdits = async (ctx: AppContext, userId: string) => ({
  transcript_edits: (await listAllEdits(ctx, userId)).map(({ made_at, description, ...edit }) => ({
    ...edit,
    made_time: unixSeconds(made_at),
    ...description,
  })),
})
