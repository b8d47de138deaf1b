import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { withNamespace } from '#browser/i18n/i18n.ts'
import type { WebFeature } from '#ui/feature/WebFeature.ts'

export { ReadyNoticesRow } from './web/ready-notices/ReadyNoticesRow.tsx'
export { useReadyNotices } from './web/ready-notices/readyNotices.ts'
export { GenerateButton } from './web/GenerateButton.tsx'
export { useTaskActivity, useTaskChips, useFailureMessage, useStageName } from './web/taskChips.tsx'
export { TaskProgress } from './web/TaskProgress.tsx'
export { useFailureActions, useGenerate } from './web/useGenerate.ts'
export { useSeparateSpeakers } from './web/useSeparateSpeakers.ts'
export { useIsWelcomeFilePending } from './web/useWelcomeFile.ts'
export { useTranscribeNew } from './web/useTranscribeNew.ts'
export { useLoadedTasks, useTask, useTasks } from './web/queries.ts'
export { dismissFailure, useIsFailureDismissed } from './web/dismissedFailures.ts'
export { NewRecordingEstimate } from './web/estimate/NewRecordingEstimate.tsx'

/** Shows that a note is being written, or why that failed and what to do about it (B§8). */
export const NoteTask = lazyComponent(async () => (await import('./web/notes/NoteTask.tsx')).NoteTask)

/** Returns the latest transcriptions, newest first (A§7). */
export const fetchTranscriptHistory = async (signal: AbortSignal) =>
  (await import('./web/fetchTranscriptHistory.ts')).fetchTranscriptHistory(signal)

/** The manifest of the feature. */
export const generateFeature: WebFeature = {
  name: 'generate',
  live: async () => (await import('./web/liveHandlers.ts')).liveHandlers,
  background: async () => (await import('./web/useWelcomeFile.ts')).WelcomeFile,
  dialogs: {
    generate: {
      priority: 'requested',
      load: withNamespace(
        'generateDialog',
        async () => (await import(/* chunk: overlay */ './web/dialog/GenerateDialog.tsx')).GenerateDialog,
      ),
    },
    newNote: {
      priority: 'requested',
      load: withNamespace(
        'generateDialog',
        async () => (await import(/* chunk: overlay */ './web/notes/NewNoteDialog.tsx')).NewNoteDialog,
      ),
    },
    longTranscription: {
      priority: 'information',
      load: async () => (await import('./web/long-transcription/LongTranscriptionDialog.tsx')).LongTranscriptionDialog,
      trigger: async () => (await import('./web/long-transcription/LongTranscriptionWatcher.tsx')).LongTranscriptionWatcher,
    },
    transcriptionQuota: {
      priority: 'requested',
      load: async () => (await import('./web/long-transcription/TranscriptionQuotaDialog.tsx')).TranscriptionQuotaDialog,
    },
    speakerLimit: {
      priority: 'information',
      load: async () => (await import('./web/speakers/SpeakerLimitDialog.tsx')).SpeakerLimitDialog,
    },
  },
}
