import { AudioLines } from 'lucide-react'
import { withNamespace } from '#browser/i18n/i18n.ts'
import type { WebFeature } from '#ui/feature/WebFeature.ts'

export { RetentionRows } from './web/settings/RetentionRows.tsx'

export const retentionFeature: WebFeature = {
  name: 'retention',
  settingsPanes: [
    {
      id: 'transcription',
      order: 40,
      title: 'profile:pane_transcription',
      icon: AudioLines,
      load: withNamespace('retention', async () => (await import('./web/settings/TranscriptionPane.tsx')).TranscriptionPane),
    },
  ],
}
