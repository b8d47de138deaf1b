import type { Segment } from '#features/files/contract.ts'
import type { AppContext } from '#platform/context.ts'
import type { ServerFeature } from '#platform/feature.ts'
import { replaceTranscript } from './server/editing/editTranscript.ts'
import { editRoutes, exportEdits } from './server/editing/editRoutes.ts'
import { exportVoices } from './server/separateSpeakers.ts'
import { transcriptionRoutes } from './server/routes.ts'

export { canSeparateSpeakers, separateSpeakers } from './server/separateSpeakers.ts'
export { type Transcript, transcribeFile } from './server/transcribeFile.ts'

/** Stores a transcript that another program has written, as an edit. */
export const replaceByPatch = (tx: AppContext, userId: string, fileId: string, segments: readonly Segment[]): Promise<void> =>
  replaceTranscript(tx, { userId, fileId }, segments, 'patch')

const personalData = async (ctx: AppContext, userId: string) => ({
  ...(await exportVoices(ctx, userId)),
  ...(await exportEdits(ctx, userId)),
})

/** Transcripts, finished or in progress. */
export const transcription: ServerFeature = { name: 'transcription', routes: [transcriptionRoutes, editRoutes], personalData }
