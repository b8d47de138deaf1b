import type { ServerFeature } from '#platform/feature.ts'
import { transcriptionRoutes } from './server/routes.ts'

export { type Transcript, transcribeFile } from './server/transcribeFile.ts'

/** Transcripts, finished or in progress. */
export const transcription: ServerFeature = { name: 'transcription', routes: [transcriptionRoutes] }
