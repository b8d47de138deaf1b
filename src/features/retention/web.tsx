import { AudioLines } from 'lucide-react'
import type { WebFeature } from '#ui/feature/WebFeature.ts'

export { RetentionRows } from './web/settings/RetentionRows.tsx'

/** The manifest of the feature. */
export const retentionFeature: WebFeature = {
  name: 'retention',
  settingsPanes: [
    {
      id: 'transcription',
      order: 40,
      title: 'profile:pane_transcription',
      icon: AudioLines,
      load: async () => (await import('./web/settings/TranscriptionPane.tsx')).TranscriptionPane,
    },
  ],
}
