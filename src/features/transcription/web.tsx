import { BookText } from 'lucide-react'
import type { WebFeature } from '#ui/feature/WebFeature.ts'

export { TranscriptView, type TranscriptViewProps } from './web/TranscriptView.tsx'
export { listSpeakers, speakerLanes } from './web/speakers.ts'
export { useTranscriptEditor } from './web/editor/useTranscriptEditor.ts'
export { useLiveSegments } from './web/useLiveSegments.ts'
export type { Highlighting } from './web/selection/highlighting.ts'

/** The manifest of the feature. */
export const transcriptionFeature: WebFeature = {
  name: 'transcription',
  settingsPanes: [
    {
      id: 'word-list',
      order: 45,
      title: 'profile:pane_word_list',
      icon: BookText,
      load: async () => (await import('./web/word-list/WordListPane.tsx')).WordListPane,
    },
  ],
}
