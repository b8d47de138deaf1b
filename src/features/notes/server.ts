import type { AppContext } from '#platform/context.ts'
import { speakersRenamed } from '#features/transcription/server.ts'
import { listenTo, type ServerFeature } from '#platform/feature.ts'
import type { SummaryResult } from './contract.ts'
import { exportHighlights } from './server/highlights/highlights.ts'
import { renameSpeakers } from './server/renameSpeakers.ts'
import { notesRoutes } from './server/routes.ts'
import { findSummary } from './server/store.ts'

export { createSummary } from './server/createSummary.ts'
export { readNote, readNotes } from './server/notes.ts'
export { addNote, beginRewrite, failNote, noteRemoved, stopNote } from './server/noteTasks.ts'
export { parseTemplate, type SummaryTemplate } from './server/summary/template.ts'
export { writeSummary } from './server/writeSummary.ts'
export { contentWordsOf } from './server/summary/extractive/lexicon.ts'
export { quoteKeySentences, summarizeExtractively } from './server/summary/extractive/summarizeExtractively.ts'
export type { Point, Segment as SpokenSegment } from './server/summary/summary.ts'

/** Summaries and notes. */
export const notes: ServerFeature = {
  name: 'notes',
  routes: [notesRoutes],
  listeners: [listenTo(speakersRenamed, 'summary', renameSpeakers)],
  personalData: exportHighlights,
}

/** Returns the summary of a recording, or null. */
export const readSummary = async (ctx: AppContext, userId: string, fileId: string): Promise<SummaryResult | null> =>
  (await findSummary(ctx, userId, fileId))?.result ?? null
