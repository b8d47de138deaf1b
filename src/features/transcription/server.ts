import type { ServerFeature } from '#platform/feature.ts'
import { exportVoices } from './server/separateSpeakers.ts'
import { transcriptionRoutes } from './server/routes.ts'

export { canSeparateSpeakers, separateSpeakers } from './server/separateSpeakers.ts'
export { type Transcript, transcribeFile } from './server/transcribeFile.ts'

/** Transcripts, finished or in progress. */
export const transcription: ServerFeature = { name: 'transcription', routes: [transcriptionRoutes], personalData: exportVoices }
