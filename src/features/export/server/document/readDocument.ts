import { type FileRecord, openOriginalAudio, readFullFiles } from '#features/files/server.ts'
import { listFolderNames } from '#features/folders/server.ts'
import { listHighlights, listTodosOf, readNotes } from '#features/notes/server.ts'
import { parseSummaryResult } from '#features/notes/rules.ts'
import { languageOfTranscript, speakerLabel } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import type { ExportOptions } from '../../rules.ts'
import { type DocumentSources, createDocument } from './createDocument.ts'
import type { ExportDocument } from './ExportDocument.ts'

/** Reads a recording once and returns its document. Rejects with NotFound when it was deleted. */
export async function readDocument(ctx: AppContext, row: FileRecord, options: ExportOptions): Promise<ExportDocument> {
  return createDocument(await readSources(ctx, row), options)
}

async function readSources(ctx: AppContext, row: FileRecord): Promise<DocumentSources> {
  const { user_id: userId, file_id: fileId } = row
  const [file] = await readFullFiles(ctx, userId, [fileId])
  if (!file) throw new NotFound()
  const notes = await readNotes(ctx, userId, fileId)
  const summary = notes.find(({ note_type }) => note_type === 'auto_sum_note')
  const foreign = parseSummaryResult(file.ai_content)?.markdown ?? ''
  const audio = await openOriginalAudio(ctx, row)
  const names = await listFolderNames(ctx, userId)
  return {
    file,
    folders: file.filetag_id_list.flatMap((id) => names.get(id) ?? []),
    notes,
    todos: notes.flatMap(({ note_type, extra, note_content: markdown }) =>
      note_type === 'high_light'
        ? []
        : listTodosOf({ ...extra, markdown, content: { markdown }, ...(extra.cited && { basis: extra.cited }) }),
    ),
    highlights: await listHighlights(ctx, userId, fileId),
    foreignSummary: foreign === summary?.note_content ? '' : foreign,
    audioSuffix: audio?.suffix ?? '',
    speakerLabel: speakerLabel(languageOfTranscript(file.trans_result ?? [], file.extra_data.tranConfig?.language)),
    now: ctx.clock.now(),
  }
}
