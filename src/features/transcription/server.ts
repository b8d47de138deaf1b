import type { ServerFeature } from '#platform/feature.ts'
import { exportEdits } from './server/editing/editHistory.ts'
import { editingRoutes } from './server/editing/editingRoutes.ts'
import { exportVoices } from './server/separateSpeakers.ts'
import { readVoicePrintCopy, voicePrintCopyRoutes } from './server/voice-print-copy/voicePrintCopyRoutes.ts'
import { exportSuggestions } from './server/word-list/suggestions.ts'
import { listTerms } from './server/word-list/wordList.ts'
import { wordListRoutes } from './server/word-list/wordListRoutes.ts'
import { transcriptionRoutes } from './server/routes.ts'

export { readVoiceNames, speakersRenamed, type NamesOfVoices } from './server/editing/transcriptState.ts'
export { saveClientTranscript } from './server/editing/editTranscript.ts'
export { withThread } from './server/editing/inThread.ts'
export { canSeparateSpeakers, separateSpeakers } from './server/separateSpeakers.ts'
export { languageOfTranscript } from './server/language/languageOfTranscript.ts'
export { speakerLabel } from './server/speakerLabel.ts'
export { type Transcript, transcribeFile } from './server/transcribeFile.ts'

/** Transcripts, finished or in progress. */
export const transcription: ServerFeature = {
  name: 'transcription',
  routes: [transcriptionRoutes, editingRoutes, wordListRoutes, voicePrintCopyRoutes],
  personalData: async (ctx, userId) => ({
    ...(await exportVoices(ctx, userId)),
    ...(await exportEdits(ctx, userId)),
    word_list: await listTerms(ctx, userId),
    voice_print_copy: await readVoicePrintCopy(ctx, userId),
    ...(await exportSuggestions(ctx, userId)),
  }),
}
