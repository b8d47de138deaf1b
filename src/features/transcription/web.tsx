import { BookText, Fingerprint } from 'lucide-react'
import { withNamespace } from '#browser/i18n/i18n.ts'
import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { lazyDialog } from '#ui/dialog/Dialog.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

export { TranscriptView, type TranscriptViewProps } from './web/TranscriptView.tsx'
export { listSpeakers, speakerColour, speakerLanes, useSpeakerLabels } from './web/speakers.ts'
export { useTranscriptEditor } from './web/editor/useTranscriptEditor.ts'
export { useLiveSegments } from './web/useLiveSegments.ts'
export type { Highlighting } from './web/selection/highlighting.ts'

/** Imports the transcript of another program into an open recording. */
export const ImportTranscriptDialog = lazyDialog(
  withNamespace(
    'import-transcript',
    async () => (await import('./web/import-transcript/ImportTranscriptDialog.tsx')).ImportTranscriptDialog,
  ),
)

/** Names the speakers of an open recording by their voice prints. */
export const SpeakerRecognition = lazyComponent(
  withNamespace('voice-prints', async () => (await import('./web/voice-prints/SpeakerRecognition.tsx')).SpeakerRecognition),
)

/** The manifest of the feature. */
export const transcriptionFeature: WebFeature = {
  name: 'transcription',
  background: async () =>
    (await import(/* chunk: landing, offline */ './web/voice-prints/VoicePrintsBackground.tsx')).VoicePrintsBackground,
  settingsPanes: [
    {
      id: 'voice-prints',
      order: 46,
      title: 'profile:pane_voice_prints',
      icon: Fingerprint,
      load: withNamespace(
        ['voice-prints', 'transcription'],
        async () => (await import('./web/voice-prints/VoicePrintsPane.tsx')).VoicePrintsPane,
      ),
    },
    {
      id: 'word-list',
      order: 45,
      title: 'profile:pane_word_list',
      icon: BookText,
      load: withNamespace(
        ['word-list', 'transcription'],
        async () => (await import('./web/word-list/WordListPane.tsx')).WordListPane,
      ),
    },
  ],
}
