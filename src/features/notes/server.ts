import { hours, unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { speakersRenamed } from '#features/transcription/server.ts'
import { handleJob, listenTo, type ServerFeature } from '#platform/feature.ts'
import type { SummaryResult } from './contract.ts'
import { exportHighlights } from './server/highlights/highlights.ts'
import { deleteRemovedNotes, deleteRemovedNotesJob } from './server/removedNotes.ts'
import { renameSpeakers } from './server/renameSpeakers.ts'
import { notesRoutes } from './server/routes.ts'
import { findSummary, listAllNotes } from './server/store.ts'
import { toSentResult } from './server/toNote.ts'

export { createSummary } from './server/createSummary.ts'
export { readMemo, readNote, readNotes, readSummaryItems, toSummaryItems } from './server/notes.ts'
export { listHighlights } from './server/highlights/highlights.ts'
export { type NoteLines, readNoteLines } from './server/noteLines.ts'
export { addNote, addWrittenNote, beginRewrite, failNote, noteRemoved, stopNote } from './server/noteTasks.ts'
export { notesChanged } from './server/publishChange.ts'
export { saveClientSummary } from './server/saveClientSummary.ts'
export { renameInText } from './server/speakerNames.ts'
export type { NoteRecord } from './server/store.ts'
export { parseTemplate, type SummaryTemplate } from './server/summary/template.ts'
export { toSpokenSegments, writeSummary } from './server/writeSummary.ts'
export { type CitationChecker, createCitationChecker } from './server/summary/citations.ts'
export { findSpokenTime } from './server/summary/extractive/findSpokenTime.ts'
export { contentWordsOf, createLexicon, guessLanguage, type Lexicon, PHRASE_BREAK } from './server/summary/extractive/lexicon.ts'
export { hasNumber } from './server/summary/extractive/mentions/findNumbers.ts'
export { readTranscript } from './server/summary/extractive/readTranscript.ts'
export {
  findSummarySections,
  quoteKeySentences,
  summarizeExtractively,
} from './server/summary/extractive/summarizeExtractively.ts'
export { type CitableLines, numbersAmong, toCitedItem } from './server/summary/llm/citedLines.ts'
export { languageName, wrapInFenceOf } from './server/summary/llm/prompts.ts'
export { smallerWindow } from './server/summary/llm/smallerWindow.ts'
export { summarizeWithLlm } from './server/summary/llm/summarizeWithLlm.ts'
export { escapePlainText, toPlainText } from './server/summary/plainText.ts'
export type { Point, Segment as SpokenSegment } from './server/summary/summary.ts'

/** Summaries and notes. */
export const notes: ServerFeature = {
  name: 'notes',
  routes: [notesRoutes],
  jobs: [handleJob(deleteRemovedNotesJob, deleteRemovedNotes)],
  schedules: [{ every: hours(1), job: deleteRemovedNotesJob }],
  listeners: [listenTo(speakersRenamed, 'summary', renameSpeakers)],
  personalData: async (ctx, userId) => ({ ...(await exportHighlights(ctx, userId)), notes: await exportNotes(ctx, userId) }),
}

/** Returns the summary of a recording, or null. */
export async function readSummary(ctx: AppContext, userId: string, fileId: string): Promise<SummaryResult | null> {
  const { result } = (await findSummary(ctx, userId, fileId)) ?? {}
  return result ? toSentResult(result) : null
}

/** Returns all notes with their versions, the current text last. */
async function exportNotes(ctx: AppContext, userId: string): Promise<Record<string, unknown>[]> {
  const { notes, versions } = await listAllNotes(ctx, userId)
  return notes.map((note) => ({
    file_id: note.file_id,
    note_type: note.note_type,
    tab_name: note.tab_name,
    template: note.template,
    made_at: unixSeconds(note.made_at),
    texts: [...versions.filter(({ note_id }) => note_id === note.note_id), note].flatMap(({ result, origin, written_at }) =>
      result && written_at ? [{ origin, written_at: unixSeconds(written_at), markdown: result.markdown }] : [],
    ),
  }))
}
