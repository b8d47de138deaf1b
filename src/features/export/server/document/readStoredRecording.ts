import { type FileRecord, openOriginalAudio, readStoredResults, toFile } from '#features/files/server.ts'
import { listFolderNames } from '#features/folders/server.ts'
import { listHighlights, readNotes } from '#features/notes/server.ts'
import type { AppContext } from '#platform/context.ts'
import { hasOfRow } from '../availability.ts'
import type { StoredRecording } from './StoredRecording.ts'

/** Reads the data from which a thread writes the files of a recording. Rejects with NotFound when it was deleted. */
export async function readStoredRecording(ctx: AppContext, row: FileRecord): Promise<StoredRecording> {
  const { user_id: userId, file_id: fileId } = row
  const notes = await readNotes(ctx, userId, fileId)
  const audio = await openOriginalAudio(ctx, row)
  const names = await listFolderNames(ctx, userId)
  const { tranConfig } = row.extra_data
  return {
    file: { ...toFile(row, { results: {}, position: 0 }), extra_data: tranConfig ? { tranConfig } : {} },
    results: await readStoredResults(ctx, userId, fileId),
    has: hasOfRow(row),
    folders: row.filetag_ids.flatMap((id) => names.get(id) ?? []),
    notes,
    highlights: await listHighlights(ctx, userId, fileId),
    audioSuffix: audio?.suffix ?? '',
    now: ctx.clock.now(),
  }
}
